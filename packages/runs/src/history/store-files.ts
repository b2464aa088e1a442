import { readdir } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { statsOf } from "../files/disk.ts";
import { hasCode } from "../user-error.ts";
import { type HistoryTable, tableNames } from "./records.ts";

// The names of the files of a store: which run and which state of it a file has, and the digest of its bytes.

/** A run, and how far it had come when it was added. */
export interface RunState {
  /** The id of the run, which begins with its time. It is the same in all states of the run. */
  readonly run: string;
  /** The newer state of two is the greater text. */
  readonly state: string;
}

/** A file of a store, which has the rows of one state of a run in one table. */
export interface StoreFile extends RunState {
  readonly table: HistoryTable;
  /** Relative to the store, with `/`. */
  readonly name: string;
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** What the name of a temporary file begins with. A writer that was killed leaves one, and nothing reads it. */
export const TEMPORARY = ".tmp-";
const RUN = String.raw`\d{8}T\d{9}Z-[0-9a-f]{12}`;
const STATE = String.raw`\d{17}-\d{9}-\d{17}-[0-9a-f]{8}`;
const FILE = new RegExp(String.raw`^\w+/month=\d{4}-\d{2}/(${RUN})-(${STATE})-([0-9a-f]{64})\.parquet$`);

/** The folder of the files of a run in the folder of a table. */
export function monthFolder(run: string): string {
  return `month=${run.slice(0, 4)}-${run.slice(4, 6)}`;
}

export function fileName({ run, state }: RunState, sha256: string): string {
  return `${run}-${state}-${sha256}.parquet`;
}

interface StoreListing {
  readonly files: readonly StoreFile[];
  /** What this version of the tool does not write there. */
  readonly foreign: readonly Pick<StoreFile, "name" | "path">[];
  readonly isEmpty: boolean;
}

/** The files of a store, sorted by their names. @param onlyRun the run whose files are listed. Default: all runs */
export async function listStore(store: string, onlyRun = ""): Promise<StoreListing> {
  const files: StoreFile[] = [];
  const foreign: Pick<StoreFile, "name" | "path">[] = [];
  let isEmpty = true;
  for (const table of tableNames) {
    for (const path of await pathsBelow(join(store, table))) {
      isEmpty = false;
      const isOther = onlyRun !== "" && !basename(path).startsWith(`${onlyRun}-`);
      if (isOther || basename(path).startsWith(TEMPORARY)) continue;
      const stats = await statsOf(path);
      // Another process removes files of states that are no longer the newest.
      if (stats === undefined) continue;
      const name = relative(store, path).split(sep).join("/");
      const [, run, state, sha256] = (stats.isFile() && FILE.exec(name)) || [];
      if (!run || !state || !sha256) foreign.push({ name, path });
      else files.push({ table, run, state, name, path, sha256, bytes: stats.size });
    }
  }
  return { files, foreign, isEmpty };
}

/** The paths of what is below a folder, without folders, sorted. No link is followed. */
async function pathsBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
