import { createHash, randomUUID } from "node:crypto";
import { isObject, items, parseObject } from "@analytics-engines/core/basics";
import { type FileMetaData, type ParquetQueryFilter, parquetMetadata, parquetScan } from "hyparquet";
import { ensureFolder, replaceWith, syncFolder, writeBatches } from "../files/disk.ts";
import { readWhole, sha256, UnusableFileError } from "../files/open-file.ts";
import { hasCode } from "../user-error.ts";
import {
  columnsOf,
  encodeRows,
  type FileContents,
  HISTORY_VERSION,
  type HistoryRow,
  type HistoryTable,
  MAX_GROUP_ROWS,
  METADATA_KEY,
  type NamedFile,
  schemaOf,
  tableNames,
} from "./records.ts";
import { fileName, monthFolder, type StoreFile, TEMPORARY } from "./store-files.ts";

// One file of a store: its bytes, what it says about itself, and its rows.

/** What to do about a file that is not as it was written. The end of a sentence. */
export const ADD_AGAIN = "add the run again";
/** Why a file is left out that was cut or changed. */
export const OTHER_BYTES = `has other bytes than were written: ${ADD_AGAIN}`;

/** A file of a store that is not as it was written: it is left out. The message is the rest of a sentence about the file. */
export class DamagedStoreFileError extends Error {
  override readonly name: string = "DamagedStoreFileError";
}

/** A file that a later version of this tool wrote. To write over it would lose what this version does not know. */
export class LaterVersionError extends DamagedStoreFileError {
  override readonly name = "LaterVersionError";
}

/** Which rows of a file are read. */
export interface RowFilter {
  /** The columns that decide. */
  readonly columns: readonly string[];
  /** Whether a row with these cells, in the order of the columns, is read. */
  readonly matches: (cells: readonly unknown[]) => boolean;
  /** The units of all rows that match are from the first text and before the second: groups of other rows are not read. */
  readonly units?: readonly [first: string, end: string];
}

/** A file in memory. */
export interface FileContent {
  readonly bytes: ArrayBuffer;
  readonly metadata: FileMetaData;
  readonly contents: FileContents;
}

/** @throws DamagedStoreFileError for a file that is not as it was written; LaterVersionError; the errors of the disk */
export async function readContent(file: StoreFile): Promise<FileContent> {
  const content = await readBytes(file.path);
  if (sha256(content) !== file.sha256) throw new DamagedStoreFileError(OTHER_BYTES);
  const { buffer: bytes } = new Uint8Array(content);
  const metadata = metadataOf(bytes);
  const contents = contentsOf(metadata);
  if (contents.run !== file.run || contents.state !== file.state)
    throw new DamagedStoreFileError(`has another run than its name says: remove it, and ${ADD_AGAIN}`);
  if (file.table === "units" && contents.files === undefined)
    throw new DamagedStoreFileError(`does not name the files of its run: remove it, and ${ADD_AGAIN}`);
  checkColumns(metadata, file.table);
  if (metadata.row_groups.some(({ num_rows }) => num_rows > MAX_GROUP_ROWS))
    throw new DamagedStoreFileError(`has larger groups of rows than a file of a history: remove it, and ${ADD_AGAIN}`);
  return { bytes, metadata, contents };
}

/** Why a file with a name of another form is left out. */
export async function whyForeign({ name, path }: Pick<StoreFile, "name" | "path">): Promise<string> {
  const foreign = "is not a file of a history";
  if (!name.endsWith(".parquet")) return foreign;
  try {
    const { buffer: bytes } = new Uint8Array(await readBytes(path));
    contentsOf(metadataOf(bytes));
    return foreign;
  } catch (error) {
    if (error instanceof DamagedStoreFileError) return error.message;
    throw error;
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readWhole(path);
  } catch (error) {
    if (error instanceof UnusableFileError) throw new DamagedStoreFileError(error.reason);
    if (hasCode(error, "ENOENT")) throw new DamagedStoreFileError(`is missing: ${ADD_AGAIN}`);
    throw error;
  }
}

