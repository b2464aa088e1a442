import { count, printable } from "@analytics-engines/core/basics";
import {
  type Column,
  formatCell,
  periodText,
  readTable,
  rowIndents,
  type Table,
} from "@analytics-engines/core/results";
import { fitTable, type TextColumn } from "../../terminal/columns.ts";
import type { Paint } from "../../terminal/paint.ts";

const MAX_ROWS = 20;
const INDENT = "  ";

/** The first rows of a table, fitted to the width, with cells as the table's formats show them and groups indented. */
export function preview(table: Table, options: { includeHidden: boolean; width: number; paint: Paint }): string {
  const { includeHidden, width, paint } = options;
  const columns = table.columns.filter((column) => includeHidden || !column.isHidden);
  // If the groups have no columns of their own, only the indent shows them.
  const isTree = columns.filter(({ values }) => values.kind === "text").length === 1;
  const indents = isTree ? rowIndents(readTable(table)) : undefined;
  const shownRows = Math.min(table.rowCount, MAX_ROWS);
  const headers = columns.map(({ header }) => printable(header.join(" | ")));
  const cells = columns.map((column) =>
    cellTexts(column, shownRows, column.values.kind === "text" ? indents : undefined),
  );
  const rows = [headers, ...Array.from({ length: shownRows }, (_, row) => cells.map((texts) => texts[row] ?? ""))];
  const sides = columns.map(({ values }): TextColumn => ({ side: values.kind === "number" ? "right" : "left" }));
  const { lines, omittedCount } = fitTable(rows, sides, width);
  const [header = "", ...rowLines] = lines;
  return [
    paint("bold", title(table)),
    paint("dim", header),
    ...rowLines,
    ...notShown(table.rowCount - shownRows, omittedCount, paint),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

function cellTexts(column: Column, rows: number, indents: Uint8Array | undefined): string[] {
  return Array.from(
    { length: rows },
    (_, row) => INDENT.repeat(indents?.[row] ?? 0) + printable(formatCell(column, row)),
  );
}

function title({ id, rowCount, columns, metadata }: Table): string {
  const hiddenCount = columns.filter(({ isHidden }) => isHidden).length;
  const facts = [
    count(rowCount, "row"),
    `${count(columns.length, "column")}${hiddenCount > 0 ? ` (${hiddenCount} hidden)` : ""}`,
    periodText(metadata.startDate, metadata.endDate),
    metadata.currency ?? "",
  ];
  return `${printable(id)}: ${facts
    .filter((fact) => fact !== "")
    .map(printable)
    .join(", ")}`;
}

function notShown(rows: number, columns: number, paint: Paint): string[] {
  const counts = [rows > 0 ? count(rows, "row") : "", columns > 0 ? count(columns, "column") : ""];
  const text = counts.filter((part) => part !== "").join(" and ");
  return text === "" ? [] : [paint("dim", `… ${text} more`)];
}
