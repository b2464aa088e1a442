import { count, type Clock, systemClock } from "@analytics-engines/core/basics";
import { sourceOfUnit, type UnitName } from "../review/unit-review.ts";
import { UserError } from "../user-error.ts";
import { type AddableRun, readAddableRun } from "./addable-run.ts";
import type { NumberRow } from "./records.ts";
import { checkRows, numberRows } from "./run-rows.ts";
import { type KeyedNumber, noDetails, numberOfCheck, seriesOfNumbers } from "./series.ts";
import { type HistoryView, MAX_VIEWED, viewOf } from "./views.ts";

interface TrendOptions {
  /** Tells which runs are of the future. */
  readonly clock?: Clock;
  /** Called after each folder. */
  readonly onFolder?: (done: number) => void;
  /** Once it aborts, no other folder is read. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the numbers and the checks of a unit over runs from their folders, for a person who has the folders and no history. It reads the result
 * of that unit alone.
 * @param folders the newest first; those without a finished run of the unit count for nothing
 * @param unit the parameter file or the sweep, and the unit or the row
 */
export async function readUnitTrend(
  folders: readonly string[],
  unit: UnitName,
  { clock = systemClock, onFolder = () => {}, signal }: TrendOptions = {},
): Promise<HistoryView> {
  const numbers: KeyedNumber[] = [];
  const runNames = new Map<string, string>();
  let unreadCount = 0;
  let done = 0;
  for (const folder of folders) {
    if (signal?.aborted === true || numbers.length > MAX_VIEWED) break;
    try {
      const run = await readAddableRun(folder, clock.now());
      // A run can have been copied.
      if (!runNames.has(run.run)) numbers.push(...(await numbersOfUnit(run, unit)));
      runNames.set(run.run, run.name);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      unreadCount += 1;
    }
    onFolder(++done);
  }
  const omissions = [
    ...(numbers.length > MAX_VIEWED ? ["The page has only the newest runs."] : []),
    ...(unreadCount === 0 ? [] : [`${count(unreadCount, "run folder")} could not be read.`]),
  ];
  const view = viewOf(seriesOfNumbers(numbers, runNames));
  return omissions.length === 0 ? view : { ...view, omission: omissions.join(" ") };
}

/** The numbers of a unit in a run, and the values of its checks. */
async function numbersOfUnit(run: AddableRun, { path, unit: id }: UnitName): Promise<readonly KeyedNumber[]> {
  const files = run.manifest.files.flatMap((file) => {
    const units = file.units.filter((unit) => {
      const source = sourceOfUnit({ file, unit });
      return source.path === path && source.unit === id;
    });
    return units.length === 0 ? [] : [{ ...file, units }];
  });
  if (files.length === 0) return [];
  const ofUnit = { ...run, manifest: { ...run.manifest, files } };
  const numbers: KeyedNumber[] = [];
  for await (const row of numberRows(ofUnit, () => {})) numbers.push(keyed(row));
  const [first] = numbers;
  const details = first ?? noDetails;
  const checks = checkRows(run).filter((row) => row.file === path && row.unit === id);
  const { start, end, parameters, result, commit } = details;
  return [...numbers, ...checks.map((row) => numberOfCheck(row, { start, end, parameters, result, commit }))];
}

function keyed({ state: _state, total: _total, ...row }: NumberRow): KeyedNumber {
  return row;
}
