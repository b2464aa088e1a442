import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { isWritten } from "./diagnostics.ts";
import type { Documents } from "./documents.ts";
import { isVersioned, watchRepositories } from "./git.ts";
import { languageId } from "./kinds.ts";
import { loadEngine } from "./load.ts";

/** Run and Compare above the file, and Run above each of its units. */
export function showLenses(context: vscode.ExtensionContext, { log }: Services, documents: Documents): void {
  const changed = new vscode.EventEmitter<void>();
  let isWatching = false;
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const wanted = vscode.workspace.getConfiguration("analyticsEngines.editor").get("codeLens", true);
      if (!wanted || !isWritten(document)) return [];
      if (!isWatching) {
        isWatching = true;
        watchRepositories(context, () => changed.fire()).catch((error: unknown) =>
          log.debug(`Git could not be asked: ${error instanceof Error ? error.message : String(error)}`),
        );
      }
      const [{ findUnits, readTree }, { kind, text, file, issues }] = await Promise.all([
        loadEngine(),
        documents.check(document),
      ]);
      const root = file && kind !== undefined ? readTree(text) : undefined;
      if (!root || kind === undefined) return [];
      const compare = isVersioned(document.uri) ? [compareLens(document)] : [];
      // A template is created from its place in the explorer; what has errors cannot be sent.
      if (file?.family === undefined) return compare;
      const errors = issues.filter(({ severity }) => severity === "error").length;
      if (errors > 0) return [errorsLens(errors), ...compare];
      const units = findUnits(root, kind).map(({ id, start }) => {
        const at = document.positionAt(start);
        return lens(
          new vscode.Range(at, at),
          `$(play) ${vscode.l10n.t("Run this unit")}`,
          "analyticsEngines.jobs.runUnit",
          [document.uri, id],
        );
      });
      const run = lens(top, `$(play) ${vscode.l10n.t("Run")}`, "analyticsEngines.jobs.runFile", [document.uri]);
      return [run, ...compare, ...units];
    },
  };
  context.subscriptions.push(
    changed,
    vscode.languages.registerCodeLensProvider({ language: languageId }, provider),
    documents.onDidCheck(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.codeLens")) changed.fire();
    }),
  );
}

const top = new vscode.Range(0, 0, 0, 0);

function compareLens({ uri }: vscode.TextDocument): vscode.CodeLens {
  return lens(top, vscode.l10n.t("Compare with HEAD"), "analyticsEngines.editor.compareWithHead", [uri]);
}

function errorsLens(errors: number): vscode.CodeLens {
  const title = errors === 1 ? vscode.l10n.t("1 error to mend") : vscode.l10n.t("{0} errors to mend", errors);
  return lens(top, `$(error) ${title}`, "workbench.actions.view.problems", []);
}

function lens(range: vscode.Range, title: string, command: string, args: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(range, { title, command, arguments: args });
}
