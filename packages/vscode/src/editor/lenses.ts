import { fromPointer } from "@analytics-engines/core/json";
import type { TemplateKind } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { isWritten } from "./diagnostics.ts";
import type { Documents } from "./documents.ts";
import { isVersioned, watchRepositories } from "./git.ts";
import { languageId } from "./kinds.ts";
import { loadChecker } from "./load.ts";
import type { NameChecks, ResolvedName } from "./name-checks.ts";
import { createReminder } from "./reminder.ts";

/** Shows Run and Compare above the file, Run above each unit, and Run with commentary above each attribution. */
export function showLenses(services: Services, documents: Documents, names: NameChecks): void {
  const { clock, log, subscriptions } = services;
  const changed = new vscode.EventEmitter<void>();
  // VS Code requests lenses after a delay, and never if the cursor leaves the editor before.
  const reminder = createReminder(
    clock,
    (key) => vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === key),
    () => changed.fire(),
  );
  let isWatching = false;
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      const wanted = vscode.workspace.getConfiguration("analyticsEngines.editor").get("codeLens", true);
      const lenses = wanted && isWritten(document) ? await lensesOf(document, documents, names) : [];
      if (!token.isCancellationRequested) reminder.done(document.uri.toString());
      if (!isWatching) {
        isWatching = true;
        watchRepositories(services, () => changed.fire()).catch((error: unknown) =>
          log.debug(`The git extension did not answer: ${error instanceof Error ? error.message : String(error)}`),
        );
      }
      return lenses;
    },
  };
  subscriptions.push(
    changed,
    reminder,
    vscode.languages.registerCodeLensProvider({ language: languageId }, provider),
    documents.onDidCheck(({ uri }) => {
      changed.fire();
      reminder.expect(uri.toString());
    }),
    names.onDidChange(() => changed.fire()),
    documents.onDidClose(({ uri }) => reminder.done(uri.toString())),
    vscode.window.onDidChangeVisibleTextEditors(() => reminder.check()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.codeLens")) changed.fire();
    }),
  );
}

/**
 * The lenses of a document; none before its first check. VS Code delays each request for lenses by the average time of the answers. If the first
 * answer waited for the checker to load, the lenses of the next files would be seconds late. After the check VS Code requests them again.
 */
export async function lensesOf(
  document: vscode.TextDocument,
  documents: Pick<Documents, "latest" | "check">,
  names?: Pick<NameChecks, "resolved">,
): Promise<vscode.CodeLens[]> {
  const latest = documents.latest(document);
  if (latest === undefined) return [];
  const { findUnits, readTree } = await loadChecker();
  const isCurrent = latest.text === document.getText();
  const { kind, text, file, issues } = isCurrent ? latest : await documents.check(document);
  const root = file && kind !== undefined ? readTree(text) : undefined;
  if (!root || kind === undefined) return [];
  const compare = isVersioned(document.uri) ? [compareLens(document)] : [];
  if (file?.family === undefined && file?.template === undefined) return compare;
  const errors = issues.filter(({ severity }) => severity === "error").length;
  // A file with errors cannot run.
  if (errors > 0) return [errorsLens(errors), ...compare];
  if (file.template !== undefined) return [templateLens(document, file.template), ...compare];
  const run = lens(top, `$(play) ${vscode.l10n.t("Run")}`, "analyticsEngines.jobs.runFile", [document.uri]);
  const attributions = attributionsOf((await names?.resolved(document)) ?? []);
  const units = findUnits(root, kind).flatMap(({ id, start }) => [
    unitLens(document, start, `$(play) ${vscode.l10n.t("Run this unit")}`, "runUnit", id),
    ...(attributions.has(id)
      ? [unitLens(document, start, `$(comment) ${vscode.l10n.t("Run with commentary")}`, "runUnitWithCommentary", id)]
      : []),
  ]);
  return [run, ...compare, ...units];
}

/** The units whose component is an attribution: the service writes commentaries for no others. */
function attributionsOf(resolved: readonly ResolvedName[]): ReadonlySet<string> {
  const pointers = resolved.flatMap((reference) => {
    const isOne = reference.found && reference.kind === "component" && reference.engine === "pa";
    return isOne && /^attribution\b/i.test(reference.category ?? "") ? [reference.pointer] : [];
  });
  return new Set(pointers.map((pointer) => fromPointer(pointer)?.[1] ?? ""));
}

const top = new vscode.Range(0, 0, 0, 0);

function unitLens(document: vscode.TextDocument, offset: number, title: string, verb: string, id: string) {
  const at = document.positionAt(offset);
  return lens(new vscode.Range(at, at), title, `analyticsEngines.jobs.${verb}`, [document.uri, id]);
}

function compareLens({ uri }: vscode.TextDocument): vscode.CodeLens {
  return lens(top, vscode.l10n.t("Compare with HEAD"), "analyticsEngines.editor.compareWithHead", [uri]);
}

function templateLens({ uri }: vscode.TextDocument, kind: TemplateKind): vscode.CodeLens {
  return kind.endsWith("Update")
    ? lens(top, `$(cloud-upload) ${vscode.l10n.t("Update on the service")}`, "analyticsEngines.templates.update", [uri])
    : lens(top, `$(add) ${vscode.l10n.t("Create on the service")}`, "analyticsEngines.templates.create", [uri]);
}

function errorsLens(errors: number): vscode.CodeLens {
  const title = errors === 1 ? vscode.l10n.t("1 error to fix") : vscode.l10n.t("{0} errors to fix", errors);
  return lens(top, `$(error) ${title}`, "workbench.actions.view.problems", []);
}

function lens(range: vscode.Range, title: string, command: string, args: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(range, { title, command, arguments: args });
}
