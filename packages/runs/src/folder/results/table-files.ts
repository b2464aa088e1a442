import { basename, dirname, extname } from "node:path";
import { isJsonType } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import type { Table } from "@analytics-engines/core/results";
import { inBatches, replaceWith, writeBatches } from "../../files/disk.ts";
import { folderInside } from "../../files/inside.ts";
import type { Manifest, ManifestFile, ManifestTable, ManifestUnit } from "../manifest/manifest.ts";
import { readManifest, writeManifest } from "../manifest/manifest-file.ts";
import { distinctNames, foldName, lateName } from "../run-names.ts";
import { decodeStored, openStored, storedEntries } from "./read-stored.ts";

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

/** How tables are written. */
interface TableForm {
  /** The extension of the files, and the property of the manifest that names them. */
  readonly extension: "csv" | "parquet";
  readonly contentOf: (table: Table) => Content;
}

type Content = Iterable<string> | AsyncIterable<Uint8Array>;

/**
 * Writes the tables of a run's results as CSV beside them, as `UNIT.csv`, or `UNIT.TABLE.csv` for a result with several tables, and adds
 * their names to the manifest. An altered result is a problem and gets no CSV. The files begin with a byte-order mark, and
 * fields that a spreadsheet would run as a formula are made inert. The names are the same when it is called again.
 *
 * @param largest results of more bytes are problems; by default those that `refuseTooLarge` refuses
 * @throws UserError for a manifest that is missing or damaged; errors of the disk
 */
export async function writeCsvFiles(folder: string, largest?: number): Promise<TableFiles> {
  const { csvFileOptions, csvLines } = await loadResults();
  const contentOf = (table: Table) => inBatches(csvLines(table, csvFileOptions));
  return writeTableFiles(folder, { extension: "csv", contentOf }, largest);
}

/** Writes the tables of a run's results as Parquet, as `writeCsvFiles` writes CSV. Texts are as the result has them. */
export async function writeParquetFiles(folder: string, largest?: number): Promise<TableFiles> {
  const { parquetPieces } = await loadResults();
  return writeTableFiles(folder, { extension: "parquet", contentOf: (table) => parquetPieces(table) }, largest);
}

async function writeTableFiles(
  folder: string,
  { extension, contentOf }: TableForm,
  largest: number | undefined,
): Promise<TableFiles> {
  const manifest = await readManifest(folder);
  const fileNames = tableFileNames(manifest, extension);
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
      const decodedTables = await decodeStored(stored, unit.contentType ?? "", largest);
      const tables: ManifestTable[] = [];
      for (const [index, table] of decodedTables.entries()) {
        const recorded = recordedTable(unit, decodedTables.length, index);
        const id = recorded?.id ?? table.id;
        const tableFile = fileNames(file, decodedTables.length === 1 ? undefined : id);
        await writeTable(folder, tableFile, contentOf(table));
        // The file of the other form stays.
        const size = { id, rows: table.rowCount, columns: table.columns.length };
        tables.push({ ...recorded, ...size, [extension]: tableFile });
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
function recordedTable({ tables }: ManifestUnit, count: number, index: number): ManifestTable | undefined {
  return tables?.length === count ? tables[index] : undefined;
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
