import { table } from "./markdown.ts";

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
