import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { csvStream } from "@analytics-engines/core/results";
import { stringify } from "csv-stringify";

/** Turns a result into CSV on disk, by `core` or, one by rows, by `peer`. */
export async function toCsv([way = "", from = "", to = ""]: readonly string[]) {
  const started = performance.now();
  await (way === "core" ? byCore(from, to) : byPeer(from, to));
  return { milliseconds: performance.now() - started };
}

function byCore(from: string, to: string): Promise<void> {
  const source = (start: number) => createReadStream(from, { start, highWaterMark: 1 << 18 });
  return pipeline(csvStream(source), createWriteStream(to));
}

function byPeer(from: string, to: string): Promise<void> {
  const { data, definition } = JSON.parse(readFileSync(from, "utf8")).data.tables.table_0;
  const columns = definition.columns.map(({ id, description }: { id: string; description: string }) => ({
    key: id,
    header: description,
  }));
  return pipeline(
    Readable.from(recordsOf(data.rows)),
    stringify({ header: true, columns, record_delimiter: "\r\n" }),
    createWriteStream(to),
  );
}

function* recordsOf(rows: readonly { readonly values: object }[]): Generator<object> {
  for (const { values } of rows) yield values;
}
