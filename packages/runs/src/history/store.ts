import { createHash, randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type FileMetaData, type ParquetQueryFilter, parquetMetadata, parquetScan } from "hyparquet";
import { ensureFolder, replaceWith, syncFolder, writeBatches } from "../files/disk.ts";
import { readWhole, sha256, UnusableFileError } from "../files/open-file.ts";
import { hasCode, UserError } from "../user-error.ts";
import {
  type HistoryRow,
  type HistoryTable,
  MAX_GROUP_ROWS,
  rowGuard,
  type StoreRow,
  schemaOf,
  tableNames,
} from "./records.ts";

/** A file of a store, which has the rows of one run in one table. */
interface StoreFile {
  readonly table: HistoryTable;
  /** `2026-11`, in UTC. */
  readonly month: string;
  /** The id of the run, which begins with its time. */
  readonly run: string;
  /** Relative to the store, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
}

/** A file of a store that is left out, or a run that is not whole. */
export interface StoreProblem {
  /** Relative to the store. */
  readonly file: string;
  /** The rest of a sentence that begins with the file. */
  readonly reason: string;
}

/** What is in a store. */
export interface OpenStore {
  /** The files of the runs that were added to their end, the oldest run first. */
  readonly files: readonly StoreFile[];
  /** Grows while files are read. */
  readonly problems: StoreProblem[];
}

/** Which rows of a file are read. */
export interface RowFilter {
  /** The columns that decide. */
  readonly columns: readonly string[];
  /** Whether a row with these cells, in the order of the columns, is read. */
  readonly matches: (cells: readonly unknown[]) => boolean;
  /** What is true of each row that matches: groups of other rows are not read. */
  readonly bounds?: ParquetQueryFilter;
}

/** A file of a store that is not as it was written: it is left out. The message is the rest of a sentence about the file. */
class DamagedStoreFileError extends Error {
  override readonly name = "DamagedStoreFileError";
}

/** What the name of a temporary file begins with. A writer that was killed leaves one, and nothing reads it. */
const TEMPORARY = ".tmp-";
const FILE = /^\w+\/month=(\d{4}-\d{2})\/(\d{8}T\d+Z-[0-9a-f]{12})-([0-9a-f]{64})\.parquet$/;

/**
 * Lists a store, and finds the runs that were added to their end: those with their units, which are written last.
 * @throws UserError where there is no store; the errors of the disk
 */
export async function openStore(store: string): Promise<OpenStore> {
  const { files, foreign, isEmpty } = await listStore(store);
  if (isEmpty)
    throw new UserError(`${store} has no history. Name the folder that "history add" wrote to, or add a run first.`);
  const problems: StoreProblem[] = foreign.map((file) => ({ file, reason: "is not a file of a history" }));
  const wholeRuns = new Set<string>();
  for (const file of files.filter(({ table }) => table === "units"))
    if ((await readWithProblems(file, problems)) !== undefined) wholeRuns.add(file.run);
  for (const { table, run, name } of files)
    if (table === "numbers" && !wholeRuns.has(run))
      problems.push({ file: name, reason: `has run ${run}, which was not added to its end: add the run again` });
  const ofWholeRuns = files.filter(({ run }) => wholeRuns.has(run));
  return { files: ofWholeRuns.toSorted((one, other) => (one.run < other.run ? -1 : 1)), problems };
}

/** The tables that have a run: none where there is no store. A damaged file does not count. */
export async function tablesOfRun(store: string, run: string): Promise<ReadonlySet<HistoryTable>> {
  const tables = new Set<HistoryTable>();
  for (const file of (await listStore(store)).files)
    if (file.run === run && (await readWithProblems(file, [])) !== undefined) tables.add(file.table);
  return tables;
}

interface StoreListing {
  readonly files: readonly StoreFile[];
  /** What no version of this tool writes there. */
  readonly foreign: readonly string[];
  readonly isEmpty: boolean;
}

async function listStore(store: string): Promise<StoreListing> {
  const files: StoreFile[] = [];
  const foreign: string[] = [];
  let isEmpty = true;
  for (const table of tableNames) {
    for (const entry of await filesBelow(join(store, table))) {
      isEmpty = false;
      if (entry.name.startsWith(TEMPORARY)) continue;
      const path = join(entry.parentPath, entry.name);
      const name = relative(store, path).split(sep).join("/");
      const [, month, run, digest] = FILE.exec(name) ?? [];
      if (!month || !run || !digest || !entry.isFile()) foreign.push(name);
      else files.push({ table, month, run, name, path, sha256: digest });
    }
  }
  return { files, foreign, isEmpty };
}

/** What a folder and its folders have, without these. No link is followed. */
async function filesBelow(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true, recursive: true })).filter((entry) => !entry.isDirectory());
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** The chosen columns of the rows of one table in some files. Files that are damaged become problems. */
export async function* readRows<Table extends HistoryTable, Name extends keyof StoreRow<Table> & string>(
  { files, problems }: OpenStore,
  table: Table,
  columns: readonly Name[],
  filter?: RowFilter,
): AsyncGenerator<Pick<StoreRow<Table>, Name>> {
  const hasCells = rowGuard(table, columns);
  const seenRuns = new Set<string>();
  for (const file of files) {
    // A run counts once, also if two versions of this tool wrote it.
    if (file.table !== table || seenRuns.has(file.run)) continue;
    const content = await readWithProblems(file, problems);
    if (content === undefined) continue;
    seenRuns.add(file.run);
    for await (const row of rowsOf(content, columns, filter)) {
      if (!hasCells(row)) throw new TypeError(`a cell of ${file.name} has not the type of its column`);
      yield row;
    }
  }
}

