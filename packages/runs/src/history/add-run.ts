import { join } from "node:path";
import { ensureRunFolder } from "../files/disk.ts";
import { readDigestedManifest } from "../folder/manifest/manifest-file.ts";
import { MANIFEST_NAME } from "../folder/manifest/manifest-names.ts";
import { UserError } from "../user-error.ts";
import { encodeRows } from "./encode-rows.ts";
import { tablesOfRun } from "./read-store.ts";
import { type HistoryRow, type HistoryTable, type NumberRow, tableNames } from "./records.ts";
import { type AddableRun, numberRows, readCheckRows, type UnreadUnit, unitRows } from "./run-rows.ts";
import { writeStoreFile } from "./store-files.ts";

/** A run that is in a store. */
export interface AddedRun {
  /** The id of the run in the store: when it began, and the beginning of the SHA-256 of its manifest. */
  readonly run: string;
  /** Whether the store had all of the run before: then nothing was written. */
  readonly isKnown: boolean;
  /** How many rows were written. */
  readonly numbers: number;
  readonly figures: number;
  readonly checks: number;
  readonly units: number;
  /** The units whose tables were not read, so that their numbers are missing. Empty if the store had all of the run before. */
  readonly unread: readonly UnreadUnit[];
}

/**
 * Adds a finished run to a store: its numbers, what its checks found, and then its units. Makes the store if it does not exist. A run that
 * was added before is left as it is. After a kill, the same call adds what is missing.
 * @param root a folder that no link may lead the store out of
 * @throws UserError for a folder without a finished run, and for results that were altered; the errors of the disk
 */
export async function addToHistory(folder: string, store: string, root?: string): Promise<AddedRun> {
  const run = await readAddableRun(folder);
  const month = new Date(run.manifest.startedAt).toISOString().slice(0, 7);
  const storedTables = await tablesOfRun(store, month, run.run);
  const checkRows = await readCheckRows(run);
  const missingTables = tableNames.filter(
    (table) => !storedTables.has(table) && (table !== "checks" || checkRows.length > 0),
  );
  const figures: NumberRow[] = [];
  const unread = new Set<UnreadUnit>();
  async function* numbers(): AsyncGenerator<NumberRow> {
    unread.clear();
    for await (const row of numberRows(run, (unit) => unread.add(unit))) {
      if (row.isFigure) figures.push(row);
      yield row;
    }
  }
  const rows: Record<HistoryTable, () => AsyncIterable<HistoryRow> | Iterable<HistoryRow>> = {
    numbers,
    async *figures() {
      // A writer was killed between the two tables.
      if (!missingTables.includes("numbers")) for await (const _ of numbers());
      yield* figures;
    },
    checks: () => checkRows,
    units: () => unitRows(run),
  };
  const counts = { numbers: 0, figures: 0, checks: 0, units: 0 };
  async function* countedRows(table: HistoryTable): AsyncGenerator<HistoryRow> {
    for await (const row of rows[table]()) {
      counts[table]++;
      yield row;
    }
  }
  if (missingTables.length > 0) ensureRunFolder(store, root);
  for (const table of missingTables)
    await writeStoreFile(store, { table, month, prefix: run.run }, encodeRows(table, [run.run], countedRows(table)));
  return { run: run.run, isKnown: missingTables.length === 0, ...counts, unread: [...unread] };
}

async function readAddableRun(folder: string): Promise<AddableRun> {
  const path = join(folder, MANIFEST_NAME);
  const { manifest, manifestSha256 } = await readDigestedManifest(path, {
    explain: (reason) => `${path}: ${reason}. Name a run folder.`,
  });
  if (manifest.finishedAt === undefined)
    throw new UserError(`The run in ${folder} has not finished. Resume it, and add it then.`);
  const startedAt = new Date(manifest.startedAt);
  if (Number.isNaN(startedAt.getTime()))
    throw new UserError(`${path}: startedAt is not a time. Restore the run folder.`);
  const start = startedAt.toISOString().replace(/[-:.]/g, "");
  return { folder, manifest, run: `${start}-${manifestSha256.slice(0, 12)}` };
}
