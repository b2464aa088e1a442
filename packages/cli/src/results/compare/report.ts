import { count, printable } from "@analytics-engines/core/basics";
import { type CellChange, namesOfRow, type RowKey, type TableComparison } from "@analytics-engines/core/results";
import { fitTable, type TextColumn } from "../../terminal/columns.ts";
import type { Paint } from "../../terminal/paint.ts";

/** The most items of a kind that are listed; the others are counted. */
const MAX_LISTED = 20;
const INDENT = "    ";
const listColumns: readonly TextColumn[] = [
  { name: "rows", side: "left" },
  { name: "columns", side: "left" },
  { name: "cells before", side: "right" },
  { name: "", side: "left" },
  { name: "cells after", side: "right" },
  { name: "moves", side: "right" },
  { name: "percentages", side: "right" },
];

/** The changes of one table, for a terminal. */
export function comparisonReport(comparison: TableComparison, paint: Paint, width: number): string {
  const { isSame, rows, cells, columns, key } = comparison;
  const by = key.length > 0 ? `by ${key.map(printable).join(", ")}` : "by their position";
  const facts = [
    cells.changed > 0 ? `${count(cells.changed, "cell")} changed in ${count(rows.changed, "row")}` : "",
    cells.withinTolerance > 0 ? `${count(cells.withinTolerance, "number")} within tolerance` : "",
    rows.added.length > 0 ? `${count(rows.added.length, "row")} added` : "",
    rows.removed.length > 0 ? `${count(rows.removed.length, "row")} removed` : "",
    `${count(rows.matched, "row")} matched ${by}`,
  ].filter((fact) => fact !== "");
  const verdict = isSame ? paint("green", "the same") : paint("red", "changed");
  const others = comparison.changes.filter(({ before, after }) => !Number.isFinite(before) || !Number.isFinite(after));
  return [
    `${paint("bold", printable(comparison.after.id))}: ${verdict}: ${facts.join(", ")}`,
    ...names("Columns added", columns.added),
    ...names("Columns removed", columns.removed),
    ...names("Columns not compared, since several have the same header and name", columns.ambiguous),
    ...names(
      "Columns of another type",
      columns.retyped.map(({ column, before, after }) => `${column} (${before} to ${after})`),
    ),
    ...list(width, "Largest moves", comparison.largestMoves, (move) => [
      rowKeyText(move.row),
      move.column,
      ...[move.text.before, "→", move.text.after, move.text.difference, move.text.percent].map(plainMinus),
    ]),
    ...list(
      width,
      "Cells that are not numbers on both sides",
      others,
      changeCells,
      cells.changed > comparison.changes.length,
    ),
    ...list(width, "Rows added", rows.added, (row) => [rowKeyText(row)]),
    ...list(width, "Rows removed", rows.removed, (row) => [rowKeyText(row)]),
    ...list(
      width,
      "Rows with the same key, which are not compared: name more columns with --key",
      rows.duplicates,
      (one) => [rowKeyText(one.key), `${one.before} before, ${one.after} after`],
    ),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function names(title: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`  ${title}: ${all.map(printable).join(", ")}`];
}

/** @param isCut whether there are more items than these */
function list<Item>(
  width: number,
  title: string,
  items: readonly Item[],
  cells: (item: Item) => readonly string[],
  isCut = false,
): string[] {
  if (items.length === 0) return [];
  const rows = items.slice(0, MAX_LISTED).map((item) => cells(item).map(printable));
  const { lines, notes } = fitTable(rows, listColumns.slice(0, rows[0]?.length), width - INDENT.length);
  const unlistedCount = items.length - rows.length;
  const more = unlistedCount > 0 ? [`… ${isCut ? "at least " : ""}${unlistedCount} more`] : [];
  return [`  ${title}:`, ...[...lines, ...notes, ...more].map((line) => INDENT + line)];
}

function changeCells({ row, column, before, after }: CellChange): string[] {
  return [rowKeyText(row), column, valueText(before), "→", valueText(after)];
}

export function rowKeyText(row: RowKey): string {
  return namesOfRow(row).map(valueText).join(", ");
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Writes a minus that every terminal shows and that other commands read. */
export function plainMinus(text: string): string {
  return text.replace("\u2212", "-");
}
