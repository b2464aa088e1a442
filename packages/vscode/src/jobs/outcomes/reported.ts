import * as vscode from "vscode";
import { toRange } from "../../common/places.ts";
import { uriOfSweepFile } from "../../editor/documents/sweep-files.ts";
import { ROW_FILES } from "../../editor/documents/sweeps.ts";
import type { RunRef } from "../runs/refs.ts";
import type { RunRecord } from "../store/run-record.ts";
import type { UnitProblem } from "./problems.ts";

/** A problem of a run as VS Code shows it. */
export interface ReportedProblem {
  /** The file that it is in: the parameter file, or one that a sweep reads. */
  readonly uri: vscode.Uri;
  readonly diagnostic: vscode.Diagnostic;
  readonly ref: RunRef;
  /** What opens the cell that failed a check. */
  readonly showCell?: vscode.Command;
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
  const place = range === undefined ? new vscode.Range(0, 0, 0, 0) : toRange(range);
  const diagnostic = new vscode.Diagnostic(place, message, severities[severity]);
  diagnostic.source = vscode.l10n.t("Analytics Engines run");
  if (code !== undefined) diagnostic.code = code;
  if (finding === undefined || checks === undefined) return { uri, diagnostic, ref };
  const { file, line, table, column, row } = finding;
  const rule = new vscode.Location(
    vscode.Uri.joinPath(vscode.Uri.file(checks.folder), file),
    new vscode.Position(line - 1, 0),
  );
  diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(rule, vscode.l10n.t("The check"))];
  if (table === undefined || column === undefined || row === undefined) return { uri, diagnostic, ref };
  const title = vscode.l10n.t("Show the cell in the results");
  const args = [{ ...ref, cell: { table, column, row } }];
  return { uri, diagnostic, ref, showCell: { title, command: "analyticsEngines.results.open", arguments: args } };
}

/** Offers what helps with the problems at a place: as quick fixes, and the cell that failed a check as a link, too. */
export function offerHelp(problemsAt: (uri: vscode.Uri, range: vscode.Range) => readonly ReportedProblem[]) {
  const selector = [{ language: "analytics-engines" }, { language: "json" }, { pattern: ROW_FILES }];
  const actions: vscode.CodeActionProvider = {
    provideCodeActions: ({ uri }, range) => problemsAt(uri, range).flatMap(actionsOf),
  };
  const links: vscode.HoverProvider = {
    provideHover({ uri }, position) {
      const commands = problemsAt(uri, new vscode.Range(position, position)).flatMap(({ showCell }) => showCell ?? []);
      return commands.length === 0 ? undefined : new vscode.Hover(commands.map(linkOf));
    },
  };
  return [
    vscode.languages.registerCodeActionsProvider(selector, actions, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    // VS Code follows no command in the link of a diagnostic.
    vscode.languages.registerHoverProvider(selector, links),
  ];
}

function actionsOf({ diagnostic, ref, showCell }: ReportedProblem): vscode.CodeAction[] {
  const [copy, show] = [vscode.l10n.t("Copy request keys of this job"), vscode.l10n.t("Show results of this run")];
  const commands: readonly vscode.Command[] = [
    ...(showCell === undefined ? [] : [showCell]),
    { title: copy, command: "analyticsEngines.jobs.copyRequestKeys", arguments: [ref] },
    { title: show, command: "analyticsEngines.jobs.showResults", arguments: [ref] },
  ];
  return commands.map((command) => {
    const action = new vscode.CodeAction(command.title, vscode.CodeActionKind.QuickFix);
    action.command = command;
    action.diagnostics = [diagnostic];
    return action;
  });
}

function linkOf({ title, command, arguments: args }: vscode.Command): vscode.MarkdownString {
  const link = new vscode.MarkdownString(`[${title}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`);
  link.isTrusted = { enabledCommands: [command] };
  return link;
}
