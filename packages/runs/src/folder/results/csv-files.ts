import { basename, dirname, extname } from "node:path";
import { isJsonType, REDACTED } from "@analytics-engines/core/jobs";
import { messageOf } from "@analytics-engines/core/text";
import { folderInside } from "../../files/find-inside.ts";
import { inBatches, replaceWith, writeBatches } from "../../files/replace.ts";
import type { Manifest, ManifestFile, ManifestTable, ManifestUnit } from "../manifest/manifest.ts";
import { readManifest } from "../manifest/manifest-file.ts";
import { writeManifest } from "../manifest/write-manifest.ts";
import { distinctNames, foldName, lateName } from "../safe-names.ts";
import type { OpenStored } from "./open-checked.ts";
import { openStored, storedEntries } from "./open-stored.ts";

/** The CSV files of a run. */
export interface CsvFiles {
  /** The new manifest, in which each table names its CSV. */
  readonly manifest: Manifest;
  /** The number of files that were written. */
  readonly written: number;
  /** Results that could not be converted. They are unchanged. */
  readonly problems: readonly CsvProblem[];
}

/** A result without a CSV. */
export interface CsvProblem {
  /** The parameter file. */
  readonly path: string;
  readonly unitId: string;
  /** The result, relative to the run folder. */
  readonly file: string;
  readonly reason: string;
  /** Whether the result is missing or was altered since the run stored it. */
  readonly isAltered: boolean;
}

/** Loaded when there is a table to write: a run starts without the modules that decode results. */
const loadResults = () => import("@analytics-engines/core/results");

/** Larger JSON results are converted as a stream, bytes. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;

/**
 * Writes the tables of a run's results as CSV beside them, as `UNIT.csv`, or `UNIT.TABLE.csv` for a result with several tables, and adds
 * their names to the manifest. An altered result is a problem and gets no CSV. Fields that a spreadsheet would run as a formula are made
 * inert. The names are the same when it is called again.
 *
 * @param largestDecoded JSON results of more bytes are converted as a stream
 * @throws UserError for a manifest that is missing or damaged; errors of the disk
 *
 * @example
 * ```ts
 * import { writeCsvFiles } from "@analytics-engines/runs/csv";
 *
 * const { written, problems } = await writeCsvFiles("analytics-run");
 * ```
 */
export async function writeCsvFiles(folder: string, largestDecoded = MAX_DECODED_BYTES): Promise<CsvFiles> {
  const manifest = await readManifest(folder);
  const names = csvNames(manifest);
  const problems: CsvProblem[] = [];
  let written = 0;

  const unitWithCsv = async ({ path }: ManifestFile, unit: ManifestUnit): Promise<ManifestUnit> => {
    const { id: unitId, file } = unit;
    if (file === undefined || !mayHoldTables(unit)) return unit;
    const stored = await openStored(folder, unit);
    if ("reason" in stored) {
      problems.push({ path, unitId, file, reason: stored.reason, isAltered: true });
      return unit;
    }
    try {
      const { contentType = "" } = unit;
      const isLarge = stored.bytes > largestDecoded && isJsonType(contentType);
      const converted = await (isLarge ? streamTables(stored, unit) : decodeTables(stored, contentType));
      const tables: ManifestTable[] = [];
      for (const [index, { content, ...description }] of converted.entries()) {
        const table = { ...description, id: recordedId(unit, converted, index) ?? description.id };
        const csv = names(file, converted.length === 1 ? undefined : table.id);
        await writeCsv(folder, csv, content);
        tables.push({ ...table, csv });
      }
      written += tables.length;
      return tables.length === 0 ? unit : { ...unit, tables };
    } catch (error) {
      problems.push({ path, unitId, file, reason: messageOf(error), isAltered: false });
      return unit;
    } finally {
      await stored.close();
    }
  };

  const files: ManifestFile[] = [];
  for (const file of manifest.files) {
    const units: ManifestUnit[] = [];
    for (const unit of file.units) units.push(await unitWithCsv(file, unit));
    files.push({ ...file, units });
  }
  const newManifest: Manifest = { ...manifest, files };
  await writeManifest(folder, newManifest);
  return { manifest: newManifest, written, problems };
}

/** The id that the manifest has for a table: if the id in the result repeats a credential, the manifest has another one. */
function recordedId({ tables }: ManifestUnit, converted: readonly Converted[], index: number): string | undefined {
  return tables?.length === converted.length ? tables[index]?.id : undefined;
}

/** Whether a result can hold tables: Arrow, and JSON unless it was read and has none. */
function mayHoldTables({ status, contentType = "", tables }: ManifestUnit): boolean {
  if (status !== "success") return false;
  return isJsonType(contentType) ? tables?.length !== 0 : /arrow|feather/.test(contentType);
}

/** Writes a file of the run folder, whole or not at all. */
async function writeCsv(folder: string, csv: string, content: Converted["content"]): Promise<void> {
  const name = basename(csv);
  // A partial result can be named `UNIT.csv.partial`; no result's name begins with a dot.
  const temporary = `.${name}.partial`;
  await replaceWith(await folderInside(folder, csv), name, (file) => writeBatches(file, content), { temporary });
}

/** A table with its CSV. */
interface Converted extends Omit<ManifestTable, "csv"> {
  readonly content: Iterable<string> | AsyncIterable<Uint8Array>;
}

async function decodeTables(stored: OpenStored, contentType: string): Promise<readonly Converted[]> {
  const { csvLines, decodeResultBytes } = await loadResults();
  return (await decodeResultBytes(await stored.read(), contentType)).map((table) => ({
    id: table.id,
    rows: table.rowCount,
    columns: table.columns.length,
    content: inBatches(csvLines(table, { inertFormulas: true })),
  }));
}

async function streamTables(stored: OpenStored, { tables }: ManifestUnit): Promise<readonly Converted[]> {
  const { csvStream, outlineResultStream } = await loadResults();
  const isRecorded = tables?.every(({ id }) => !id.includes(REDACTED)) === true;
  const outlines = isRecorded ? tables : ((await outlineResultStream((from) => stored.stream(from)))?.tables ?? []);
  if (outlines.length === 0) throw new Error("the result has no tables");
  return outlines.map(({ id, rows, columns }) => {
    const content = csvStream((from) => stored.stream(from), { inertFormulas: true, table: id });
    return { id, rows, columns, content };
  });
}

/**
 * Makes names of CSV files that no other file of the manifest has. The returned function gives the path, relative to the run folder, for a
 * table of a result; without an id, for its only one.
 */
function csvNames(manifest: Manifest) {
  /** The paths that are taken, without `.csv`, as file systems that ignore letter case compare them. */
  const usedPaths = new Set<string>();
  for (const { file } of manifest.files.flatMap(({ units }) => units.flatMap(storedEntries)))
    if (/\.csv$/i.test(file)) usedPaths.add(foldName(file.slice(0, -".csv".length)));
  return (result: string, tableId: string | undefined): string => {
    const inner = dirname(result);
    const stem = basename(result, extname(result));
    const csvName = { id: `${result}\n${tableId ?? ""}`, wish: tableId === undefined ? stem : `${stem}.${tableId}` };
    const isTaken = (name: string) => usedPaths.has(foldName(`${inner}/${name}`));
    const [short = csvName.wish] = distinctNames([csvName], isTaken(csvName.wish) ? [csvName.wish] : []);
    const name = isTaken(short) ? lateName(csvName.id) : short;
    usedPaths.add(foldName(`${inner}/${name}`));
    return `${inner}/${name}.csv`;
  };
}
