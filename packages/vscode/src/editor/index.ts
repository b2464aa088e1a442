import * as vscode from "vscode";
import type { CommandHandlers } from "../common/command-ids.ts";
import { logError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { namesOf } from "../common/names-by-connection.ts";
import { walkthroughOf } from "../common/walkthrough.ts";
import { assignLanguages } from "./assign-language.ts";
import { offerFixes } from "./code-actions.ts";
import { compareWithFile, compareWithHead } from "./compare-command.ts";
import { offerCompletion } from "./completion.ts";
import { showDiagnostics } from "./diagnostics.ts";
import { type Documents, watchDocuments } from "./documents.ts";
import { offerGoTo } from "./go-to.ts";
import { showNames } from "./hints.ts";
import { showHovers } from "./hover.ts";
import { languageId } from "./kinds.ts";
import { showLenses } from "./lenses.ts";
import { checkNames, type NameCheckRuns } from "./name-checks.ts";
import { createNameLookupGate } from "./name-lookup-gate.ts";
import { newParameterFile } from "./new-file-command.ts";
import { showPage } from "./pages.ts";
import { showRelativeDates } from "./relative-dates.ts";
import { offerRename } from "./rename.ts";
import { sortUnits } from "./sort-units.ts";
import { showFamily } from "./status.ts";
import { offerStructure } from "./structure.ts";

/** What the editor offers only in a host that can run parameter files. */
export interface EditorRuns extends NameCheckRuns {
  /** Shows the outcome of the last run above a file and above its units. */
  readonly showOutcomes: (services: Services, documents: Documents) => void;
}

/**
 * Activates the language features for parameter files, and returns the commands of the editor. In a workspace that is not trusted it sends no
 * requests.
 * @param runs absent in a host that cannot run parameter files
 */
export function activateEditor(services: Services, runs?: EditorRuns): CommandHandlers<"editor"> {
  const documents = watchDocuments(services);
  const names = createNameLookupGate(services);
  const checks = checkNames(services, documents, names, runs);
  showDiagnostics(services, documents, checks);
  offerCompletion(services, documents, names);
  const dates = showRelativeDates(services, documents, names);
  showHovers(services, documents, names, dates);
  showNames(services, checks);
  // VS Code shows the lenses that were registered last first.
  runs?.showOutcomes(services, documents);
  showLenses(services, documents, checks, runs !== undefined);
  offerStructure(services, documents);
  offerRename(services, documents);
  offerGoTo(services, documents, names);
  assignLanguages(services, documents);
  services.subscriptions.push(
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (document.languageId === languageId)
        noteWritten(services, document, documents).catch((error: unknown) => logError(services, error));
    }),
  );
  return {
    newFile: newParameterFile,
    openExample: async () => (await import("./open-example.ts")).openExample(services),
    fixAll: offerFixes(services, documents, checks),
    pickFamily: showFamily(services, documents),
    pinDates: dates.pin,
    sortUnits: () => sortUnits(documents),
    compareWithFile: (uri, other) => compareWithFile(services, documents, uri, other),
    compareWithHead: (uri) => compareWithHead(services, documents, uri),
    refreshNames() {
      names.open();
      namesOf(services).forget();
    },
    async openDocs(heading) {
      const { default: markdown } = await import("../../../../docs/parameter-files.md");
      await showPage(services, "parameter-files.md", markdown, typeof heading === "string" ? heading : undefined);
    },
  };
}

/** A saved file without errors completes a step of the walkthrough. */
async function noteWritten(services: Services, document: vscode.TextDocument, documents: Documents): Promise<void> {
  const { issues } = await documents.check(document);
  if (issues.every(({ severity }) => severity !== "error")) walkthroughOf(services).complete("write");
}
