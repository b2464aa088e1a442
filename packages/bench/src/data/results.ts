import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { inBatches } from "@analytics-engines/runs/files";

/** How the bytes of a result order its cells. */
export type ResultLayout = "SimplifiedRow" | "Row" | "Column" | "Column in runs";

/** Rows of a run of equal values. */
const RUN = 4;

const COLUMNS = 20;

/** A repeatable number in [0, 1). */
function random(row: number, column: number): number {
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(column + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

const sectors = [
  "Energy",
  "Materials",
  "Industrials",
  "Health Care",
  "Financials",
  "Utilities, Water",
  'So-called "Tech"',
];

/** A symbol that is unique, a name and a sector that repeat, and numbers, some of them null. */
function cellOf(row: number, column: number): string | number | null {
  const value = random(row, column);
  if (column === 0) return `S${row}`;
  if (column === 1) return `Issuer ${Math.floor(value * 500)}`;
  if (column === 2) return sectors[Math.floor(value * sectors.length)] ?? null;
  if (value < 0.02) return null;
  return Math.round((value - 0.3) * 10_000) / 100;
}

function definition(): string {
  const listed = Array.from({ length: COLUMNS }, (_, column) => ({
    description: `Column ${column}`,
    id: `col_${column}`,
    ...(column < 3 ? { isDimension: true } : {}),
    name: `column${column}`,
    type: column < 3 ? "string" : "real",
  }));
  return JSON.stringify({ columns: listed });
}

const METADATA = '{"Absolute End Date":{"value":["20240229"]},"Currency ISO Code":{"value":["USD"]}}';

function* rowOrganised(rows: number, isSimplified: boolean): Generator<string> {
  yield '{"data":{"tables":{"table_0":{"data":{"rows":[';
  if (!isSimplified) {
    const cells = Array.from({ length: COLUMNS }, (_, column) => `Column ${column}`);
    const details = Object.fromEntries(cells.map((_, index) => [index, { source: "HEADERS" }]));
    yield `${JSON.stringify({ cells, headerCellDetails: details, rowType: "Header" })}${rows > 0 ? "," : ""}`;
  }
  for (let row = 0; row < rows; row++) {
    let text = row === 0 ? '{"values":{' : ',{"values":{';
    for (let column = 0; column < COLUMNS; column++) {
      text += `${column === 0 ? "" : ","}"col_${column}":${JSON.stringify(cellOf(row, column))}`;
    }
    yield `${text}}}`;
  }
  yield `],"tableMetadata":${METADATA}},"definition":${definition()}}}}}`;
}

function* columnOrganised(rows: number, inRuns: boolean): Generator<string> {
  const values = inRuns ? rows / RUN : rows;
  yield '{"data":{"primaryTableIds":["table_0"],"tables":{"table_0":{"data":{"columns":{';
  for (let column = 0; column < COLUMNS; column++) {
    yield `${column === 0 ? "" : ","}"col_${column}":{"values":[`;
    for (let row = 0; row < values; row++) yield `${row === 0 ? "" : ","}${JSON.stringify(cellOf(row, column))}`;
    yield inRuns ? '],"ranges":{' : "]";
    for (let run = 0; inRuns && run < values; run++) yield `${run === 0 ? "" : ","}"${run * RUN}":${RUN}`;
    yield inRuns ? "}}" : "}";
  }
  yield `},"metadata":{"items":${METADATA}}},"definition":${definition()}}}}}`;
}

/** Writes a result with this many rows to a file, piece by piece. */
export async function writeResult(path: string, layout: ResultLayout, rows: number): Promise<void> {
  const isByColumns = layout === "Column" || layout === "Column in runs";
  const pieces = isByColumns
    ? columnOrganised(rows, layout === "Column in runs")
    : rowOrganised(rows, layout === "SimplifiedRow");
  await pipeline(inBatches(pieces), createWriteStream(path));
}
