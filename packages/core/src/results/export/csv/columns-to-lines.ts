import { COMMA } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import type { ColumnPart } from "../source/column-parts.ts";
import { ColumnRows } from "../source/column-rows.ts";
import type { ByteSink } from "./byte-sink.ts";
import { FieldReader } from "./field-reader.ts";
import { CARRIAGE_RETURN, type CsvOptions, fieldOptions, LINE_FEED } from "./fields.ts";

/** The least number of bytes of CSV in a chunk. */
export const CHUNK = 1 << 16;

/** Writes the lines of a column-organised table. A number of bytes of each column is in memory at a time. */
export async function* linesOfColumns(
  parts: readonly ColumnPart[],
  rowCount: number,
  source: ByteSource,
  bytes: number,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<undefined> {
  const columns = parts.map((part, index) => {
    const fields = new FieldReader(part.column, fieldOptions(options, index, parts.length), part.isVersion1);
    return new ColumnRows(part, source, bytes, fields);
  });
  for (let row = 0; row < rowCount; row++) {
    for (const [index, column] of columns.entries()) {
      if (index > 0) sink.byte(COMMA);
      while (!column.next(0)) await column.fill();
      column.cells.write(0, sink);
    }
    sink.byte(CARRIAGE_RETURN);
    sink.byte(LINE_FEED);
    if (sink.length >= CHUNK) yield;
  }
}
