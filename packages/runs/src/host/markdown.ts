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
 * @param figures how many of the last columns have numbers, which are aligned right
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], figures = 0): string {
  const rule = head.map((_, at) => (at < head.length - figures ? "---" : "--:"));
  return [tableRow(head), tableRow(rule), ...rows.map(tableRow)].map((row) => `${row}\n`).join("");
}

/** One row of a table, without a line feed. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