function metadataOf(bytes: ArrayBuffer): FileMetaData {
  try {
    return parquetMetadata(bytes);
  } catch (error) {
    throw new DamagedStoreFileError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What a file of this version says about itself. @throws DamagedStoreFileError for no version; LaterVersionError */
function contentsOf({ key_value_metadata: pairs = [] }: FileMetaData): FileContents {
  const { version, run, state, files } = parseObject(pairs.find(({ key }) => key === METADATA_KEY)?.value ?? "") ?? {};
  if (typeof version !== "number" || version < HISTORY_VERSION)
    throw new DamagedStoreFileError(
      `has no version: a tool before version ${HISTORY_VERSION} of the history wrote it. Remove it, and ${ADD_AGAIN}`,
    );
  if (version > HISTORY_VERSION)
    throw new LaterVersionError(
      `has version ${version}, and this tool reads version ${HISTORY_VERSION}: use the version of the tool that wrote it`,
    );
  if (typeof run !== "string" || typeof state !== "string")
    throw new DamagedStoreFileError(`does not name its run: remove it, and ${ADD_AGAIN}`);
  return { run, state, ...(files !== undefined && { files: namedFiles(files) }) };
}

function namedFiles(value: unknown): readonly NamedFile[] {
  return items(value).map((item): NamedFile => {
    const { table: tableName, sha256: digest, bytes, rows } = isObject(item) ? item : {};
    const table = tableNames.find((name) => name === tableName);
    if (table === undefined || typeof digest !== "string" || typeof bytes !== "number" || typeof rows !== "number")
      throw new DamagedStoreFileError(`does not name the files of its run: remove it, and ${ADD_AGAIN}`);
    return { table, sha256: digest, bytes, rows };
  });
}

/**
 * Checks the columns that this version knows: then each cell has its type. Columns that it does not know are not read, and one that can be
 * empty may be missing.
 */
function checkColumns(metadata: FileMetaData, table: HistoryTable): void {
  const elements = new Map(metadata.schema.slice(1).map((element) => [element.name, element]));
  for (const { name, type, converted_type, repetition_type } of schemaOf(table).slice(1)) {
    const element = elements.get(name);
    const mayBeEmpty = repetition_type === "OPTIONAL";
    if (element === undefined && mayBeEmpty) continue;
    const repetitions = mayBeEmpty ? ["OPTIONAL", "REQUIRED"] : ["REQUIRED"];
    const isSame =
      element !== undefined &&
      element.type === type &&
      element.converted_type === converted_type &&
      repetitions.includes(element.repetition_type ?? "");
    if (!isSame)
      throw new DamagedStoreFileError(
        `has no column ${name} as a file of this history has it: remove it, and ${ADD_AGAIN}`,
      );
  }
}

/** The chosen columns of the rows of a file. A column that the file does not have is null. */
export async function* rowsOf(
  { bytes: file, metadata }: FileContent,
  table: HistoryTable,
  columns: readonly string[],
  filter: RowFilter | undefined,
): AsyncGenerator<HistoryRow> {
  const fileColumnByProperty = new Map(columnsOf(table).map(({ property, name }) => [property, name]));
  const fileColumns = new Set(metadata.schema.slice(1).map(({ name }) => name));
  const scan = await parquetScan({ file, metadata, ...pruning(fileColumnByProperty.get("unit") ?? "", filter) });
  for (const range of scan.ranges) {
    const readCells = (properties: readonly string[]) =>
      Promise.all(
        properties.map((property) => {
          const column = fileColumnByProperty.get(property) ?? "";
          return fileColumns.has(column) ? scan.readColumn({ column, ...range }) : [];
        }),
      );
    const decisive = filter && (await readCells(filter.columns));
    const isRead = (at: number) => !filter || !decisive || filter.matches(decisive.map((cells) => cells[at]));
    const rowNumbers = Array.from({ length: range.rowEnd - range.rowStart }, (_, at) => at).filter(isRead);
    const cells = rowNumbers.length === 0 ? [] : await readCells(columns);
    for (const at of rowNumbers)
      yield Object.fromEntries(columns.map((name, index): [string, unknown] => [name, cells[index]?.[at] ?? null]));
  }
}

function pruning(unitColumn: string, filter: RowFilter | undefined): { readonly pruningFilter?: ParquetQueryFilter } {
  if (filter?.units === undefined) return {};
  const [first, end] = filter.units;
  return { pruningFilter: { [unitColumn]: { $gte: first, $lt: end } } };
}

/**
 * Writes a file whose name has the digest of its content. It gets its name when all of it is on the disk, so a kill leaves a temporary file
 * at most, and two writers never write to one file.
 * @param store a folder that exists
 */
export async function writeStoreFile(
  store: string,
  table: HistoryTable,
  contents: FileContents,
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
): Promise<NamedFile> {
  const tableFolder = await ensureFolder(store, table);
  const folder = await ensureFolder(tableFolder, monthFolder(contents.run));
  const hash = createHash("sha256");
  let rowCount = 0;
  let bytes = 0;
  let digest = "";
  async function* counted(): AsyncGenerator<HistoryRow> {
    for await (const row of rows) {
      rowCount++;
      yield row;
    }
  }
  async function* digested(): AsyncGenerator<Uint8Array> {
    for await (const piece of encodeRows(table, counted(), contents)) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    digest = hash.digest("hex");
  }
  await replaceWith(
    folder,
    () => fileName(contents, digest),
    (file) => writeBatches(file, digested()),
    { temporary: `${TEMPORARY}${randomUUID()}` },
  );
  for (const parent of [tableFolder, store]) await syncFolder(parent);
  return { table, sha256: digest, bytes, rows: rowCount };
}
