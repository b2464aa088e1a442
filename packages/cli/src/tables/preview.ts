import { count, printable } from "@analytics-engines/core/basics";
import { type Column, formatCell, periodText, type Table } from "@analytics-engines/core/results";
import { alignRows, fit, widthOf } from "../terminal/columns.ts";
import type { Paint } from "../terminal/paint.ts";

const MAX_ROWS = 20;
const MAX_COLUMN_WIDTH = 32;
const GAP = "  ";

/** The first rows of a table, fitted to the width, with cells as the table's formats show them and groups indented. */
export function preview(table: Table, options: { includeHidden: boolean; width: number; paint: Paint }): string {
  const { includeHidden, width, paint } = options;
  const columns = table.columns.filter((column) => includeHidden || !column.isHidden);
  // If the groups have no columns of their own, only the indent shows them.
  const isTree = columns.filter(({ values }) => values.kind === "text").length === 1;
  const shownRows = Math.min(table.rowCount, MAX_ROWS);
  const fittedColumns: { texts: string[]; side: "left" | "right" }[] = [];
  let usedWidth = 0;
  for (const column of columns) {
    const levels = isTree && column.values.kind === "text" ? table.groupLevels : undefined;
    const texts = columnTexts(column, shownRows, levels);
    const columnWidth = Math.max(...texts.map(widthOf)) + (fittedColumns.length > 0 ? GAP.length : 0);
    if (fittedColumns.length > 0 && usedWidth + columnWidth > width) break;
    usedWidth += columnWidth;
    fittedColumns.push({ texts, side: column.values.kind === "number" ? "right" : "left" });
  }
  const rows = Array.from({ length: shownRows + 1 }, (_, row) => fittedColumns.map(({ texts }) => texts[row] ?? ""));
  const [header = "", ...lines] = alignRows(
    rows,
    fittedColumns.map(({ side }) => side),
  );
  return [
    paint("bold", title(table)),
    paint("dim", header),
    ...lines,
    ...notShown(table.rowCount - shownRows, columns.length - fittedColumns.length, paint),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

/** The header and the first cells. */
function columnTexts(column: Column, rows: number, levels: Uint8Array | undefined): string[] {
  const cells = Array.from(
    { length: rows },
    (_, row) => GAP.repeat(levels?.[row] ?? 0) + printable(formatCell(column, row)),
  );
  return [printable(column.header.join(" | ")), ...cells].map((text) => fit(text, MAX_COLUMN_WIDTH));
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
