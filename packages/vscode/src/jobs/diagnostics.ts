import * as vscode from "vscode";
import { type Services, shared } from "../common/context.ts";
import { rangeAt } from "../common/places.ts";
import type { Finished } from "./job-store-parts.ts";
import type { JobRef } from "./refs.ts";
import type { RecordedFile } from "./run-record.ts";

interface Reported {
  readonly diagnostic: vscode.Diagnostic;
  readonly ref: JobRef;
}

/** The errors and warnings of the service about units, at their places in the parameter files. */
export const runDiagnosticsOf = shared(({ subscriptions }: Services) => {
  const collection = vscode.languages.createDiagnosticCollection("analytics-engines-runs");
  /** By document and unit. */
  const reported = new Map<string, Map<string, readonly Reported[]>>();

  function publish(uri: string): void {
    const list = [...(reported.get(uri)?.values() ?? [])].flat();
    collection.set(
      vscode.Uri.parse(uri),
      list.map(({ diagnostic }) => diagnostic),
    );
  }

  /** Removes what earlier runs reported about the units of these files. */
  function clear(files: readonly RecordedFile[]): void {
    for (const { uri, units } of files) {
      const byUnit = uri === undefined ? undefined : reported.get(uri);
      if (uri === undefined || byUnit === undefined) continue;
      for (const unit of units) byUnit.delete(unit);
      publish(uri);
    }
  }

  /** Shows the errors and warnings of a run that has ended. */
  async function show({ run, manifest }: Finished): Promise<void> {
    const { openParameterFile } = await import("./open-parameters.ts");
    const { locateInFile: placeAll, problemsOf } = await import("./problems.ts");
    clear(run.record.files);
    for (const file of manifest.files) {
      const { uri } = run.record.files.find(({ path }) => path === file.path) ?? {};
      const problems = problemsOf(file);
      if (uri === undefined || problems.length === 0) continue;
      const document = await openParameterFile(uri);
      if (document === undefined) continue;
      const spans = placeAll(
        document.getText(),
        file,
        problems.map(({ pointers }) => pointers),
      );
      const byUnit = reported.get(uri) ?? new Map<string, readonly Reported[]>();
      reported.set(uri, byUnit);
      for (const [index, { unitId, severity, message, code }] of problems.entries()) {
        const diagnostic = new vscode.Diagnostic(rangeAt(document, spans[index]), message, severities[severity]);
        diagnostic.source = vscode.l10n.t("Analytics Engines run");
        if (code !== undefined) diagnostic.code = code;
        const ref: JobRef = { run: run.record.id, path: file.path, unit: unitId };
        byUnit.set(unitId, [...(byUnit.get(unitId) ?? []), { diagnostic, ref }]);
      }
      publish(uri);
    }
  }

  const actions: vscode.CodeActionProvider = {
    provideCodeActions({ uri }, range) {
      const here = [...(reported.get(uri.toString())?.values() ?? [])]
        .flat()
        .filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
      return here.flatMap(({ diagnostic, ref }) => [
        actionOf(
          vscode.l10n.t("Copy request keys of this job"),
          "analyticsEngines.jobs.copyRequestKeys",
          diagnostic,
          ref,
        ),
        actionOf(vscode.l10n.t("Show results of this run"), "analyticsEngines.jobs.showResults", diagnostic, ref),
      ]);
    },
  };
  subscriptions.push(
    collection,
    // The next unsaved file may get the name of one that is closed.
    vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled, isClosed }) => {
      if (!isUntitled || !isClosed || !reported.delete(uri.toString())) return;
      collection.delete(uri);
    }),
    vscode.languages.registerCodeActionsProvider([{ language: "analytics-engines" }, { language: "json" }], actions, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );
  return {
    show,
    clear,
    clearAll() {
      reported.clear();
      collection.clear();
    },
  };
});

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
} as const;

function actionOf(title: string, command: string, diagnostic: vscode.Diagnostic, ref: JobRef): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command, arguments: [ref] };
  action.diagnostics = [diagnostic];
  return action;
}
