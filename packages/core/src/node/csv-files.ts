import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { isJson } from "./content-types.ts";
import { createFile, moveInto, writeAll } from "./folder.ts";
import type { Manifest, ManifestFile, ManifestTable, ManifestUnit } from "./manifest.ts";
import { readManifest, writeManifest } from "./manifest-file.ts";
import { distinctNames } from "./safe-names.ts";

export interface CsvFiles {
  /** The manifest as it stands now: each table names its CSV. */
  readonly manifest: Manifest;
  /** How many files were written. */
  readonly written: number;
  /** Results of which no CSV could be made, and why. They are kept as they came. */
  readonly problems: readonly { readonly path: string; readonly unitId: string; readonly reason: string }[];
}

/** Loaded when there is a table to write: whoever starts a run does not need what decodes results. */
const loadResults = () => import("../results/index.ts");

/** Larger results are turned into CSV as a stream, without being held. */
const LARGEST_DECODED = 64 * 1024 * 1024;
/** Lines are gathered into pieces of about this many characters before they are written. */
const PIECE = 1 << 18;

/**
 * Writes the tables of a run's results as CSV beside them, `UNIT.csv`, or `UNIT.TABLE.csv` where a result has several, and notes their
 * names in the manifest. Fields that a spreadsheet would run as a formula are made inert. Can be repeated: the names are the same.
 *
 * @throws RunFolderError when there is no manifest or it is damaged, and what the disk says
 */
export async function writeCsvFiles(folder: string): Promise<CsvFiles> {
  const manifest = await readManifest(folder);
  const names = new CsvNames(manifest);
  const problems: { path: string; unitId: string; reason: string }[] = [];
  let written = 0;

  const unitWithCsv = async (file: ManifestFile, unit: ManifestUnit): Promise<ManifestUnit> => {
    if (unit.file === undefined || !mayHoldTables(unit)) return unit;
    try {
      const tables = await writeTables(folder, unit.file, unit, names);
      written += tables.length;
      return tables.length === 0 ? unit : { ...unit, tables };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      problems.push({ path: file.path, unitId: unit.id, reason });
      return unit;
    }
  };

  const files: ManifestFile[] = [];
  for (const file of manifest.files) {
    const units: ManifestUnit[] = [];
    for (const unit of file.units) units.push(await unitWithCsv(file, unit));
    files.push({ ...file, units });
  }
  const changed: Manifest = { ...manifest, files };
  await writeManifest(folder, changed);
  return { manifest: changed, written, problems };
}

/** JSON and Arrow hold tables. A JSON result that was looked into and has none is left alone. */
function mayHoldTables({ status, contentType = "", tables }: ManifestUnit): boolean {
  if (status !== "success") return false;
  return isJson(contentType) ? tables?.length !== 0 : /arrow|feather/.test(contentType);
}

async function writeTables(
  folder: string,
  result: string,
  unit: ManifestUnit,
  names: CsvNames,
): Promise<ManifestTable[]> {
  const { csvLines, csvStream, decodeResultBytes } = await loadResults();
  const path = join(folder, result);
  const { bytes = 0, tables: outlines = [] } = unit;
  if (bytes > LARGEST_DECODED && isJson(unit.contentType ?? "")) {
    const source = (start: number) => createReadStream(path, { start });
    const streamed: ManifestTable[] = [];
    for (const { id, rows, columns } of outlines) {
      const csv = names.of(result, outlines.length === 1 ? undefined : id);
      await writeFile(folder, csv, csvStream(source, { inertFormulas: true, table: id }));
      streamed.push({ id, rows, columns, csv });
    }
    if (outlines.length > 0) return streamed;
    const csv = names.of(result, undefined);
    const lines = await writeFile(folder, csv, csvStream(source, { inertFormulas: true }));
    return [{ id: "", rows: lines - 1, columns: 0, csv }];
  }
  const tables = await decodeResultBytes(await readFile(path), unit.contentType);
  const written: ManifestTable[] = [];
  for (const table of tables) {
    const csv = names.of(result, tables.length === 1 ? undefined : table.id);
    await writeFile(folder, csv, pieces(csvLines(table, { inertFormulas: true })));
    written.push({ id: table.id, rows: table.rowCount, columns: table.columns.length, csv });
  }
  return written;
}

function* pieces(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length < PIECE) continue;
    yield encoder.encode(text);
    text = "";
  }
  yield encoder.encode(text);
}

/** Writes a file of the run folder, there whole or not at all. Returns the count of its lines, those inside of fields included. */
async function writeFile(
  folder: string,
  name: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> {
  const inner = join(folder, dirname(name));
  const final = basename(name);
  const partial = `${final}.partial`;
  const file = await createFile(join(inner, partial));
  let lines = 0;
  try {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === 10) lines += 1;
      await writeAll(file, chunk);
    }
  } finally {
    await file.close();
  }
  await moveInto(inner, partial, final);
  return lines;
}

/** Names of CSV files that no result of the run has, nor another CSV. */
class CsvNames {
  /** By folder: the names without `.csv` that are gone. */
  readonly #taken = new Map<string, string[]>();

  constructor(manifest: Manifest) {
    for (const { units } of manifest.files) {
      for (const { file } of units) if (file !== undefined && extname(file) === ".csv") this.#take(file);
    }
  }

  /** The path, relative to the run folder, for a table of a result; `undefined` for its only one. */
  of(result: string, tableId: string | undefined): string {
    const inner = dirname(result);
    const stem = basename(result, extname(result));
    const wish = tableId === undefined ? stem : `${stem}.${tableId}`;
    const taken = this.#taken.get(inner) ?? [];
    const [name = wish] = distinctNames([{ id: `${result}\n${tableId ?? ""}`, wish }], taken);
    this.#taken.set(inner, [...taken, name]);
    return `${inner}/${name}.csv`;
  }

  #take(file: string): void {
    const inner = dirname(file);
    this.#taken.set(inner, [...(this.#taken.get(inner) ?? []), basename(file, ".csv")]);
  }
}
