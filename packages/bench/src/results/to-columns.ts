import { readFileSync } from "node:fs";
import { decodeResultBytes } from "@analytics-engines/core/results";
import { median } from "../measure.ts";

/** Reads a result several times, by `core` or by `parse`; the time of the later ones, and how many rows there are. */
export async function toColumns([way = "", file = "", rounds = "1"]: readonly string[]) {
  let rows = 0;
  const times: number[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const started = performance.now();
    rows = way === "core" ? await byCore(file) : byParse(file);
    times.push(performance.now() - started);
  }
  return { milliseconds: median(times.slice(Math.floor(times.length / 3))), rows };
}

/** Bytes to typed columns. */
async function byCore(file: string): Promise<number> {
  const [table] = await decodeResultBytes(readFileSync(file));
  return table?.rowCount ?? 0;
}

/** Reading and JSON.parse alone, which leaves the columns still to be made. */
function byParse(file: string): number {
  const { data } = JSON.parse(readFileSync(file, "utf8")).data.tables.table_0;
  const rows: readonly { readonly rowType?: string }[] | undefined = data.rows;
  return rows ? rows.filter(({ rowType }) => rowType === undefined).length : data.columns.col_0.values.length;
}