/** A Parquet file in memory. */
interface FileContent {
  readonly bytes: ArrayBuffer;
  readonly metadata: FileMetaData;
}

async function readWithProblems(file: StoreFile, problems: StoreProblem[]): Promise<FileContent | undefined> {
  try {
    return await readContent(file);
  } catch (error) {
    if (!(error instanceof DamagedStoreFileError)) throw error;
    // A file can be read twice.
    if (problems.every(({ file: name }) => name !== file.name))
      problems.push({ file: file.name, reason: error.message });
    return undefined;
  }
}

/** @throws DamagedStoreFileError for other bytes than were written; the errors of the disk */
async function readContent(file: StoreFile): Promise<FileContent> {
  const content = await readWhole(file.path).catch((error: unknown) => {
    throw error instanceof UnusableFileError ? new DamagedStoreFileError(error.reason) : error;
  });
  if (sha256(content) !== file.sha256) throw new DamagedStoreFileError("has other bytes than were written");
  const { buffer: bytes } = new Uint8Array(content);
  const metadata = metadataOf(bytes);
  checkSchema(metadata, file.table);
  return { bytes, metadata };
}

function metadataOf(bytes: ArrayBuffer): FileMetaData {
  try {
    return parquetMetadata(bytes);
  } catch (error) {
    throw new DamagedStoreFileError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Only files with these very columns are read: then each cell has its type. */
function checkSchema({ schema, row_groups }: FileMetaData, table: HistoryTable): void {
  const factsOf = (elements: FileMetaData["schema"]) =>
    JSON.stringify(elements.map((one) => [one.name, one.type, one.repetition_type, one.converted_type]).slice(1));
  if (factsOf(schema) !== factsOf(schemaOf(table)))
    throw new DamagedStoreFileError("has other columns than a file of this history");
  if (row_groups.some(({ num_rows }) => num_rows > MAX_GROUP_ROWS))
    throw new DamagedStoreFileError("has larger groups of rows than a file of this history");
}

async function* rowsOf(
  { bytes: file, metadata }: FileContent,
  columns: readonly string[],
  filter: RowFilter | undefined,
): AsyncGenerator<HistoryRow> {
  const pruning = filter?.bounds === undefined ? {} : { pruningFilter: filter.bounds };
  const scan = await parquetScan({ file, metadata, ...pruning });
  for (const range of scan.ranges) {
    const readCells = (names: readonly string[]) =>
      Promise.all(names.map((column) => scan.readColumn({ column, ...range })));
    const decisive = filter && (await readCells(filter.columns));
    const isRead = (at: number) => !filter || !decisive || filter.matches(decisive.map((cells) => cells[at]));
    const rowNumbers = Array.from({ length: range.rowEnd - range.rowStart }, (_, at) => at).filter(isRead);
    const cells = rowNumbers.length === 0 ? [] : await readCells(columns);
    for (const at of rowNumbers)
      yield Object.fromEntries(columns.map((name, index): [string, unknown] => [name, cells[index]?.[at] ?? null]));
  }
}

/**
 * Writes a file whose name has the digest of its content. It gets its name when all of it is on the disk, so a kill leaves a temporary file
 * at most, and two writers never write to one file.
 * @param store a folder that exists
 */
export async function writeStoreFile(
  store: string,
  { table, month, run }: Pick<StoreFile, "table" | "month" | "run">,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const tableFolder = await ensureFolder(store, table);
  const folder = await ensureFolder(tableFolder, `month=${month}`);
  const hash = createHash("sha256");
  async function* digested(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  }
  await replaceWith(
    folder,
    () => `${run}-${hash.digest("hex")}.parquet`,
    (file) => writeBatches(file, digested()),
    { temporary: `${TEMPORARY}${randomUUID()}` },
  );
  for (const parent of [tableFolder, store]) await syncFolder(parent);
}
