import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { activateAgents } from "./agents/index.ts";
import { logError, registerCommands } from "./common/commands.ts";
import { createServices, type Services } from "./common/context.ts";
import { activateWithDocument } from "./common/first-document.ts";
import { lazily } from "./common/lazy.ts";
import { watchUse } from "./common/use.ts";
import { watchWalkthrough } from "./common/walkthrough.ts";
import { createStatusBar } from "./connections/status-bar.ts";
import { activateExplorer } from "./explorer/index.ts";
import { activateJobs } from "./jobs/index.ts";
import { jobsOf } from "./jobs/jobs.ts";
import { activateResults } from "./results/index.ts";

/**
 * Activates the extension in Node: shows the status bar and the views, and registers the commands, whose code loads at the first use. Reads no
 * network, no secret and no file but its own.
 */
export async function start(context: vscode.ExtensionContext): Promise<Services> {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const services = createServices(context, () => import("./connections/clients.ts"));
  const { connections, log, subscriptions } = services;
  const use = watchUse(services, jobsOf(services).mayHaveHistory);
  subscriptions.push(createStatusBar(connections, use));
  watchWalkthrough(services, jobsOf(services).mayHaveHistory);
  const explorer = activateExplorer(services);
  activateJobs(services);
  const viewers = async () => (await import("./results/history-viewers.ts")).viewersOf(services);
  activateResults(services, viewers, ({ scheme }) => scheme === "file");
  activateAgents(services);

  const editor = lazily(async () => (await import("./editor/with-runs.ts")).activateEditorWithRuns(services));
  registerCommands(services, {
    connections: async () => (await import("./connections/commands.ts")).connectionCommands(services),
    log: async () => ({ show: () => log.show() }),
    editor,
    explorer: async () => (await import("./explorer/commands.ts")).explorerCommands(services, explorer),
    jobs: lazily(async () => (await import("./jobs/commands.ts")).jobCommands(services)),
    results: lazily(async () => (await import("./results/commands.ts")).resultCommands(services)),
    templates: lazily(async () => (await import("./templates/commands.ts")).templateCommands(services)),
  });

  const menus = lazily(async () => (await import("./jobs/menu-folders.ts")).watchMenuFolders(services));
  const showMenus = () => {
    if (use.isInUse()) menus().catch((error: unknown) => logError(services, error));
  };
  subscriptions.push(use.onDidChange(showMenus));
  showMenus();

  await activateWithDocument(services, editor);
  return services;
}
