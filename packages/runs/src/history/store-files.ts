import { createHash, randomUUID } from "node:crypto";
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { ensureFolder, replaceWith, syncFolder, writeBatches } from "../files/disk.ts";
import { hasCode } from "../files/system-reason.ts";
import { type HistoryTable, tableNames } from "./records.ts";

/** A file of a store, by its name. */
export interface StoreFile {
  readonly table: HistoryTable;
  /** `2026-11`, in UTC. */
  readonly month: string;
  /** The id of its run, or `compacted`. */
  readonly prefix: string;
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

/** The beginning of the name of a file that has the runs of several. */
export const COMPACTED = "compacted";
const TEMPORARY = ".tmp-";
const FILE = /^\w+\/month=(\d{4}-\d{2})\/(\d{8}T\d+Z-[0-9a-f]{12}|compacted)-([0-9a-f]{64})\.parquet$/;

/** Lists the files of a store, sorted by name: none where there is no store. */
export async function listStore(store: string): Promise<StoreListing> {
  const files: StoreFile[] = [];
  const temporary: { name: string; path: string }[] = [];
  const foreign: string[] = [];
  for (const table of tableNames) {
    const entries = await filesBelow(join(store, table));
    const entriesWithPaths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));
    for (const { entry, path } of entriesWithPaths.sort((one, other) => (one.path < other.path ? -1 : 1))) {
      const name = relative(store, path).split(sep).join("/");
      const [, month, prefix, sha256] = FILE.exec(name) ?? [];
      if (entry.name.startsWith(TEMPORARY)) temporary.push({ name, path });
      else if (!month || !prefix || !sha256 || !entry.isFile()) foreign.push(name);
      else files.push({ table, month, prefix, name, path, sha256 });
    }
  }
  return { files, temporary, foreign };
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

/**
 * Writes a file whose name has the digest of its content. It gets its name when all of it is on the disk, so a kill leaves a temporary file
 * at most, and two writers never write to one file.
 * @param store a folder that exists
 */
export async function writeStoreFile(
  store: string,
  { table, month, prefix }: Pick<StoreFile, "table" | "month" | "prefix">,
  pieces: AsyncIterable<Uint8Array>,
): Promise<StoreFile> {
  const tableFolder = await ensureFolder(store, table);
  const folder = await ensureFolder(tableFolder, `month=${month}`);
  const hash = createHash("sha256");
  async function* digested(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  }
  let sha256 = "";
  const nameFile = () => {
    sha256 = hash.digest("hex");
    return `${prefix}-${sha256}.parquet`;
  };
  const temporary = `${TEMPORARY}${randomUUID()}`;
  await replaceWith(folder, nameFile, (file) => writeBatches(file, digested()), { temporary });
  for (const parent of [tableFolder, store]) await syncFolder(parent);
  const name = `${prefix}-${sha256}.parquet`;
  return { table, month, prefix, name: `${table}/month=${month}/${name}`, path: join(folder, name), sha256 };
}
