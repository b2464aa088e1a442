import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
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

/** Results to typed columns beside reading and JSON.parse alone, and to CSV beside the stream of csv-stringify. */
export async function measureResults(): Promise<Row[]> {
  using folder = benchFolder("results");
  const file = path.join(folder.path, "result.json");
  const csv = path.join(folder.path, "core.csv");
  const peerCsv = path.join(folder.path, "peer.csv");
  return [...(await decoding(file)), ...(await writingCsv(file, csv, peerCsv))];
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

function work(...args: readonly string[]) {
  return runChild<"milliseconds" | "mebibytes" | "rows">("results.mjs", args);
}

async function digest(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
