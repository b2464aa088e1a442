// Reads one result and prints { milliseconds, peakBytes, check }. Arguments: the way to read it, `core` or `parse`, and the file.
import { readFileSync } from "node:fs";

const [way = "", file = ""] = process.argv.slice(2);

const { decodeResultBytes } = await import("@analytics-engines/core/results");

const started = performance.now();
const check = way === "core" ? await withCore() : withParse();
const milliseconds = performance.now() - started;
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ milliseconds, peakBytes, check }));

/** Bytes to typed columns; how many rows there are. */
async function withCore(): Promise<number> {
  const tables = await decodeResultBytes(readFileSync(file));
  return tables[0]?.rowCount ?? 0;
}

/** Reading and JSON.parse alone, which leaves the columns still to be made. */
function withParse(): number {
  const parsed = JSON.parse(readFileSync(file, "utf8"));
  const { data } = parsed.data.tables.table_0;
  return (
    data.rows?.filter((row: { rowType?: string }) => row.rowType === undefined).length ??
    data.columns.col_0.values.length
  );
}
