import { COMMA } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import { type ColumnPart, ColumnRows, fillColumns } from "../source/column-parts.ts";
import type { ByteSink } from "./byte-sink.ts";
import { ColumnFields } from "./column-fields.ts";
import { CARRIAGE_RETURN, type CsvOptions, LINE_FEED } from "./fields.ts";

/** The least number of bytes of CSV in a chunk. */
export const CHUNK = 1 << 16;

/** Writes the lines of a column-organised table. The columns are read in parallel, each in parts of a number of bytes. */
export async function* linesOfColumns(
  parts: readonly ColumnPart[],
  rowCount: number,
  source: ByteSource,
  bytes: number,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<undefined> {
  const columns = parts.map((part) => new ColumnRows(part, source, bytes, new ColumnFields(part, options)));
  for (let remainingRows = rowCount; remainingRows > 0; ) {
    const count = await fillColumns(columns, remainingRows);
    for (let row = 0; row < count; row++) {
      for (let index = 0; index < columns.length; index++) {
        if (index > 0) sink.byte(COMMA);
        const column = columns[index];
        column?.values.write(column.next(), sink);
      }
      sink.byte(CARRIAGE_RETURN);
      sink.byte(LINE_FEED);
      if (sink.length >= CHUNK) yield;
    }
    remainingRows -= count;
  }
}
