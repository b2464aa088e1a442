import type { FileHandle } from "node:fs/promises";
import type { AsyncBuffer, FileMetaData, ParquetQueryFilter, SchemaElement } from "hyparquet";
import { parquetMetadataAsync, parquetScan } from "hyparquet";
import { openFile, piecesOf, sizeNow, UnusableFileError } from "../files/open-file.ts";
import { digestPieces } from "../files/sha256.ts";
import { MAX_GROUP_ROWS, RUNS_KEY, schemaOf } from "./encode-rows.ts";
import type { HistoryRow } from "./records.ts";
import type { StoreFile } from "./store-files.ts";

/** A file of a store that is not as it was written: it is left out. The message is the rest of a sentence about the file. */
export class DamagedStoreFileError extends Error {
  override readonly name = "DamagedStoreFileError";
}

/** A file of a store whose bytes have the digest of its name. Close it. */
export interface OpenStoreFile extends AsyncDisposable {
  /** The ids of the runs in it. */
  readonly runs: readonly string[];
  readonly rowCount: number;
  readonly bytes: number;
  /** Reads some columns of the rows that a filter selects. Default: all. */
  readRows(columns?: readonly string[], filter?: RowFilter): AsyncGenerator<HistoryRow>;
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

/**
 * @param isVerified whether the file was opened before: then its bytes are not digested again, because no file of a store changes
 * @throws DamagedStoreFileError for other bytes than were written; the errors of the disk
 */
export async function openStoreFile(file: StoreFile, isVerified = false): Promise<OpenStoreFile> {
  const handle = await openFile(file.path).catch((error: unknown) => {
    throw error instanceof UnusableFileError ? new DamagedStoreFileError(error.reason) : error;
  });
  try {
    if (!isVerified && (await digestPieces(piecesOf(handle))).sha256 !== file.sha256)
      throw new DamagedStoreFileError("has other bytes than were written");
    const bytes = sizeNow(handle);
    const buffer = bufferOf(handle, bytes);
    const metadata = await asDamage(() => parquetMetadataAsync(buffer));
    checkSchema(metadata, schemaOf(file.table));
    const runs = await asDamage(async () => runsOf(metadata));
    return {
      runs,
      rowCount: Number(metadata.num_rows),
      bytes,
      readRows: (columns = metadata.schema.slice(1).map(({ name }) => name), filter) =>
        readRows(buffer, metadata, columns, filter),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function bufferOf(handle: FileHandle, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    async slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new DamagedStoreFileError("became shorter while it was read");
        at += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

async function* readRows(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly string[],
  filter?: RowFilter,
): AsyncGenerator<HistoryRow> {
  const pruning = filter?.bounds === undefined ? {} : { pruningFilter: filter.bounds };
  const scan = await asDamage(() => parquetScan({ file, metadata, ...pruning }));
  for (const range of scan.ranges) {
    const readCells = (names: readonly string[]) =>
      asDamage(() => Promise.all(names.map((column) => scan.readColumn({ column, ...range }))));
    const decisive = filter && (await readCells(filter.columns));
    const isRead = (at: number) => !filter || !decisive || filter.matches(decisive.map((cells) => cells[at]));
    const places = Array.from({ length: range.rowEnd - range.rowStart }, (_, at) => at).filter(isRead);
    const cells = places.length === 0 ? [] : await readCells(columns);
    for (const at of places)
      yield Object.fromEntries(columns.map((name, index): [string, unknown] => [name, cells[index]?.[at] ?? null]));
  }
}

/** Only files with these very columns are read: then each cell has its type. */
function checkSchema({ schema, row_groups }: FileMetaData, expected: readonly SchemaElement[]): void {
  const factsOf = (elements: readonly SchemaElement[]) =>
    JSON.stringify(elements.map((one) => [one.name, one.type, one.repetition_type, one.converted_type]).slice(1));
  if (factsOf(schema) !== factsOf(expected))
    throw new DamagedStoreFileError("has other columns than a file of this history");
  if (row_groups.some(({ num_rows }) => num_rows > MAX_GROUP_ROWS))
    throw new DamagedStoreFileError("has larger groups of rows than a file of this history");
}

function runsOf({ key_value_metadata = [] }: FileMetaData): readonly string[] {
  const text = key_value_metadata.find(({ key }) => key === RUNS_KEY)?.value;
  const runs: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!Array.isArray(runs) || runs.length === 0 || !runs.every((run) => typeof run === "string"))
    throw new DamagedStoreFileError("does not say which runs it has");
  return runs;
}

/** What the reader throws for bytes that are no Parquet. */
async function asDamage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DamagedStoreFileError || (error instanceof Error && "syscall" in error)) throw error;
    throw new DamagedStoreFileError(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
