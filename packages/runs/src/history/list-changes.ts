import { openExistingStore, readRowsOf, readWhileItChanges, type StoreProblem, unfinishedRuns } from "./read-store.ts";
import { type CheckRow, TABLES, toCheckRow, toUnitRow, type UnitRow } from "./records.ts";

/** All but the digests and days, which take the most time to read. */
const OUTCOME_COLUMNS = ["run", "time", "file", "unit", "family", "status", "problem", "warnings", "commit"];

/** A unit whose outcome is another than in the run before that computed its file. */
export interface OutcomeChange {
  readonly file: string;
  /** Empty for a job without units. */
  readonly unit: string;
  readonly status: string;
  /** Absent if no run before had the unit. */
  readonly before?: string;
  /** Why it did not succeed. */
  readonly problem?: string;
}

/** A check whose outcome is another than when it last passed or failed. */
export interface CheckChange
  extends Pick<CheckRow, "file" | "unit" | "table" | "checks" | "check" | "rule" | "severity"> {
  /** What is the case, in a sentence. */
  readonly message: string;
}

/** What the last run of a store changed. */
export interface HistoryChanges {
  /** The last run; absent if the store has none. */
  readonly run?: { readonly id: string; readonly time: Date; readonly commit: string | null };
  /** Units that did not succeed, and did before, or are new. */
  readonly failures: readonly OutcomeChange[];
  /** Units that succeeded, and did not before. */
  readonly recoveries: readonly OutcomeChange[];
  /** Checks that failed, and did not before. A check is known by its file and its position in it. */
  readonly breaches: readonly CheckChange[];
  /** Checks that passed, and failed before. */
  readonly endedBreaches: readonly CheckChange[];
  readonly problems: readonly StoreProblem[];
}

/**
 * Compares the units of the last run of a store with the last run before that has the same parameter file, and its checks with their last
 * outcome.
 * @throws UserError where there is no store
 *
 * @example
 * ```ts
 * import { listHistoryChanges } from "@analytics-engines/runs/history";
 *
 * const { failures, breaches } = await listHistoryChanges("history");
 * ```
 */
export function listHistoryChanges(store: string): Promise<HistoryChanges> {
  return readWhileItChanges(store, async () => {
    const opened = await openExistingStore(store, TABLES);
    const records: UnitRow[] = [];
    for await (const row of readRowsOf(opened, "units", { columns: OUTCOME_COLUMNS })) records.push(toUnitRow(row));
    const checks: CheckRow[] = [];
    for await (const row of readRowsOf(opened, "checks")) checks.push(toCheckRow(row));
    return { ...changesOf(records, checks), problems: [...opened.problems, ...unfinishedRuns(opened)] };
  });
}

/** The changes of the last run among records in any order. */
function changesOf(records: readonly UnitRow[], checks: readonly CheckRow[]): Omit<HistoryChanges, "problems"> {
  const runs = [...Map.groupBy(records, ({ run }) => run).values()].sort(([one], [other]) => orderOf(one, other));
  const last = runs.at(-1);
  const [first] = last ?? [];
  if (last === undefined || first === undefined)
    return { failures: [], recoveries: [], breaches: [], endedBreaches: [] };
  const earlierStatuses = new Map<string, ReadonlyMap<string, string>>();
  for (const run of runs.slice(0, -1))
    for (const [file, units] of Map.groupBy(run, (record) => record.file))
      earlierStatuses.set(file, new Map(units.map(({ unit, status }) => [unit, status])));
  const changes = last.flatMap(({ file, unit, status, problem }): OutcomeChange[] => {
    const before = earlierStatus(earlierStatuses.get(file), unit);
    const hasChanged = isSuccess(status)
      ? before !== undefined && !isSuccess(before)
      : before === undefined || isSuccess(before);
    if (!hasChanged) return [];
    return [{ file, unit, status, ...(before !== undefined && { before }), ...(problem !== null && { problem }) }];
  });
  return {
    run: { id: first.run, time: first.time, commit: first.commit },
    failures: changes.filter(({ status }) => !isSuccess(status)),
    recoveries: changes.filter(({ status }) => isSuccess(status)),
    ...checkChanges(first, checks),
  };
}

/** @param last a record of the last run */
function checkChanges(last: UnitRow, checks: readonly CheckRow[]): Pick<HistoryChanges, "breaches" | "endedBreaches"> {
  const keyOf = ({ file, unit, table, checks, check }: CheckRow) => JSON.stringify([file, unit, table, checks, check]);
  const earlierStatuses = new Map<string, string>();
  // What was skipped compared nothing.
  for (const record of checks.toSorted(orderOf))
    if (orderOf(record, last) < 0 && record.status !== "skipped") earlierStatuses.set(keyOf(record), record.status);
  const ofLast = checks.filter(({ run }) => run === last.run);
  const changed = (status: string, hadFailed: boolean) =>
    ofLast
      .filter((record) => record.status === status && (earlierStatuses.get(keyOf(record)) === "failed") === hadFailed)
      .map(({ run: _run, time: _time, status: _status, value: _value, limit: _limit, ...change }) => change);
  return { breaches: changed("failed", false), endedBreaches: changed("passed", true) };
}

/** The status of a unit in an earlier run of its file. A job without units has one status for all of them. */
function earlierStatus(statuses: ReadonlyMap<string, string> | undefined, unit: string): string | undefined {
  if (statuses === undefined) return undefined;
  if (unit !== "") return statuses.get(unit) ?? statuses.get("");
  return statuses.get("") ?? ([...statuses.values()].every(isSuccess) ? "success" : "failure");
}

function isSuccess(status: string): boolean {
  return status === "success";
}

/** The order of runs in time. */
function orderOf(one: RunOfRecord | undefined, other: RunOfRecord | undefined): number {
  if (one === undefined || other === undefined || one.run === other.run) return 0;
  return one.time.getTime() - other.time.getTime() || (one.run < other.run ? -1 : 1);
}

type RunOfRecord = Pick<UnitRow, "run" | "time">;
