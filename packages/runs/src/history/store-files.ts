import { createHash, randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { join } from "node:path";
import { ensureFolder, folderEntries, syncFolder } from "../files/disk.ts";
import { replaceWith, writeBatches } from "../files/replace.ts";
import { hasCode } from "../files/system-reason.ts";
import { type HistoryTable, TABLES } from "./records.ts";

/** A file of a store, by its name. */
export interface StoreFile {
  readonly table: HistoryTable;
  /** `2026-11`, in UTC. */
  readonly month: string;
  /** Relative to the store, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
}

/** The names in the folders of a store. */
export interface StoreListing {
  readonly files: readonly StoreFile[];
  /** What a writer that was killed has left, or what another writer writes now. */
  readonly temporary: readonly { readonly name: string; readonly path: string }[];
  /** What no version of this tool writes there. */
  readonly foreign: readonly string[];
}

const TEMPORARY = ".tmp-";
const MONTH = /^month=(\d{4}-\d{2})$/;
const FILE = /^(?:\d{8}T\d+Z-[0-9a-f]{12}|compacted)-([0-9a-f]{64})\.parquet$/;

/** Lists the files of a store, sorted by name: none where there is no store. */
export async function listStore(store: string): Promise<StoreListing> {
  const files: StoreFile[] = [];
  const temporary: { name: string; path: string }[] = [];
  const foreign: string[] = [];
  for (const table of TABLES) {
    for (const folder of await entriesOf(join(store, table))) {
      const month = MONTH.exec(folder.name)?.[1];
      if (month === undefined || !folder.isDirectory()) {
        foreign.push(`${table}/${folder.name}`);
        continue;
      }
      for (const file of await entriesOf(join(store, table, folder.name))) {
        const name = `${table}/${folder.name}/${file.name}`;
        const path = join(store, table, folder.name, file.name);
        const sha256 = FILE.exec(file.name)?.[1];
        if (file.name.startsWith(TEMPORARY)) temporary.push({ name, path });
        else if (sha256 === undefined || !file.isFile()) foreign.push(name);
        else files.push({ table, month, name, path, sha256 });
      }
    }
  }
  return { files, temporary, foreign };
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await folderEntries(folder).catch((error: unknown): Dirent[] => {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  });
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Writes a file whose name has the digest of its content. It gets its name when all of it is on the disk, so a kill leaves a temporary file
 * at most, and two writers never write to one file.
 * @param store a folder that exists
 * @param prefix the id of a run, or `compacted`
 * @returns the name of the file, relative to the store
 */
export async function writeStoreFile(
  store: string,
  { table, month }: Pick<StoreFile, "table" | "month">,
  prefix: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<string> {
  const tableFolder = await ensureFolder(store, table);
  const folder = await ensureFolder(tableFolder, `month=${month}`);
  const hash = createHash("sha256");
  async function* digested(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  }
  let name = "";
  const nameFile = () => {
    name = `${prefix}-${hash.digest("hex")}.parquet`;
    return name;
  };
  const temporary = `${TEMPORARY}${randomUUID()}`;
  await replaceWith(folder, nameFile, (file) => writeBatches(file, digested()), { temporary });
  for (const parent of [tableFolder, store]) await syncFolder(parent);
  return `${table}/month=${month}/${name}`;
}
