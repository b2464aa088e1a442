import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { atMost, inTurn, runChild } from "../measure.ts";
import type { Row } from "../row.ts";
import { type Organisation, writeResult } from "./data.ts";

const runs = 7;
/** Rows of twenty columns by the size that they have as SimplifiedRow, and how often a process reads them: small ones warm. */
const sizes = [
  ["1 MB", 3_000, 60],
  ["10 MB", 30_000, 9],
  ["32 MB", 100_000, 1],
  ["100 MB", 300_000, 1],
] as const;
const organisations: readonly Organisation[] = ["SimplifiedRow", "Row", "Column"];

/** Beyond what one string can hold: 512 MiB less a little. */
const beyondStrings = 1_800_000;

/** Results to typed columns beside reading and JSON.parse alone, and to CSV beside csv-stringify's stream. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "results-"));
  try {
    return [...(await decoding(folder)), ...(await writingCsv(folder)), ...(await anySize(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function decoding(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  const file = join(folder, "result.json");
  for (const organisation of organisations) {
    for (const [size, count, rounds] of sizes) {
      await writeResult(file, organisation, count);
      const [core, parse] = await inTurn(
        runs,
        () => measure("columns", "core", file, String(rounds)),
        () => measure("columns", "parse", file, String(rounds)),
      );
      if (core.rows !== count || parse.rows !== count) throw new Error(`${core.rows} rows of ${count} were decoded`);
      const name = `${organisation}, ${count.toLocaleString("en")} rows (${size} as SimplifiedRow)`;
      const target = "at most 1.3 times reading and JSON.parse alone";
      rows.push(atMost(`${name}: to typed columns`, core.milliseconds, "ms", parse.milliseconds, 1.3, target));
      if (count === 100_000) {
        rows.push(atMost(`${name}: peak memory`, core.mebibytes, "MiB", 180, 1, "under 180 MiB"));
      }
    }
  }
  return rows;
}

async function writingCsv(folder: string): Promise<Row[]> {
  const [file, csv, peerCsv] = [join(folder, "result.json"), join(folder, "core.csv"), join(folder, "peer.csv")];
  await writeResult(file, "SimplifiedRow", 100_000);
  const [core, peer] = await inTurn(
    runs,
    () => measure("csv", "core", file, csv),
    () => measure("csv", "peer", file, peerCsv),
  );
  if ((await digest(csv)) !== (await digest(peerCsv))) throw new Error("the CSV is not that of csv-stringify");
  const name = "result of 100,000 rows to CSV";
  const [time, memory] = ["at most 0.6 of csv-stringify's stream", "at most half of csv-stringify's stream"];
  return [
    atMost(`${name}: time`, core.milliseconds, "ms", peer.milliseconds, 0.6, time),
    atMost(`${name}: peak memory`, core.mebibytes, "MiB", peer.mebibytes, 0.5, memory),
  ];
}

/** Rows of results that hold ten million runs, and half of these. */
const manyRuns = [2_000_000, 1_000_000] as const;

/** Results that no string can hold, and those of many runs. */
async function anySize(folder: string): Promise<Row[]> {
  const [file, csv] = [join(folder, "result.json"), join(folder, "core.csv")];
  await writeResult(file, "SimplifiedRow", 100_000);
  const small = await measure("csv", "core", file, csv);
  await writeResult(file, "SimplifiedRow", beyondStrings);
  const byRows = await measure("csv", "core", file, csv);
  // Values without their keys: a table by columns needs more rows to be as large.
  await writeResult(file, "Column", beyondStrings * 2.4);
  const byColumns = await measure("csv", "core", file, csv);
  const size = sizeOf(file);
  await writeResult(file, "Column", beyondStrings * 4.8);
  const twice = await measure("csv", "core", file, csv);
  const sizeOfTwice = sizeOf(file);
  const [ofRuns, ofHalf] = await writingRuns(file, csv);
  const asSmall = "at most 1.3 times that of a result of 32 MB";
  const asHalf = "at most 1.15 times that of half the size: it does not grow";
  return [
    atMost(
      "SimplifiedRow of more than 512 MiB to CSV: peak memory",
      byRows.mebibytes,
      "MiB",
      small.mebibytes,
      1.3,
      asSmall,
    ),
    atMost(
      `Column of ${sizeOfTwice} MiB to CSV: peak memory beside that of ${size} MiB`,
      twice.mebibytes,
      "MiB",
      byColumns.mebibytes,
      1.15,
      asHalf,
    ),
    atMost(
      "Column of ten million runs to CSV: peak memory beside that of five million",
      ofRuns,
      "MiB",
      ofHalf,
      1.15,
      asHalf,
    ),
  ];
}

/** The memory for the most runs, and for half of them. */
async function writingRuns(file: string, csv: string): Promise<[number, number]> {
  const [most, half] = manyRuns;
  const memory = async (rows: number) => {
    await writeResult(file, "Column in runs", rows);
    return (await measure("csv", "core", file, csv)).mebibytes;
  };
  return [await memory(most), await memory(half)];
}

function sizeOf(file: string): number {
  return Math.round(statSync(file).size / 2 ** 20);
}

interface Measured {
  readonly milliseconds: number;
  readonly mebibytes: number;
  /** As many as the child says it read. */
  readonly rows: number;
}

async function measure(work: string, ...args: readonly string[]): Promise<Measured> {
  const {
    milliseconds = Number.NaN,
    peakBytes = Number.NaN,
    rows = 0,
  } = await runChild("../results/child.ts", [work, ...args]);
  return { milliseconds, mebibytes: peakBytes / 2 ** 20, rows };
}

async function digest(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
