import { unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { statsOf, syncFolder } from "../files/disk.ts";
import { hasCode } from "../files/system-reason.ts";
import { encodeRows } from "./encode-rows.ts";
import {
  type CountedFile,
  openExistingStore,
  readRowsOf,
  readWhileItChanges,
  type StoreProblem,
} from "./read-store.ts";
import { historyColumns, TABLES } from "./records.ts";
import { writeStoreFile } from "./store-files.ts";

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
/** An older temporary file is that of a writer that was killed. */
const MAX_WRITE_MS = 24 * 60 * 60 * 1000;

/**
 * Writes the small files of each month and table as one file, and then removes them. A kill in between loses nothing: a run counts once. Also
 * removes files whose runs are all in another file, and what killed writers left a day ago or earlier.
 * @param now milliseconds since 1970
 * @throws UserError where there is no store; the errors of the disk
 *
 * @example
 * ```ts
 * import { compactHistory } from "@analytics-engines/runs/history";
 *
 * const { removed, written } = await compactHistory("history", Date.now());
 * ```
 */
export function compactHistory(store: string, now: number): Promise<CompactedStore> {
  return readWhileItChanges(store, async () => {
    const { files, listing, problems } = await openExistingStore(store, TABLES);
    const removed: string[] = [];
    const written: string[] = [];
    const remove = async ({ name, path }: { readonly name: string; readonly path: string }) => {
      await unlink(path).catch((error: unknown) => {
        if (!hasCode(error, "ENOENT")) throw error;
      });
      removed.push(name);
    };
    for (const group of Map.groupBy(files, ({ table, month }) => `${table} ${month}`).values()) {
      const small = await smallFiles(group.filter(({ countedRuns }) => countedRuns.size > 0));
      const names = new Set<string>();
      if (small.length > 1) {
        const name = await mergeFiles(store, small);
        written.push(name);
        names.add(name);
      }
      const replaced = group.filter(
        (file) => file.countedRuns.size === 0 || (small.length > 1 && small.includes(file)),
      );
      for (const file of replaced) if (!names.has(file.name)) await remove(file);
      const [first] = replaced;
      if (first) await syncFolder(dirname(first.path));
    }
    for (const file of listing.temporary) {
      const changedMs = (await statsOf(file.path))?.mtimeMs ?? now;
      if (now - changedMs > MAX_WRITE_MS) await remove(file);
    }
    return { removed, written, problems };
  });
}

async function smallFiles(files: readonly CountedFile[]): Promise<CountedFile[]> {
  const small: CountedFile[] = [];
  for (const file of files) {
    const bytes = (await statsOf(file.path))?.size ?? 0;
    if (bytes < MAX_SMALL_BYTES) small.push(file);
  }
  return small;
}

/** Writes one file with the runs of several. Several processes that merge the same files write the same file. */
async function mergeFiles(store: string, files: readonly CountedFile[]): Promise<string> {
  const [first] = files;
  if (first === undefined) throw new Error("there are files to merge");
  const { table } = first;
  const runs = files.flatMap(({ countedRuns }) => [...countedRuns]).sort();
  async function* rows() {
    const inOrder = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    for (const file of inOrder) yield* readRowsOf({ files: [file] }, table);
  }
  const { name } = await writeStoreFile(store, first, "compacted", encodeRows(historyColumns[table], runs, rows()));
  return name;
}
