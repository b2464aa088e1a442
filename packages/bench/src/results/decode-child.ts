// Reads a result several times and prints { milliseconds, peakBytes, rows }. Arguments: `core` or `parse`, the file, how many times.
import { readFileSync } from "node:fs";
import { decodeResultBytes } from "@analytics-engines/core/results";
import { median } from "../measure.ts";

const [way = "", file = "", rounds = "1"] = process.argv.slice(2);

let rows = 0;
const times: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  const started = performance.now();
  rows = way === "core" ? await withCore() : withParse();
  times.push(performance.now() - started);
}
const milliseconds = median(times.slice(Math.floor(times.length / 3)));
const peakBytes = process.resourceUsage().maxRSS * 1024;
console.log(JSON.stringify({ milliseconds, peakBytes, rows }));

/** Bytes to typed columns. */
async function withCore(): Promise<number> {
  const [table] = await decodeResultBytes(readFileSync(file));
  return table?.rowCount ?? 0;
}

/** Reading and JSON.parse alone, which leaves the columns still to be made. */
function withParse(): number {
  const { data } = JSON.parse(readFileSync(file, "utf8")).data.tables.table_0;
  const rows: readonly { readonly rowType?: string }[] | undefined = data.rows;
  return rows ? rows.filter(({ rowType }) => rowType === undefined).length : data.columns.col_0.values.length;
}
