import { basename, dirname, extname } from "node:path";
import { isJsonType, REDACTED } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import type { ByteSource, Table } from "@analytics-engines/core/results";
import { inBatches, replaceWith, writeBatches } from "../../files/disk.ts";
import { folderInside } from "../../files/inside.ts";
import type { Manifest, ManifestFile, ManifestTable, ManifestUnit } from "../manifest/manifest.ts";
import { readManifest } from "../manifest/manifest-file.ts";
import { writeManifest } from "../manifest/write-manifest.ts";
import { distinctNames, foldName, lateName } from "../safe-names.ts";
import type { OpenStored } from "./open-checked.ts";
import { openStored, storedEntries } from "./read-stored.ts";

/** The files of the tables of a run, in one form. */
export interface TableFiles {
  /** The new manifest, in which each table names its file. */
  readonly manifest: Manifest;
  /** The number of files that were written. */
  readonly written: number;
  /** Results that could not be converted. They are unchanged. */
  readonly problems: readonly TableProblem[];
}

/** A result without files of its tables. */
export interface TableProblem {
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

/** How tables are written. */
interface TableForm {
  /** The extension of the files, and the property of the manifest that names them. */
  readonly extension: "csv" | "parquet";
  readonly fromTable: (table: Table) => Content | Promise<Content>;
  readonly fromSource: (source: ByteSource, tableId: string) => AsyncIterable<Uint8Array>;
}

type Content = Iterable<string | Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Writes the tables of a run's results as CSV beside them, as `UNIT.csv`, or `UNIT.TABLE.csv` for a result with several tables, and adds
 * their names to the manifest. An altered result is a problem and gets no CSV. The files begin with a byte-order mark, and
 * fields that a spreadsheet would run as a formula are made inert. The names are the same when it is called again.
 *
 * @param largestDecoded JSON results of more bytes are converted as a stream
 * @throws UserError for a manifest that is missing or damaged; errors of the disk
 */
export async function writeCsvFiles(folder: string, largestDecoded = MAX_DECODED_BYTES): Promise<TableFiles> {
  const { csvFileOptions, csvLines, csvStream } = await loadResults();
  const form: TableForm = {
    extension: "csv",
    fromTable: (table) => inBatches(csvLines(table, csvFileOptions)),
    fromSource: (source, table) => csvStream(source, { ...csvFileOptions, table }),
  };
  return writeTableFiles(folder, form, largestDecoded);
}

/** Writes the tables of a run's results as Parquet, as `writeCsvFiles` writes CSV. Texts are as the result has them. */
export async function writeParquetFiles(folder: string, largestDecoded = MAX_DECODED_BYTES): Promise<TableFiles> {
  const { parquetStream, tableToParquet } = await loadResults();
  const form: TableForm = {
    extension: "parquet",
    fromTable: async (table) => [await tableToParquet(table)],
    fromSource: (source, table) => parquetStream(source, { table }),
  };
  return writeTableFiles(folder, form, largestDecoded);
}

async function writeTableFiles(folder: string, form: TableForm, largestDecoded: number): Promise<TableFiles> {
  const manifest = await readManifest(folder);
  const names = tableFileNames(manifest, form.extension);
  const problems: TableProblem[] = [];
  let written = 0;

  const unitWithFiles = async ({ path }: ManifestFile, unit: ManifestUnit): Promise<ManifestUnit> => {
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
      const converted = await (isLarge ? streamTables(stored, unit, form) : decodeTables(stored, contentType, form));
      const tables: ManifestTable[] = [];
      for (const [index, { content, ...description }] of converted.entries()) {
        const table = { ...description, id: recordedTable(unit, converted, index)?.id ?? description.id };
        const tableFile = names(file, converted.length === 1 ? undefined : table.id);
        await writeTable(folder, tableFile, await content());
        // The file of the other form stays.
        tables.push({ ...recordedTable(unit, converted, index), ...table, [form.extension]: tableFile });
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
    for (const unit of file.units) units.push(await unitWithFiles(file, unit));
    files.push({ ...file, units });
  }
  const newManifest: Manifest = { ...manifest, files };
  await writeManifest(folder, newManifest);
  return { manifest: newManifest, written, problems };
}

/** What the manifest has of a table: if the id in the result repeats a credential, the manifest has another one. */
function recordedTable(
  { tables }: ManifestUnit,
  converted: readonly Converted[],
  index: number,
): ManifestTable | undefined {
  return tables?.length === converted.length ? tables[index] : undefined;
}

/** Whether a result can hold tables: Arrow, and JSON unless it was read and has none. */
function mayHoldTables({ status, contentType = "", tables }: ManifestUnit): boolean {
  if (status !== "success") return false;
  return isJsonType(contentType) ? tables?.length !== 0 : /arrow|feather/.test(contentType);
}

/** Writes a file of the run folder, whole or not at all. */
async function writeTable(folder: string, file: string, content: Content): Promise<void> {
  const name = basename(file);
  // A partial result can be named `UNIT.csv.partial`; no result's name begins with a dot.
  const temporary = `.${name}.partial`;
  await replaceWith(await folderInside(folder, file), name, (handle) => writeBatches(handle, content), { temporary });
}

/** A table in the form that is written, made when its turn comes. */
interface Converted extends Pick<ManifestTable, "id" | "rows" | "columns"> {
  readonly content: () => Content | Promise<Content>;
}

async function decodeTables(stored: OpenStored, contentType: string, form: TableForm): Promise<readonly Converted[]> {
  const { decodeResultBytes } = await loadResults();
  return (await decodeResultBytes(await stored.read(), contentType)).map((table) => ({
    id: table.id,
    rows: table.rowCount,
    columns: table.columns.length,
    content: () => form.fromTable(table),
  }));
}

async function streamTables(
  stored: OpenStored,
  { tables }: ManifestUnit,
  form: TableForm,
): Promise<readonly Converted[]> {
  const { outlineResultStream } = await loadResults();
  const source: ByteSource = (from) => stored.stream(from);
  const isRecorded = tables?.every(({ id }) => !id.includes(REDACTED)) === true;
  const outlines = isRecorded ? tables : ((await outlineResultStream(source))?.tables ?? []);
  if (outlines.length === 0) throw new Error("the result has no tables");
  return outlines.map(({ id, rows, columns }) => ({ id, rows, columns, content: () => form.fromSource(source, id) }));
}

/**
 * Makes names of files that no other file of the manifest has. The returned function gives the path, relative to the run folder, for a
 * table of a result; without an id, for its only one.
 */
function tableFileNames(manifest: Manifest, extension: TableForm["extension"]) {
  const ending = `.${extension}`;
  /** The paths that are taken, without the extension, as file systems that ignore letter case compare them. */
  const usedPaths = new Set<string>();
  for (const { file } of manifest.files.flatMap(({ units }) => units.flatMap(storedEntries)))
    if (file.toLowerCase().endsWith(ending)) usedPaths.add(foldName(file.slice(0, -ending.length)));
  return (result: string, tableId: string | undefined): string => {
    const inner = dirname(result);
    const stem = basename(result, extname(result));
    const tableName = { id: `${result}\n${tableId ?? ""}`, wish: tableId === undefined ? stem : `${stem}.${tableId}` };
    const isTaken = (name: string) => usedPaths.has(foldName(`${inner}/${name}`));
    const [short = tableName.wish] = distinctNames([tableName], isTaken(tableName.wish) ? [tableName.wish] : []);
    const name = isTaken(short) ? lateName(tableName.id) : short;
    usedPaths.add(foldName(`${inner}/${name}`));
    return `${inner}/${name}${ending}`;
  };
}
