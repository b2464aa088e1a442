import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Choice } from "../common/quick-input.ts";
import { type ConnectionColor, type ConnectionInfo, connectionColors } from "../connections/types.ts";

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
  const names: Readonly<Record<ConnectionColor, string>> = {
    red: l10n.t("Red"),
    orange: l10n.t("Orange"),
    yellow: l10n.t("Yellow"),
    green: l10n.t("Green"),
    blue: l10n.t("Blue"),
    purple: l10n.t("Purple"),
  };
  const colors = connectionColors.map((color) => ({
    label: names[color],
    iconPath: connectionIcon({ color }),
    value: color,
  }));
  return [{ label: l10n.t("None"), iconPath: connectionIcon({}), value: undefined }, ...colors];
}
