import { type Column, formatCell, periodText, type Table } from "@analytics-engines/core/results";
import { count, printable } from "@analytics-engines/core/text";
import { alignRows, fit, widthOf } from "../terminal/columns.ts";
import type { Paint } from "../terminal/paint.ts";

const maxRows = 20;
const maxColumnWidth = 32;
const gap = "  ";

/** The first rows of a table, fitted to the width, with cells as the table's formats show them and groups indented. */
export function preview(table: Table, options: { hidden: boolean; width: number; paint: Paint }): string {
  const { hidden, width, paint } = options;
  const columns = table.columns.filter((column) => hidden || !column.isHidden);
  // If the groups have no columns of their own, only the indent shows them.
  const isTree = columns.filter(({ values }) => values.kind === "text").length === 1;
  const shownRows = Math.min(table.rowCount, maxRows);
  const shown: { texts: string[]; side: "left" | "right" }[] = [];
  let used = 0;
  for (const column of columns) {
    const levels = isTree && column.values.kind === "text" ? table.groupLevels : undefined;
    const texts = columnTexts(column, shownRows, levels);
    const needed = Math.max(...texts.map(widthOf)) + (shown.length > 0 ? gap.length : 0);
    if (shown.length > 0 && used + needed > width) break;
    used += needed;
    shown.push({ texts, side: column.values.kind === "number" ? "right" : "left" });
  }
  const rows = Array.from({ length: shownRows + 1 }, (_, row) => shown.map(({ texts }) => texts[row] ?? ""));
  const [header = "", ...lines] = alignRows(
    rows,
    shown.map(({ side }) => side),
  );
  return [
    paint("bold", title(table)),
    paint("dim", header),
    ...lines,
    ...notShown(table.rowCount - shownRows, columns.length - shown.length, paint),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

/** The header and the first cells. */
function columnTexts(column: Column, rows: number, levels: Uint8Array | undefined): string[] {
  const cells = Array.from(
    { length: rows },
    (_, row) => gap.repeat(levels?.[row] ?? 0) + printable(formatCell(column, row)),
  );
  return [printable(column.header.join(" | ")), ...cells].map((text) => fit(text, maxColumnWidth));
}

function title({ id, rowCount, columns, metadata }: Table): string {
  const hidden = columns.filter(({ isHidden }) => isHidden).length;
  const facts = [
    count(rowCount, "row"),
    `${count(columns.length, "column")}${hidden > 0 ? ` (${hidden} hidden)` : ""}`,
    periodText(metadata.startDate, metadata.endDate),
    metadata.currency ?? "",
  ];
  return `${printable(id)}: ${facts
    .filter((fact) => fact !== "")
    .map(printable)
    .join(", ")}`;
}

function notShown(rows: number, columns: number, paint: Paint): string[] {
  const left = [rows > 0 ? count(rows, "row") : "", columns > 0 ? count(columns, "column") : ""];
  const text = left.filter((part) => part !== "").join(" and ");
  return text === "" ? [] : [paint("dim", `… ${text} more`)];
}
