import { isolated } from "@analytics-engines/core/basics";
import { failedCellsOf } from "@analytics-engines/runs/browser";
import * as vscode from "vscode";
import { toRange } from "../../common/vscode-util.ts";
import { uriOfSweepFile } from "../../editor/documents/written-file.ts";
import type { RunRef } from "../runs/refs.ts";
import type { RunRecord } from "../store/history.ts";
import type { UnitProblem } from "./problems.ts";

/** A problem of a run as VS Code shows it. */
export interface ReportedProblem {
  /** The file that it is in: the parameter file, or one that a sweep reads. */
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
  readonly ref: RunRef;
  /** What opens each cell that failed a check. */
  readonly showCells: readonly vscode.Command[];
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
} as const;

/** Converts a problem of a file of a run. @param fileUri the parameter file or the sweep @param path the job in the run */
export function reportedOf(
  { unitId, severity, message, code, range, finding }: UnitProblem,
  fileUri: vscode.Uri,
  { id, checks }: RunRecord,
  path: string,
): ReportedProblem {
  const ref = { run: id, path, unit: unitId };
  const uri = range?.path === undefined ? fileUri : uriOfSweepFile(fileUri, range.path);
  const editorRange = range === undefined ? new vscode.Range(0, 0, 0, 0) : toRange(range);
  const diagnostic = new vscode.Diagnostic(editorRange, message, severities[severity]);
  diagnostic.source = vscode.l10n.t("Analytics Engines run");
  if (code !== undefined) diagnostic.code = code;
  if (finding === undefined || checks === undefined) return { uri, diagnostic, ref, showCells: [] };
  const { file, line } = finding;
  const rule = new vscode.Location(
    vscode.Uri.joinPath(vscode.Uri.file(checks.folder), file),
    new vscode.Position(line - 1, 0),
  );
  diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(rule, vscode.l10n.t("The check"))];
  const cells = failedCellsOf(finding);
  const showCells = cells.map(({ cell, rowName }): vscode.Command => {
    const title =
      cells.length === 1
        ? vscode.l10n.t("Show the cell in the results")
        : vscode.l10n.t("Show the cell of {0} in the results", isolated(rowName));
    return { title, command: "analyticsEngines.results.open", arguments: [{ ...ref, cell }] };
  });
  return { uri, diagnostic, ref, showCells };
}
