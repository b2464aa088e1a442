// Turns a result by rows into CSV on disk and prints { milliseconds, peakBytes }. Arguments: `core` or `peer`, the result, the CSV.
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { csvStream } from "@analytics-engines/core/results";
import { stringify } from "csv-stringify";

const [way = "", from = "", to = ""] = process.argv.slice(2);

const started = performance.now();
await (way === "core" ? withCore() : withPeer());
const milliseconds = performance.now() - started;
console.log(JSON.stringify({ milliseconds, peakBytes: process.resourceUsage().maxRSS * 1024 }));

function withCore(): Promise<void> {
  const source = () => createReadStream(from, { highWaterMark: 1 << 18 });
  return pipeline(csvStream(source), createWriteStream(to));
}

function withPeer(): Promise<void> {
  const { data, definition } = JSON.parse(readFileSync(from, "utf8")).data.tables.table_0;
  const columns = definition.columns.map(({ id, description }: { id: string; description: string }) => ({
    key: id,
    header: description,
  }));
  const rows: readonly { readonly values: object }[] = data.rows;
  return pipeline(
    Readable.from(recordsOf(rows)),
    stringify({ header: true, columns, record_delimiter: "\r\n" }),
    createWriteStream(to),
  );
}

function* recordsOf(rows: readonly { readonly values: object }[]): Generator<object> {
  for (const { values } of rows) yield values;
}
