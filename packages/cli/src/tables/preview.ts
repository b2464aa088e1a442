import { formatCell, type Table } from "@analytics-engines/core/results";
import truncatedWidth from "fast-string-truncated-width";
import { count } from "../terminal/count.ts";
import type { Paint } from "../terminal/paint.ts";
import { visible } from "../terminal/visible.ts";

const maxRows = 20;
const maxColumnWidth = 32;
const gap = "  ";

/** The first rows of a table as they fit the width, cells as the table's formats show them, groups indented. */
export function preview(table: Table, options: { hidden: boolean; width: number; paint: Paint }): string {
  const { hidden, width, paint } = options;
  const columns = table.columns.filter((column) => hidden || !column.isHidden);
  const rows = Array.from({ length: Math.min(table.rowCount, maxRows) }, (_, row) => row);
  // Where the groups have no columns of their own, the indent alone shows them.
  const isTree = columns.filter(({ values }) => values.kind === "text").length === 1;
  const shown: ShownColumn[] = [];
  let used = 0;
  for (const [index, column] of columns.entries()) {
    const indent = (row: number) =>
      isTree && column.values.kind === "text" ? gap.repeat(table.groupLevels?.[row] ?? 0) : "";
    const cells = rows.map((row) => fit(indent(row) + visible(formatCell(column, row))));
    const header = fit(visible(column.header.join(" | ")));
    const columnWidth = Math.max(...[header, ...cells].map(widthOf));
    if (index > 0 && used + gap.length + columnWidth > width) break;
    used += columnWidth + (index > 0 ? gap.length : 0);
    shown.push({ header, cells, width: columnWidth, isRight: column.values.kind === "number" });
  }
  const line = (pick: (column: ShownColumn) => string) =>
    shown
      .map((column) => pad(pick(column), column))
      .join(gap)
      .trimEnd();
  return [
    paint("bold", title(table)),
    paint(
      "dim",
      line(({ header }) => header),
    ),
    ...rows.map((row) => line(({ cells }) => cells[row] ?? "")),
    ...notShown(table.rowCount - rows.length, columns.length - shown.length, paint),
  ]
    .map((text) => `${text}\n`)
    .join("");
}

interface ShownColumn {
  readonly header: string;
  readonly cells: readonly string[];
  readonly width: number;
  readonly isRight: boolean;
}

function title({ id, rowCount, columns, metadata }: Table): string {
  const hidden = columns.filter(({ isHidden }) => isHidden).length;
  const dates = [metadata.startDate, metadata.endDate].filter((date) => date !== undefined).join(" to ");
  const facts = [
    count(rowCount, "row"),
    `${count(columns.length, "column")}${hidden > 0 ? ` (${hidden} hidden)` : ""}`,
    dates,
    metadata.currency ?? "",
  ];
  return `${visible(id)}: ${facts
    .filter((fact) => fact !== "")
    .map(visible)
    .join(", ")}`;
}

function notShown(rows: number, columns: number, paint: Paint): string[] {
  const left = [rows > 0 ? count(rows, "row") : "", columns > 0 ? count(columns, "column") : ""];
  const text = left.filter((part) => part !== "").join(" and ");
  return text === "" ? [] : [paint("dim", `… ${text} more`)];
}

function fit(text: string): string {
  const { index, ellipsed } = truncatedWidth(text, { limit: maxColumnWidth, ellipsis: "…" });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

function pad(text: string, { width, isRight }: ShownColumn): string {
  const space = " ".repeat(width - widthOf(text));
  return isRight ? space + text : text + space;
}
