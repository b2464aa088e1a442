import { type Clock, count, systemClock } from "@analytics-engines/core/basics";
import { manifestWrittenAt } from "../folder/manifest/manifest-file.ts";
import { sourceOfUnit, type UnitName } from "../review/unit-review.ts";
import { UserError } from "../user-error.ts";
import { type AddableRun, readAddableRun } from "./addable-run.ts";
import type { NumberRow } from "./records.ts";
import { checkRows, numberRows, unitRows } from "./run-rows.ts";
import { type KeyedNumber, numberOfCheck, seriesOfNumbers } from "./series.ts";
import { type HistoryView, MAX_VIEWED, viewOf } from "./views.ts";

/** More runs are no trend that a person reads. */
const MAX_FOLDERS = 200;

interface TrendOptions {
  /** Tells which runs are of the future. */
  readonly clock?: Clock;
  /** Called after each folder. */
  readonly onFolder?: (done: number, total: number) => void;
  /** Once it aborts, no other folder is read. */
  readonly signal?: AbortSignal;
}

/** Sorts run folders by the times when their manifests were last written. */
export async function newestFirst(folders: readonly string[]): Promise<readonly string[]> {
  const times = new Map(
    await Promise.all(folders.map(async (folder) => [folder, await manifestWrittenAt(folder)] as const)),
  );
  return folders.toSorted((first, second) => (times.get(second) ?? 0) - (times.get(first) ?? 0));
}

/**
 * Reads the numbers and the checks of a unit over runs from their folders, for a person who has the folders and no history. It reads the result
 * of that unit alone.
 * @param folders the newest first; the last of very many are left out, and those without a finished run of the unit count for nothing
 * @param unit the parameter file or the sweep, and the unit or the row
 */
export async function readUnitTrend(
  folders: readonly string[],
  unit: UnitName,
  { clock = systemClock, onFolder = () => {}, signal }: TrendOptions = {},
): Promise<HistoryView> {
  const numbers: KeyedNumber[] = [];
  const checks: KeyedNumber[] = [];
  const runNames = new Map<string, string>();
  let unreadCount = 0;
  const readFolders = folders.slice(0, MAX_FOLDERS);
  for (const [index, folder] of readFolders.entries()) {
    if (signal?.aborted === true || numbers.length > MAX_VIEWED) break;
    try {
      const run = withUnit(await readAddableRun(folder, clock.now()), unit);
      // A run can have been copied.
      if (run !== undefined && !runNames.has(run.run)) {
        runNames.set(run.run, run.name);
        checks.push(...checksOfUnit(run, unit));
        for await (const row of numberRows(run, () => {})) numbers.push(keyed(row));
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      unreadCount += 1;
    }
    onFolder(index + 1, readFolders.length);
  }
  const omissions = [
    ...(folders.length > MAX_FOLDERS
      ? [`Only ${MAX_FOLDERS} of ${count(folders.length, "run folder")} were read, the newest.`]
      : []),
    ...(numbers.length > MAX_VIEWED ? ["The page has only the newest runs."] : []),
    ...(unreadCount === 0 ? [] : [`${count(unreadCount, "run folder")} could not be read.`]),
  ];
  const view = viewOf([...seriesOfNumbers(numbers, runNames), ...seriesOfNumbers(checks, runNames)]);
  return omissions.length === 0 ? view : { ...view, omission: omissions.join(" ") };
}

/** The run with one unit alone; undefined if it does not have the unit. */
function withUnit(run: AddableRun, { path, unit: id }: UnitName): AddableRun | undefined {
  const files = run.manifest.files.flatMap((file) => {
    const units = file.units.filter((unit) => {
      const source = sourceOfUnit({ file, unit });
      return source.path === path && source.unit === id;
    });
    return units.length === 0 ? [] : [{ ...file, units }];
  });
  return files.length === 0 ? undefined : { ...run, manifest: { ...run.manifest, files } };
}

/** The values of the checks of the unit that a run has alone. */
function checksOfUnit(run: AddableRun, { path, unit: id }: UnitName): readonly KeyedNumber[] {
  const [details] = unitRows(run);
  if (details === undefined) return [];
  const { start, end, parameters, result, commit } = details;
  return checkRows(run)
    .filter(({ file, unit }) => file === path && unit === id)
    .map((row) => numberOfCheck(row, { start, end, parameters, result, commit }));
}

function keyed({ state: _state, total: _total, ...row }: NumberRow): KeyedNumber {
  return row;
}
