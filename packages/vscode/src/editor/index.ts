import * as vscode from "vscode";
import { lazily } from "../common/async.ts";
import type { CommandHandlers } from "../common/command-ids.ts";
import { settingsFiles } from "../common/project-settings.ts";
import { logError } from "../services/commands.ts";
import { namesOf } from "../services/names-by-connection.ts";
import type { ServiceResource } from "../services/resources.ts";
import type { Services } from "../services/services.ts";
import { walkthroughOf } from "../services/walkthrough.ts";
import { offerRowPreview } from "./commands/preview-row.ts";
import { type Documents, documentsOf } from "./documents/documents.ts";
import { checkNames } from "./documents/name-checks.ts";
import { createNameLookupGate } from "./documents/name-lookup-gate.ts";
import { ROW_FILES, type Sweeps, watchSweeps } from "./documents/sweeps.ts";
import { LANGUAGE_ID } from "./language/text/kinds.ts";
import { offerCellCompletion } from "./providers/cell-completion.ts";
import { offerCellFixes, offerFixes } from "./providers/code-actions.ts";
import { offerCompletion } from "./providers/completion.ts";
import { showDiagnostics } from "./providers/diagnostics.ts";
import { offerGoTo } from "./providers/go-to.ts";
import { showHovers, showNames } from "./providers/hover.ts";
import { showLenses } from "./providers/lenses.ts";
import { showRelativeDates } from "./providers/relative-dates.ts";
import { assignLanguages, showFamily, showUncheckedNames } from "./providers/status.ts";
import { offerRename, offerStructure } from "./providers/structure.ts";

/** How long the status bar says what a command did. */
const STATUS_MS = 3000;

const loadCommands = lazily(() => import("./commands/commands.ts"));

/** What other features of the extension add to the editor. */
export interface EditorExtras {
  /** Selects the row of a resource in the Explorer. */
  readonly revealResource: (resource: ServiceResource) => Promise<unknown>;
  /** Shows the outcome of the last run above a file and above its units. */
  readonly showOutcomes: (services: Services, documents: Documents) => void;
}

/**
 * Activates the language features for parameter files, and returns the commands of the editor. In a workspace that is not trusted it sends no
 * requests.
 */
export function activateEditor(
  services: Services,
  { revealResource, showOutcomes }: EditorExtras,
): CommandHandlers<"editor"> {
  const documents = documentsOf(services);
  const sweeps = watchSweeps(services, documents);
  const lookupGate = createNameLookupGate(services, sweeps);
  const checks = checkNames(services, documents, lookupGate);
  const diagnostics = showDiagnostics(services, documents, checks);
  offerCellFixes(services, (file) => [...diagnostics.issuesIn(file), ...checks.issuesIn(file)]);
  offerCompletion(services, documents, lookupGate);
  offerCellCompletion(services, sweeps, lookupGate);
  const dates = showRelativeDates(services, documents, lookupGate);
  showHovers(services, documents, lookupGate, dates);
  showNames(services, checks);
  showUncheckedNames(services, documents, checks, lookupGate);
  // VS Code shows the lenses that were registered last first.
  showOutcomes(services, documents);
  showLenses(services, documents);
  offerStructure(services, documents);
  offerRename(services, documents);
  offerGoTo(services, documents, lookupGate, revealResource);
  assignLanguages(services, documents);
  offerSettingsFiles(services, sweeps);
  services.subscriptions.push(
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.languageId === LANGUAGE_ID)
        noteWritten(services, document, documents).catch((error: unknown) => logError(services, error));
    }),
  );
  return {
    newFile: async () => (await loadCommands()).newFile(),
    checkAll: async () => (await loadCommands()).checkAllFiles(services),
    openExample: async () => (await loadCommands()).openExample(services),
    fixAll: offerFixes(services, documents, checks),
    pickFamily: showFamily(services, documents),
    pinDates: dates.pin,
    previewRow: offerRowPreview(services, sweeps),
    refreshNames() {
      lookupGate.open();
      namesOf(services).forget();
      vscode.window.setStatusBarMessage(vscode.l10n.t("Names are read from the service again."), STATUS_MS);
    },
    openDocs: async (heading) => (await loadCommands()).openDocs(services, heading),
  };
}

/**
 * Loads the features for project files and checks files with the first of them, or the first file that may have rows with limits of checks: most
 * windows have none.
 */
function offerSettingsFiles(services: Services, sweeps: Sweeps): void {
  const load = lazily(async () => {
    const { checkSettingsFiles, showSetLenses } = await import("./providers/settings-files.ts");
    checkSettingsFiles(services, sweeps);
    showSetLenses(services);
  });
  const loadWith = (document: vscode.TextDocument) => {
    if (
      vscode.languages.match(settingsFiles, document) > 0 ||
      vscode.languages.match({ pattern: ROW_FILES }, document) > 0
    )
      load().catch((error: unknown) => logError(services, error));
  };
  services.subscriptions.push(vscode.workspace.onDidOpenTextDocument(loadWith));
  vscode.workspace.textDocuments.forEach(loadWith);
}

/** A saved file without errors completes a step of the walkthrough. */
async function noteWritten(services: Services, document: vscode.TextDocument, documents: Documents): Promise<void> {
  const { issues } = await documents.check(document);
  if (issues.every(({ severity }) => severity !== "error")) walkthroughOf(services).complete("write");
}
