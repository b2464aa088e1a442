import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Choice } from "../common/questions.ts";
import type { Connections } from "../connections/connections.ts";
import { type ConnectionColor, type ConnectionInfo, connectionColors } from "../connections/types.ts";
import type { Use } from "../services/use.ts";

/**
 * Shows the active connection in its color, and highlights a production one. A click switches the connection. A window in which the extension is not
 * in use has no item.
 */
export function createStatusBar(connections: Connections, use: Use): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("analyticsEngines.connection", vscode.StatusBarAlignment.Left, 50);
  item.name = l10n.t("Analytics Engines Connection");
  const show = () => {
    const info = connections.active();
    const isOffline = info !== undefined && connections.isOffline(info);
    const { text, spoken, tooltip } = isOffline ? textsOffline(info) : textsFor(info);
    item.command = isOffline ? "analyticsEngines.connections.diagnose" : "analyticsEngines.connections.select";
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: spoken, role: "button" };
    item.color = info?.color === undefined || info.production ? undefined : themeColor(info.color);
    item.backgroundColor = info?.production ? new vscode.ThemeColor(productionBackground(info)) : undefined;
    if (use.isInUse()) item.show();
    else item.hide();
    void vscode.commands.executeCommand("setContext", "analyticsEngines.connected", info !== undefined);
    const hasConnections = connections.all().some(({ auth }) => auth !== "simulator");
    void vscode.commands.executeCommand("setContext", "analyticsEngines.hasConnections", hasConnections);
  };
  show();
  return vscode.Disposable.from(item, use.onDidChange(show), connections.onDidChangeReach(show));
}

function textsFor(info: ConnectionInfo | undefined): { text: string; spoken: string; tooltip: string } {
  if (info === undefined) {
    const tooltip = l10n.t("No connection to the service. Select one.");
    return { text: `$(plug) ${l10n.t("No Connection")}`, spoken: tooltip, tooltip };
  }
  const { name, production } = info;
  const spoken = production ? l10n.t("Production connection {0}", name) : l10n.t("Connection {0}", name);
  return {
    text: `$(${production ? "warning" : "plug"}) ${name}`,
    spoken,
    tooltip: `${spoken}\n${describeConnection(info)}`,
  };
}

function textsOffline({ name }: ConnectionInfo): { text: string; spoken: string; tooltip: string } {
  const spoken = l10n.t("{0} does not answer. Click to check each step.", name);
  return { text: `$(debug-disconnect) ${l10n.t("{0}: offline", name)}`, spoken, tooltip: spoken };
}

/** VS Code allows two backgrounds: red connections get the one for errors, all others the one for warnings. */
function productionBackground({ color }: ConnectionInfo): string {
  return color === "red" ? "statusBarItem.errorBackground" : "statusBarItem.warningBackground";
}

/** The theme color for the color of a connection. */
export function themeColor(color: ConnectionColor): vscode.ThemeColor {
  return new vscode.ThemeColor(`charts.${color}`);
}

/** A dot in the color of the connection. */
export function connectionIcon({ color }: Pick<ConnectionInfo, "color">): vscode.ThemeIcon {
  return color === undefined ? new vscode.ThemeIcon("plug") : new vscode.ThemeIcon("circle-filled", themeColor(color));
}

/** The description beside the name of a connection. */
export function describeConnection({ auth, baseUrl, production }: ConnectionInfo): string {
  if (auth === "simulator") return l10n.t("built in, no account or network needed");
  return production ? l10n.t("{0}, production", baseUrl) : baseUrl;
}

export function colorChoices(): readonly Choice<ConnectionColor | undefined>[] {
  const colorNames: Readonly<Record<ConnectionColor, string>> = {
    red: l10n.t("Red"),
    orange: l10n.t("Orange"),
    yellow: l10n.t("Yellow"),
    green: l10n.t("Green"),
    blue: l10n.t("Blue"),
    purple: l10n.t("Purple"),
  };
  const colors = connectionColors.map((color) => ({
    label: colorNames[color],
    iconPath: connectionIcon({ color }),
    value: color,
  }));
  return [{ label: l10n.t("None"), iconPath: connectionIcon({}), value: undefined }, ...colors];
}
