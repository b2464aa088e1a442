import { dirname } from "node:path";
import { removeFile } from "../files/busy-files.ts";
import { statsOf, syncFolder } from "../files/disk.ts";
import { hasCode } from "../files/system-reason.ts";
import { encodeRows } from "./encode-rows.ts";
import { openStoreFile } from "./open-store-file.ts";
import { type CountedFile, readStore, type StoreProblem } from "./read-store.ts";
import { type HistoryRow, tableNames } from "./records.ts";
import { COMPACTED, writeStoreFile } from "./store-files.ts";

/** What a compaction did. */
export interface CompactedStore {
  /** Files that were removed, because another file has all of their runs. */
  readonly removed: readonly string[];
  /** Files that have the runs of those. */
  readonly written: readonly string[];
  readonly problems: readonly StoreProblem[];
}

/** Files of this size or more stay as they are. */
const MAX_SMALL_BYTES = 32 * 1024 * 1024;
/** More files are merged in several rounds, since a group of rows of each is in memory. */
const MAX_MERGED = 64;
/** An older temporary file is that of a writer that was killed. */
const MAX_WRITE_MS = 24 * 60 * 60 * 1000;

/**
 * Writes the small files of each month and table as one, and then removes them. A kill in between loses nothing: a run counts once. Also
 * removes files whose runs are all in another file, and what killed writers left a day ago or earlier.
 * @param now milliseconds since 1970
 * @throws UserError where there is no store; the errors of the disk
 */
export function compactHistory(store: string, now: number): Promise<CompactedStore> {
  return readStore(store, tableNames, async ({ files, listing, problems }) => {
    const removed: string[] = [];
    const written: string[] = [];
    const remove = async ({ name, path }: { readonly name: string; readonly path: string }) => {
      await removeFile(path).catch((error: unknown) => {
        if (!hasCode(error, "ENOENT")) throw error;
      });
      removed.push(name);
    };
    for (const group of Map.groupBy(files, ({ table, month }) => `${table} ${month}`).values()) {
      const replaced = group.filter(({ countedRuns }) => countedRuns.size === 0);
      let small = group.filter(({ countedRuns, bytes }) => countedRuns.size > 0 && bytes < MAX_SMALL_BYTES);
      while (small.length > 1) {
        const merged = small.slice(0, MAX_MERGED);
        const file = await mergeFiles(store, merged);
        written.push(file.name);
        replaced.push(...merged.filter(({ name }) => name !== file.name));
        small = [...small.slice(MAX_MERGED), file];
      }
      for (const file of replaced) await remove(file);
      if (replaced[0]) await syncFolder(dirname(replaced[0].path));
    }
    for (const file of listing.temporary) {
      const changedMs = (await statsOf(file.path))?.mtimeMs ?? now;
      if (now - changedMs > MAX_WRITE_MS) await remove(file);
    }
    return { removed, written, problems };
  });
}

/** Writes one file with the runs of several. Several processes that merge the same files write the same file. */
async function mergeFiles(store: string, files: readonly CountedFile[]): Promise<CountedFile> {
  const [place] = files;
  if (place === undefined) throw new Error("there are files to merge");
  const runs = files.flatMap(({ countedRuns }) => [...countedRuns]).sort();
  const inOrder = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const pieces = encodeRows(place.table, runs, mergedRows(inOrder));
  const file = await writeStoreFile(store, { ...place, prefix: COMPACTED }, pieces);
  return { ...place, ...file, runs, countedRuns: new Set(runs) };
}

/** The rows of files that are sorted by parameter file and unit, in this order: then few groups of rows have the numbers of a unit. */
async function* mergedRows(files: readonly CountedFile[]): AsyncGenerator<HistoryRow> {
  const sources = files.map(countedRowsOf);
  /** The next row of each source, the source with the least one first. */
  const heads: { readonly key: string; readonly row: HistoryRow; readonly rows: AsyncGenerator<HistoryRow> }[] = [];
  const advance = async (rows: AsyncGenerator<HistoryRow>) => {
    const { value: row, done } = await rows.next();
    if (done) return;
    const key = `${row["file"]}\n${row["unit"]}`;
    const at = heads.findIndex((head) => head.key > key);
    heads.splice(at < 0 ? heads.length : at, 0, { key, row, rows });
  };
  try {
    for (const rows of sources) await advance(rows);
    for (let head = heads.shift(); head !== undefined; head = heads.shift()) {
      yield head.row;
      await advance(head.rows);
    }
  } finally {
    for (const rows of sources) await rows.return(undefined);
  }
}

async function* countedRowsOf(file: CountedFile): AsyncGenerator<HistoryRow> {
  await using opened = await openStoreFile(file, true);
  for await (const row of opened.readRows()) if (file.countedRuns.has(String(row["run"]))) yield row;
}
