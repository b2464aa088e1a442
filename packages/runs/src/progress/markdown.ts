import { escapeMarkdown } from "@analytics-engines/core/basics";

/** Untrusted text as code in GitHub's Markdown, for paths, names and ids. GitHub makes no mentions or references in it. */
export function code(text: string): string {
  return text === "" ? "" : `<code>${escapeMarkdown(text)}</code>`;
}

/** A sentence with untrusted text. Text between backticks becomes code. */
export function prose(text: string): string {
  const parts = text.split("`");
  // A sentence that was cut within code has an odd number of backticks, so nothing in it becomes code.
  if (parts.length % 2 === 0) return escapeMarkdown(text);
  return parts.map((part, index) => (index % 2 === 0 ? escapeMarkdown(part) : code(part))).join("");
}

/**
 * A table. Cells are Markdown: escape untrusted text first.
 *
 * @param numberColumnCount how many of the last columns have numbers, which are aligned right
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], numberColumnCount = 0): string {
  const rule = head.map((_, at) => (at < head.length - numberColumnCount ? "---" : "--:"));
  return [tableRow(head), tableRow(rule), ...rows.map(tableRow)].map((row) => `${row}\n`).join("");
}

/** One row of a table, without a line feed. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The first text that fits into `limit` bytes of UTF-8; otherwise the last one, cut at a line. */
export function firstFitting(texts: readonly (() => string)[], limit: number): string {
  let last = "";
  for (const make of texts) {
    last = make();
    if (Buffer.byteLength(last) <= limit) return last;
  }
  return rowsWithin(last.split("\n"), limit).join("\n");
}

/** As many of the rows as fit into `limit` bytes, each followed by a line feed. */
export function rowsWithin(rows: readonly string[], limit: number): readonly string[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(row) + 1;
    return bytes > limit;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/**
 * A table below a head with as many rows as fit into `limit` bytes, and a note about the others.
 *
 * @param rows made by `tableRow`
 * @param note says how many rows are left out
 */
export function partialTable(
  head: string,
  columns: readonly string[],
  rows: readonly string[],
  limit: number,
  note: (omittedCount: number) => string,
): string {
  const start = `${head}\n${table(columns, [])}`;
  const fittingRows = rowsWithin(rows, limit - Buffer.byteLength(`${start}\n${note(rows.length)}\n`));
  return `${start}${fittingRows.map((row) => `${row}\n`).join("")}\n${note(rows.length - fittingRows.length)}\n`;
}
