import { escapeMarkdown, inertText } from "@analytics-engines/core/basics";
import {
  cellValue,
  columnLabels,
  isExactNumber,
  plainText,
  type Table,
  tableToCsv,
} from "@analytics-engines/core/results";

/** The forms in which cells are copied, all with all digits. */
export type CopyForm = "cells" | "headers" | "csv" | "markdown" | "json";

/** Tables as text: tab-separated cells for spreadsheets, with or without headers, CSV, Markdown or JSON. */
export function copyText(table: Table, form: CopyForm): string {
  switch (form) {
    case "cells":
      return toTsv(table, false);
    case "headers":
      return toTsv(table, true);
    case "csv":
      return tableToCsv(table, { inertFormulas: true });
    case "markdown":
      return toMarkdown(table);
    case "json":
      return toJson(table);
  }
}

/**
 * Texts with tabs, line ends or quotes are quoted. A text that a spreadsheet would run as a formula gets an apostrophe in front. One cell alone
 * is copied as it is, since people paste it into any field.
 */
function toTsv({ columns, rowCount }: Table, withHeader: boolean): string {
  const [column, second] = columns;
  if (column && !second && rowCount === 1 && !withHeader) return plainText(cellValue(column, 0));
  const lines = withHeader ? [columnLabels(columns).map(tsvField).join("\t")] : [];
  for (let row = 0; row < rowCount; row++) {
    const fields = columns.map((column) => {
      const value = cellValue(column, row);
      return typeof value === "number" || isExactNumber(value) ? plainText(value) : tsvField(plainText(value));
    });
    lines.push(fields.join("\t"));
  }
  return lines.join("\r\n");
}

function tsvField(text: string): string {
  const inert = inertText(text);
  return /[\t\r\n"]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

function toMarkdown({ columns, rowCount }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const marks = columns.map(({ values }) => (values.kind === "number" ? "---:" : "---"));
  const rows = Array.from({ length: rowCount }, (_, row) =>
    line(columns.map((column) => escapeMarkdown(plainText(cellValue(column, row))))),
  );
  return [line(columnLabels(columns).map(escapeMarkdown)), line(marks), ...rows].join("\n");
}

/** A list of objects. NaN and the infinite numbers, which JSON lacks, are texts. */
function toJson({ columns, rowCount }: Table): string {
  const labels = columnLabels(columns);
  const rows = Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column, index) => [labels[index] ?? "", jsonValue(cellValue(column, row))])),
  );
  return JSON.stringify(rows, undefined, 2);
}

function jsonValue(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
