import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { lazily } from "../common/lazy.ts";
import { activateResults } from "../results/index.ts";
import { registerCommands } from "../services/commands.ts";
import { activateWithDocument } from "../services/first-document.ts";
import { createServices, type Services } from "../services/services.ts";
import { needsDesktop, refuse } from "./refuse.ts";

/**
 * Activates the extension in a browser, as on vscode.dev and github.dev: the editor and the results. What sends requests to the service, or needs
 * a disk or another program, says that it needs VS Code on the desktop.
 */
export async function activate(context: vscode.ExtensionContext): Promise<Services> {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const services = createServices(context, async () => needsDesktop("requests"));
  // For the when-clauses of what does not work in a browser. `isWeb` is also true in a codespace, where it works.
  void vscode.commands.executeCommand("setContext", "analyticsEngines.inBrowser", true);

  // Without rows, the view shows a welcome text, which says what works here.
  services.subscriptions.push(
    vscode.window.registerTreeDataProvider<never>("analyticsEngines.explorer", {
      getChildren: () => [],
      getTreeItem: (row) => row,
    }),
  );

  const viewers = async () => (await import("./workspace-viewers.ts")).workspaceViewersOf(services);
  activateResults(services, viewers, ({ scheme }) => scheme !== "untitled");

  const editor = lazily(async () => (await import("../editor/index.ts")).activateEditor(services));
  registerCommands(services, {
    connections: async () => refuse("connections", "requests"),
    log: async () => ({ show: () => services.log.show() }),
    editor,
    explorer: async () => refuse("explorer", "requests"),
    jobs: async () => refuse("jobs", "runs"),
    results: lazily(async () => (await import("./result-commands.ts")).webResultCommands(services)),
    templates: async () => refuse("templates", "requests"),
  });
  await activateWithDocument(services, editor);
  return services;
}
