import { printable } from "@analytics-engines/core/basics";
import {
  changeLines,
  changesHeadline,
  type HistoryChanges,
  type NumberOverRuns,
  pointText,
  runTexts,
} from "@analytics-engines/runs/review";
import { fitTable, type TextColumn } from "../../terminal/columns.ts";
import type { Paint } from "../../terminal/output.ts";

/** The most series that are shown; the others are counted. */
const MAX_SERIES = 20;
const INDENT = "  ";

/** Numbers over runs as tables, the oldest run first. */
export function seriesReport(series: readonly NumberOverRuns[], paint: Paint, width: number): string {
  if (series.length === 0) return "No number matches.\n";
  const shown = series.slice(0, MAX_SERIES);
  const runText = runTexts(shown.flatMap(({ points }) => points));
  const tables = shown.map((numbers) => seriesTable(numbers, runText, paint, width));
  const more = series.length - MAX_SERIES;
  const note = more > 0 ? [`And ${more} more. Name a file, a unit, a table, a row or a column, or use --json.\n`] : [];
  return [...tables, ...note].join("\n");
}

const columns: readonly TextColumn[] = [
  { name: "runs", side: "left" },
  { name: "values", side: "right" },
  { name: "changes", side: "right" },
  { name: "reasons of the changes", side: "left" },
];

function seriesTable(
  { file, unit, table, row, column, measure, points }: NumberOverRuns,
  runText: ReturnType<typeof runTexts>,
  paint: Paint,
  width: number,
): string {
  const cellAddress = [row, column].filter((text) => text !== "").join(", ");
  const title = `${file}#${unit}, ${table}: ${cellAddress}${measure === null ? "" : ` (${measure})`}`;
  const rows = points.map((point, index) => {
    const { value, change, note } = pointText(points[index - 1], point);
    return [runText(point), value, change, note].map(printable);
  });
  const { lines, notes } = fitTable(rows, columns, width - INDENT.length);
  const rowLines = [...lines.flat(), ...notes].map((line) => INDENT + line);
  return [paint("bold", printable(title)), ...rowLines].map((line) => `${line}\n`).join("");
}

const colours = { error: "red", warning: "yellow", good: "green" } as const;

/** What newly failed, and what recovered. */
export function changesReport(changes: HistoryChanges, paint: Paint): string {
  const lines = changeLines(changes).map(
    ({ outcome, level, name, text }) => `  ${paint(colours[level], outcome)} ${printable(`${name}: ${text}`)}`,
  );
  return [paint("bold", changesHeadline(changes)), ...lines].map((line) => `${line}\n`).join("");
}
