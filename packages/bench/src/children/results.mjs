// Does one piece of work on a result in a process of its own. Plain JavaScript, so that the memory does not include that of Node's TypeScript
// parser. Arguments: `columns`, `csv` or `parquet`, `core` or a peer, the file, and how often (`columns`) or to which file. Each library is
// loaded on use, so that the memory is that of one alone.
import { createWriteStream, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { printFigures } from "./peak-memory.mjs";

const [work, way, file = "", last = ""] = process.argv.slice(2);
printFigures(await (work === "columns" ? toColumns(Number(last)) : toFile(last)));

/** The time of the later rounds, and the number of rows. */
async function toColumns(rounds) {
  const decode = way === "core" ? await byCore() : byParse;
  let rows = 0;
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    rows = await decode();
    times.push(performance.now() - started);
  }
  const warm = times.slice(Math.floor(times.length / 3)).sort((a, b) => a - b);
  return { milliseconds: warm[Math.floor(warm.length / 2)], rows };
}

/** Bytes to typed columns. */
async function byCore() {
  const { decodeResultBytes } = await import("@analytics-engines/core/results");
  return async () => (await decodeResultBytes(readFileSync(file)))[0]?.rowCount ?? 0;
}

/** Reading and JSON.parse alone, without the columns. */
async function byParse() {
  const { data } = JSON.parse(readFileSync(file, "utf8")).data.tables.table_0;
  return data.rows ? data.rows.filter(({ rowType }) => rowType === undefined).length : data.columns.col_0.values.length;
}

async function toFile(to) {
  const write = work === "parquet" ? await parquetByCore() : way === "core" ? await csvByCore() : await csvByPeer();
  const started = performance.now();
  await write(createWriteStream(to));
  return { milliseconds: performance.now() - started };
}

/** As the command and the Action read a stored result. */
async function openSource() {
  const { readPieces } = await import("@analytics-engines/runs/files");
  return (from) => readPieces(file, { from });
}

async function csvByCore() {
  const { csvStream } = await import("@analytics-engines/core/results");
  const source = await openSource();
  return (to) => pipeline(csvStream(source), to);
}

async function parquetByCore() {
  const { parquetStream } = await import("@analytics-engines/core/results");
  const source = await openSource();
  return (to) => pipeline(parquetStream(source), to);
}

async function csvByPeer() {
  const { stringify } = await import("csv-stringify");
  return (to) => {
    const { data, definition } = JSON.parse(readFileSync(file, "utf8")).data.tables.table_0;
    const columns = definition.columns.map(({ id, description }) => ({
      key: id,
      header: description,
    }));
    const records = data.rows.values().map(({ values }) => values);
    return pipeline(Readable.from(records), stringify({ header: true, columns, record_delimiter: "\r\n" }), to);
  };
}
