import { statSync } from "node:fs";
import { summary } from "@actions/core";
import { table } from "./markdown.ts";

/** The longest summary of a step that GitHub shows, bytes. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

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

/**
 * Adds to the job's summary, in the file that `GITHUB_STEP_SUMMARY` names. Without it (no runner), nothing is written.
 *
 * @param render makes the text for the bytes that are left of the limit
 */
export async function writeSummary(render: (limit: number) => string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  const usedBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  await summary.addRaw(render(Math.max(0, MAX_SUMMARY_BYTES - usedBytes))).write();
}
