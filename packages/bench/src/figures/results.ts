import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type ResultLayout, writeResult } from "../data/results.ts";
import { benchFolder, inTurn, runChild } from "../measure.ts";
import { atMost, type Row, under } from "../report/rows.ts";

const PAIRS = 7;
/** Sizes as SimplifiedRow, the rows that make them, and how often a process reads a result: small ones warm up. */
const sizes = [
  ["1 MB", 3_000, 60],
  ["10 MB", 30_000, 9],
  ["32 MB", 100_000, 1],
  ["100 MB", 300_000, 1],
] as const;
const layouts: readonly ResultLayout[] = ["SimplifiedRow", "Row", "Column"];

/** Rows of a result that no string of JavaScript can hold: such a string has less than 512 MiB. */
const ROWS_BEYOND_STRINGS = 1_800_000;

/** Rows of a result of 1 GiB, by rows and by columns, and the memory that its conversion to Parquet may take, MiB. */
const ROWS_OF_GIBIBYTE = 3_400_000;
const COLUMN_ROWS_OF_GIBIBYTE = 8_000_000;
const MAX_PARQUET_MEBIBYTES = 300;

/** Results to typed columns beside reading and JSON.parse alone, and to CSV beside the stream of csv-stringify. */
export async function measureResults(): Promise<Row[]> {
  using folder = benchFolder("results");
  const file = path.join(folder.path, "result.json");
  const csv = path.join(folder.path, "core.csv");
  const peerCsv = path.join(folder.path, "peer.csv");
  return [
    ...(await decoding(file)),
    ...(await writingCsv(file, csv, peerCsv)),
    ...(await anySize(file, csv)),
    ...(await toParquet(file, csv)),
  ];
}

async function decoding(file: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const layout of layouts) {
    for (const [size, count, rounds] of sizes) {
      await writeResult(file, layout, count);
      const [core, parse] = await inTurn(
        PAIRS,
        () => work("columns", "core", file, `${rounds}`),
        () => work("columns", "parse", file, `${rounds}`),
      );
      if (core.rows !== count || parse.rows !== count) throw new Error(`${core.rows} rows of ${count} were decoded`);
      const name = `${layout}, ${count.toLocaleString("en")} rows (${size} as SimplifiedRow)`;
      const target = "at most 1.3 times reading and JSON.parse alone";
      rows.push(atMost(`${name}: to typed columns`, core.milliseconds, "ms", parse.milliseconds, 1.3, target));
      if (count === 100_000) rows.push(under(`${name}: peak memory`, core.mebibytes, "MiB", 180));
    }
  }
  return rows;
}

async function writingCsv(file: string, csv: string, peerCsv: string): Promise<Row[]> {
  await writeResult(file, "SimplifiedRow", 100_000);
  const [core, peer] = await inTurn(
    PAIRS,
    () => work("csv", "core", file, csv),
    () => work("csv", "peer", file, peerCsv),
  );
  if ((await digest(csv)) !== (await digest(peerCsv))) throw new Error("the CSV differs from that of csv-stringify");
  const name = "result of 100,000 rows to CSV";
  const [time, memory] = ["at most 0.6 of csv-stringify's stream", "at most half of csv-stringify's stream"];
  return [
    atMost(`${name}: time`, core.milliseconds, "ms", peer.milliseconds, 0.6, time),
    atMost(`${name}: peak memory`, core.mebibytes, "MiB", peer.mebibytes, 0.5, memory),
  ];
}

/** Results that no string can hold, and results of many runs of equal values. */
async function anySize(file: string, csv: string): Promise<Row[]> {
  const memory = async (layout: ResultLayout, rows: number) => {
    await writeResult(file, layout, rows);
    const { mebibytes } = await work("csv", "core", file, csv);
    return { mebibytes, size: Math.round(statSync(file).size / 2 ** 20) };
  };
  const small = await memory("SimplifiedRow", 100_000);
  const byRows = await memory("SimplifiedRow", ROWS_BEYOND_STRINGS);
  // By columns a value has no key, so the same size takes more rows.
  const byColumns = await memory("Column", ROWS_BEYOND_STRINGS * 2.4);
  const twice = await memory("Column", ROWS_BEYOND_STRINGS * 4.8);
  const tenMillionRuns = await memory("Column in runs", 2_000_000);
  const fiveMillionRuns = await memory("Column in runs", 1_000_000);
  const row = (name: string, one: typeof small, other: typeof small, times: number, target: string) =>
    atMost(name, one.mebibytes, "MiB", other.mebibytes, times, target);
  const half = "at most 1.15 times that of half the size: it does not grow";
  const columnsName = `Column of ${twice.size} MiB to CSV: peak memory beside that of ${byColumns.size} MiB`;
  const runsName = "Column of ten million runs to CSV: peak memory beside that of five million";
  const rowsTarget = "at most 1.3 times that of a result of 32 MB";
  return [
    row("SimplifiedRow of more than 512 MiB to CSV: peak memory", byRows, small, 1.3, rowsTarget),
    row(columnsName, twice, byColumns, 1.15, half),
    row(runsName, tenMillionRuns, fiveMillionRuns, 1.15, half),
  ];
}

/** Results of 1 GiB to Parquet. */
async function toParquet(file: string, parquet: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [layout, count] of [
    ["SimplifiedRow", ROWS_OF_GIBIBYTE],
    ["Column", COLUMN_ROWS_OF_GIBIBYTE],
  ] as const) {
    await writeResult(file, layout, count);
    const { mebibytes } = await work("parquet", "core", file, parquet);
    const size = Math.round(statSync(file).size / 2 ** 20);
    rows.push(under(`${layout} of ${size} MiB to Parquet: peak memory`, mebibytes, "MiB", MAX_PARQUET_MEBIBYTES));
  }
  return rows;
}

function work(...args: readonly string[]) {
  return runChild<"milliseconds" | "mebibytes" | "rows">("results.mjs", args);
}

async function digest(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
