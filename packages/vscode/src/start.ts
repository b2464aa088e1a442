import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { activateAgents } from "./agents/index.ts";
import { lazily } from "./common/async.ts";
import { createStatusBar } from "./connection-dialogs/status-bar.ts";
import { activateExplorer, type Explorer } from "./explorer/index.ts";
import { activateJobs } from "./jobs/index.ts";
import { runsOf } from "./jobs/runs/runs.ts";
import type { JobsView } from "./jobs/view/view.ts";
import { activateResults } from "./results/index.ts";
import { logError, registerCommands } from "./services/commands.ts";
import { createServices, type Services } from "./services/services.ts";
import { activateWithDocument, watchUse } from "./services/use.ts";
import { watchWalkthrough } from "./services/walkthrough.ts";

/** What the tests in VS Code get from the active extension. */
export interface ActiveExtension {
  readonly services: Services;
  readonly explorer: Explorer;
  readonly jobsView: JobsView;
}

/**
 * Activates the extension: shows the status bar and the views, and registers the commands, whose code loads at the first use. Reads no
 * network, no secret and no file but its own.
 */
export async function start(context: vscode.ExtensionContext): Promise<ActiveExtension> {
  if (vscode.l10n.bundle !== undefined) l10n.config({ contents: vscode.l10n.bundle });
  const services = createServices(context);
  const { connections, log, subscriptions } = services;
  const use = watchUse(services, runsOf(services).mayHaveHistory);
  subscriptions.push(createStatusBar(connections, use));
  watchWalkthrough(services, runsOf(services).mayHaveHistory);
  const explorer = activateExplorer(services);
  const jobsView = activateJobs(services);
  activateResults(services);
  activateAgents(services);

  const editor = lazily(async () =>
    (await import("./jobs/editor-with-runs.ts")).activateEditorWithRuns(services, explorer.reveal),
  );
  registerCommands(services, {
    connections: async () => (await import("./connection-dialogs/commands.ts")).connectionCommands(services),
    log: async () => ({ show: () => log.show() }),
    editor,
    explorer: async () => (await import("./explorer/actions/commands.ts")).explorerCommands(services, explorer.view),
    jobs: lazily(async () => (await import("./jobs/commands.ts")).jobCommands(services, jobsView)),
    results: lazily(async () => (await import("./results/commands/commands.ts")).resultCommands(services)),
    templates: lazily(async () => (await import("./templates/commands.ts")).templateCommands(services, explorer)),
  });

  const menus = lazily(async () => (await import("./jobs/view/menu-folders.ts")).watchMenuFolders(services));
  const showMenus = () => {
    if (use.isInUse()) menus().catch((error: unknown) => logError(services, error));
  };
  subscriptions.push(use.onDidChange(showMenus));
  showMenus();

  await activateWithDocument(services, editor);
  return { services, explorer, jobsView };
}
