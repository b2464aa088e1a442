import { COMMA } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { ByteSink } from "./byte-sink.ts";
import { ColumnFields, type ColumnPart } from "./column-fields.ts";
import { CARRIAGE_RETURN, type CsvOptions, LINE_FEED } from "./fields.ts";

/**
 * How many bytes of all columns together are in memory at a time, and the fewest bytes of one column. The source is opened for each part of
 * this size.
 */
const BYTES_HELD = 1 << 22;
const MIN_BYTES = 1 << 14;

/** How many columns are read at the same time. */
const READ_AT_ONCE = 4;

/** The least number of bytes of CSV in a chunk. */
export const CHUNK = 1 << 16;

/** How many bytes of each column are read at a time. */
export function bytesOfEach(columns: number): number {
  return Math.max(MIN_BYTES, Math.floor(BYTES_HELD / Math.max(1, columns)));
}

/** Writes the lines of a column-organised table. The columns are read in parallel, each in parts of a number of bytes. */
export async function* linesOfColumns(
  parts: readonly ColumnPart[],
  rowCount: number,
  source: ByteSource,
  bytes: number,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<undefined> {
  const columns = parts.map((part) => new ColumnFields(part, source, bytes, options));
  for (let remainingRows = rowCount; remainingRows > 0; ) {
    const empty = columns.filter(({ rows }) => rows === 0);
    for (let at = 0; at < empty.length; at += READ_AT_ONCE) {
      await Promise.all(empty.slice(at, at + READ_AT_ONCE).map((column) => column.fill()));
    }
    const count = columns.reduce((least, { rows }) => Math.min(least, rows), remainingRows);
    for (let row = 0; row < count; row++) {
      for (let index = 0; index < columns.length; index++) {
        if (index > 0) sink.byte(COMMA);
        columns[index]?.write(sink);
      }
      sink.byte(CARRIAGE_RETURN);
      sink.byte(LINE_FEED);
      if (sink.length >= CHUNK) yield;
    }
    remainingRows -= count;
  }
}
