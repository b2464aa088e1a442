import { escapeMarkdown } from "@analytics-engines/core/text";

/** Untrusted text as code of GitHub's markdown: for paths, names and ids. GitHub looks for no mention and no reference inside of it. */
export function code(text: string): string {
  return text === "" ? "" : `<code>${escapeMarkdown(text)}</code>`;
}

/** A sentence with untrusted text, in which what stands between backticks reads as code. */
export function prose(text: string): string {
  const parts = text.split("`");
  // Cut in the middle of a code, perhaps: then there is none.
  if (parts.length % 2 === 0) return escapeMarkdown(text);
  return parts.map((part, index) => (index % 2 === 0 ? escapeMarkdown(part) : code(part))).join("");
}

/**
 * A table. Cells are markdown: untrusted text in them is escaped before.
 *
 * @param figures How many of the last columns hold numbers, which stand at the right.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], figures = 0): string {
  const rule = head.map((_, at) => (at < head.length - figures ? "---" : "--:"));
  return [tableRow(head), tableRow(rule), ...rows.map(tableRow)].map((row) => `${row}\n`).join("");
}

/** One row of a table, without a line feed. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
