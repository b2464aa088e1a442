import { join } from "node:path";
import { type Clock, count, systemClock } from "@analytics-engines/core/basics";
import { ensureRunFolder } from "../files/disk.ts";
import { UserError } from "../user-error.ts";
import { type AddableRun, readAddableRun } from "./addable-run.ts";
import type { HistoryRow, HistoryTable, NamedFile } from "./records.ts";
import { checkRows, numberRows, type UnreadUnit, unitRows } from "./run-rows.ts";
import { readNewestState, removeSuperseded } from "./store.ts";
import { writeStoreFile } from "./store-file.ts";

/** A run that is in a store. */
export interface AddedRun {
  /** The id of the run in the store: when it began, and a digest of what it keeps when it is resumed. */
  readonly run: string;
  /** Whether the store had this state of the run, or a newer one, before: then nothing was written. */
  readonly isKnown: boolean;
  /** Whether the state in the store is newer than that of the folder. */
  readonly isOlder: boolean;
  /** How many rows were written. */
  readonly numbers: number;
  readonly checks: number;
  readonly units: number;
  /** The units whose tables were not read, so that their numbers are missing. Empty if the store had all of the run before. */
  readonly unread: readonly UnreadUnit[];
}

interface AddOptions {
  /** A folder that no link may lead the store out of. */
  readonly root?: string;
  /** Tells which runs are of the future. */
  readonly clock?: Clock;
}

/**
 * Adds a finished run to a store: its numbers, what its checks found, and then its units. Makes the store if it does not exist. A run is once
 * in a store: a newer state of it, as of a run that was resumed or checked again, replaces the older one, and an older state changes nothing.
 * After a kill, the same call adds what is missing.
 * @throws UserError for a folder without a finished run, for times that no run has, and for results that were altered; the errors of the disk
 */
export async function addToHistory(
  folder: string,
  store: string,
  { root, clock = systemClock }: AddOptions = {},
): Promise<AddedRun> {
  const run = await readAddableRun(folder, clock.now());
  const stored = await readNewestState(store, run.run);
  const isOlder = stored !== undefined && run.state < stored.state;
  if (isOlder && stored.problem !== undefined)
    throw new UserError(
      `${join(store, stored.problem.file)} ${stored.problem.reason}. It has a newer state of the run than ${folder}: add the folder with that state.`,
    );
  if (stored !== undefined && stored.problem === undefined && run.state <= stored.state) {
    await removeSuperseded(store, run.run);
    return { run: run.run, isKnown: true, isOlder, numbers: 0, checks: 0, units: 0, unread: [] };
  }
  ensureRunFolder(store, root);
  const added = await writeRun(run, store);
  await removeSuperseded(store, run.run);
  return { run: run.run, isKnown: false, isOlder: false, ...added };
}

/** Writes the files of a run. The units are last, and name the others. */
async function writeRun(
  run: AddableRun,
  store: string,
): Promise<Pick<AddedRun, "numbers" | "checks" | "units" | "unread">> {
  const unread: UnreadUnit[] = [];
  const write = (
    table: HistoryTable,
    rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
    files?: readonly NamedFile[],
  ) => writeStoreFile(store, table, { run: run.run, state: run.state, ...(files && { files }) }, rows);
  // Before anything is written: these rows can be refused.
  const [ofChecks, ofUnits] = [checkRows(run), unitRows(run)];
  const numbers = await write(
    "numbers",
    numberRows(run, (unit) => unread.push(unit)),
  );
  const checks = ofChecks.length === 0 ? undefined : await write("checks", ofChecks);
  const units = await write("units", ofUnits, [numbers, ...(checks === undefined ? [] : [checks])]);
  return { numbers: numbers.rows, checks: checks?.rows ?? 0, units: units.rows, unread };
}

/** What was added to a store. */
export function addedText({ isKnown, isOlder, numbers, checks, units }: AddedRun): string {
  if (isOlder) return "the store has a newer state of it already";
  return isKnown
    ? "the store has it already"
    : `added ${count(numbers, "number")}, ${count(checks, "check")} and ${count(units, "unit")}`;
}

/** A line for each unit of a run whose numbers are not in the history. */
export function unreadLines({ unread }: AddedRun): string[] {
  return unread.map(({ path, unit, reason }) => `${path}, unit ${unit}: its numbers were left out: ${reason}`);
}
