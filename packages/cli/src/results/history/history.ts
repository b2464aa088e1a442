import { printable } from "@analytics-engines/core/basics";
import {
  type AddedRun,
  addedText,
  addToHistory,
  listHistoryChanges,
  type NumberFilter,
  readHistoryView,
  readSeries,
  type SeriesKind,
  type StoreProblem,
  unreadLines,
} from "@analytics-engines/runs/review";
import { widthFor } from "../../terminal/columns.ts";
import { type ExitCode, paintFor, printableJson } from "../../terminal/output.ts";
import { requireOneOutput, STANDARD, writeOrPrint } from "../../terminal/standard.ts";
import { changesReport, seriesReport } from "./report.ts";

export interface HistoryOptions {
  readonly store: string;
  readonly json?: true;
}

export interface ShowOptions extends HistoryOptions, NumberFilter {
  readonly kind: SeriesKind;
  readonly html?: string;
}

/** Adds runs to a store, and says which ones it had. */
export async function addCommand(folders: readonly string[], { store, json }: HistoryOptions): Promise<ExitCode> {
  const runs: (AddedRun & { readonly folder: string })[] = [];
  for (const folder of folders) {
    const addition = await addToHistory(folder, store);
    runs.push({ folder, ...addition });
    if (json === true) continue;
    process.stdout.write(`${printable(folder)}: ${addedText(addition)}\n`);
    for (const line of unreadLines(addition)) process.stdout.write(`  ${printable(line)}\n`);
  }
  if (json === true) printJson({ version: 1, runs });
  return 0;
}

/** Shows numbers over runs, or writes a page with their charts. */
export async function showCommand({ store, json, kind, html, ...filter }: ShowOptions): Promise<ExitCode> {
  if (html !== undefined) {
    requireOneOutput("--html", html, json);
    // Few ask for a page, and its code would let each command of the history take half as long again.
    const { writeHistoryPage } = await import("@analytics-engines/viewer/report");
    const { view, problems } = await readHistoryView(store, filter);
    const { file } = await writeOrPrint(html, (target) => writeHistoryPage(view, target));
    if (json === true) printJson({ version: 1, file, problems });
    else if (html !== STANDARD) process.stdout.write(`${printable(file)}\n`);
    return exitCodeOf(problems);
  }
  const { series, problems } = await readSeries(store, filter, kind);
  if (json === true) printJson({ version: 1, series, problems });
  else process.stdout.write(seriesReport(series, paintFor(process.stdout), widthFor(process.stdout)));
  return exitCodeOf(problems);
}

/** Lists what newly failed and what recovered. */
export async function listChangesCommand({ store, json }: HistoryOptions): Promise<ExitCode> {
  const changes = await listHistoryChanges(store);
  if (json === true) printJson({ version: 1, ...changes });
  else process.stdout.write(changesReport(changes, paintFor(process.stdout)));
  return exitCodeOf(changes.problems);
}

/** Names each problem on standard error. */
function exitCodeOf(problems: readonly StoreProblem[]): ExitCode {
  for (const { file, reason } of problems)
    process.stderr.write(`${printable(file)} was left out: it ${printable(reason)}\n`);
  return problems.length === 0 ? 0 : 1;
}

function printJson(value: unknown): void {
  process.stdout.write(`${printableJson(value)}\n`);
}
