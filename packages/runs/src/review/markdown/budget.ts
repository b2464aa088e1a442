import { rowsWithin } from "../../host/fit.ts";
import { table, tableRow } from "../../host/markdown.ts";

/** A part of a text that gets a limited room: it has at most `room` bytes of UTF-8, and is empty if nothing useful fits. */
export type Part = (room: number) => string;

/** A longer table shows this many rows and folds the others. */
export const OPEN_ROWS = 20;

/** Joins the parts, the most important first: each gets the room that those before it leave. */
export function fill(parts: readonly Part[], limit: number): string {
  let text = "";
  for (const part of parts) {
    const next = part(limit - Buffer.byteLength(text) - 1);
    if (next !== "") text += text === "" ? next : `\n${next}`;
  }
  return text;
}

/** The first form that fits. */
export function firstOf(...forms: readonly (() => string)[]): Part {
  return (room) => {
    for (const form of forms) {
      const text = form();
      if (Buffer.byteLength(text) <= room) return text;
    }
    return "";
  };
}

/** A table whose rows after the twentieth are folded. `figures` as in `table`. */
export function foldedTable(head: readonly string[], rows: readonly (readonly string[])[], figures = 0): string {
  const openTable = table(head, rows.slice(0, OPEN_ROWS), figures);
  const foldedRows = rows.slice(OPEN_ROWS);
  return foldedRows.length === 0
    ? openTable
    : `${openTable}\n${fold(`${foldedRows.length} more`, table(head, foldedRows, figures))}`;
}

export function fold(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n</details>\n`;
}

/** A table below `start` with as many of its rows as fit, folded from the 21st on, and a count of the others. */
export function tableWithin(
  start: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  figures = 0,
): Part {
  return (room) => {
    const overhead = Buffer.byteLength(`${start}${foldedTable(head, new Array(OPEN_ROWS + 1).fill([]), figures)}`);
    const count = rowsWithin(rows.map(tableRow), room - overhead - Buffer.byteLength(more(rows.length))).length;
    if (count === 0) return "";
    return `${start}${foldedTable(head, rows.slice(0, count), figures)}${more(rows.length - count)}`;
  };
}

/** Names in one line, as many as fit, and a count of the others. */
export function namesWithin(start: string, names: readonly string[]): Part {
  return (room) => {
    const count = rowsWithin(
      names.map((name) => `, ${name}`),
      room - Buffer.byteLength(`${start}${more(names.length)}`),
    ).length;
    return count === 0 ? "" : `${start}${names.slice(0, count).join(", ")}${more(names.length - count) || "\n"}`;
  };
}

function more(count: number): string {
  return count === 0 ? "" : `\nAnd ${count} more.\n`;
}
