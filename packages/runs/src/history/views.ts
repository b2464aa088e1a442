import { count } from "@analytics-engines/core/basics";
import { moveRules } from "@analytics-engines/core/files";
import { groupAlike } from "../checks/checks-report.ts";
import type { CheckRow, UnitRow } from "./records.ts";
import { collectSeries, type NumberFilter, type NumberOverRuns, requireColumn } from "./series.ts";
import { pointText, runTexts } from "./series-text.ts";
import { openStore, readRows, type StoreProblem } from "./store.ts";

const outcomeColumns = ["run", "time", "file", "unit", "job", "status", "problem", "batch", "commit"] as const;
type UnitOutcome = Pick<UnitRow, (typeof outcomeColumns)[number]>;
const checkColumns = [
  ...(["run", "time", "file", "unit", "checks", "check", "rule", "line", "because", "severity"] as const),
  ...(["table", "column", "status", "message"] as const),
] as const;
type CheckOutcome = Pick<CheckRow, (typeof checkColumns)[number]>;

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

/** A check whose outcome is another than when it last passed or failed, with what is the case, in a sentence. */
export type CheckChange = Omit<CheckOutcome, "run" | "time" | "status">;

/** What the last run of a store changed. */
export interface HistoryChanges {
  /** The last run; absent if the store has none. Of a run that shards computed, the one that began last. */
  readonly run?: {
    readonly id: string;
    readonly time: Date;
    /** Such as `2026-11-20 21:00 UTC`; with seconds where another run of the store began in the same minute. */
    readonly timeText: string;
    readonly commit: string | null;
    readonly shards: number;
  };
  /** Units that did not succeed, and did before, or are new. */
  readonly failures: readonly OutcomeChange[];
  /** Units that succeeded, and did not before. */
  readonly recoveries: readonly OutcomeChange[];
  /** Checks that failed, and did not before, and moves. A check is known by its file and its id. */
  readonly breaches: readonly CheckChange[];
  /** Checks that passed, and failed before. */
  readonly endedBreaches: readonly CheckChange[];
  readonly problems: readonly StoreProblem[];
}

/**
 * Compares the units of the last run of a store with the last run before that has the same parameter file, and its checks with their last
 * outcome. The shards of a plan are one run.
 * @throws UserError where there is no store
 */
export async function listHistoryChanges(store: string): Promise<HistoryChanges> {
  const opened = await openStore(store);
  const outcomes: UnitOutcome[] = [];
  for await (const row of readRows(opened, "units", outcomeColumns)) outcomes.push(row);
  const checks: CheckOutcome[] = [];
  for await (const row of readRows(opened, "checks", checkColumns)) checks.push(row);
  return { ...changesOf(outcomes, checks), problems: opened.problems };
}

/** The changes of the last run among outcomes in any order. */
function changesOf(
  outcomes: readonly UnitOutcome[],
  checks: readonly CheckOutcome[],
): Omit<HistoryChanges, "problems"> {
  const runs = [...Map.groupBy(outcomes, ({ run }) => run)].sort(compareByKey).map(([, units]) => units);
  const [last] = runs.at(-1) ?? [];
  if (last === undefined) return { failures: [], recoveries: [], breaches: [], endedBreaches: [] };
  // A batch has the place of its latest run.
  const batches = [
    ...Map.groupBy(runs.toReversed(), ([firstOutcome]) => firstOutcome?.batch ?? firstOutcome?.run).values(),
  ].toReversed();
  const lastRuns = batches.at(-1) ?? [];
  const earlier = new Map(batches.slice(0, -1).flatMap((batch) => [...outcomesByFile(batch.toReversed())]));
  const changes = [...outcomesByFile(lastRuns.toReversed())]
    .sort(compareByKey)
    .flatMap(([, units]) =>
      [...units.values()].flatMap((outcome) =>
        changeOf(outcome, earlierStatus(earlier.get(outcome.file), outcome, units)),
      ),
    );
  const { run, time, commit } = last;
  const lastRunOfBatches = batches.flatMap(([outcomes]) => outcomes?.[0] ?? []);
  const timeText = runTexts(lastRunOfBatches.map((outcome) => ({ ...outcome, runName: "" })));
  return {
    run: { id: run, time, timeText: timeText({ run, time, runName: "" }), commit, shards: lastRuns.length },
    failures: changes.filter(({ status }) => !isSuccess(status)),
    recoveries: changes.filter(({ status }) => isSuccess(status)),
    ...checkChanges(new Set(lastRuns.map(([firstOutcome]) => firstOutcome?.run ?? "")), checks),
  };
}

function changeOf({ file, unit, status, problem }: UnitOutcome, before: string | undefined): readonly OutcomeChange[] {
  const hasChanged = isSuccess(status)
    ? before !== undefined && !isSuccess(before)
    : before === undefined || isSuccess(before);
  if (!hasChanged) return [];
  return [{ file, unit, status, ...(before !== undefined && { before }), ...(problem !== null && { problem }) }];
}

type OutcomesOfFile = ReadonlyMap<string, UnitOutcome>;

/**
 * The units of each file, by their ids, in the runs of one batch, the earliest first. A shard that ran again counts with its last run; shards
 * can share a sweep, but no job.
 */
function outcomesByFile(runs: readonly (readonly UnitOutcome[])[]): ReadonlyMap<string, OutcomesOfFile> {
  const jobs = new Map(runs.flatMap((run) => [...Map.groupBy(run, ({ job }) => job)]));
  const files = Map.groupBy([...jobs.values()].flat(), ({ file }) => file);
  return new Map([...files].map(([file, units]) => [file, new Map(units.map((outcome) => [outcome.unit, outcome]))]));
}

function checkChanges(
  lastRuns: ReadonlySet<string>,
  checks: readonly CheckOutcome[],
): Pick<HistoryChanges, "breaches" | "endedBreaches"> {
  const keyOf = ({ file, unit, checks: path, check, table, column }: CheckOutcome) =>
    JSON.stringify([file, unit, path, check, table, column]);
  const inOrder = [...Map.groupBy(checks, ({ run }) => run)].sort(compareByKey).flatMap(([, ofRun]) => ofRun);
  // A check that compared nothing, and one of a unit that failed, says nothing about the numbers.
  const isEarlier = ({ run, status }: CheckOutcome) =>
    !lastRuns.has(run) && (status === "passed" || status === "failed");
  const earlier = new Map(inOrder.filter(isEarlier).map((outcome) => [keyOf(outcome), outcome]));
  const latest = new Map(inOrder.filter(({ run }) => lastRuns.has(run)).map((outcome) => [keyOf(outcome), outcome]));
  const changed = (isChanged: (now: CheckOutcome, before: CheckOutcome | undefined) => boolean) =>
    [...latest]
      .sort(compareByKey)
      .filter(([key, outcome]) => isChanged(outcome, earlier.get(key)))
      .map(([, { run: _run, time: _time, status: _status, ...change }]) => change);
  return { breaches: changed(isBreach), endedBreaches: changed(isEndedBreach) };
}

// A move is over with its run: the next night has another one or none.
function isBreach(now: CheckOutcome, before: CheckOutcome | undefined): boolean {
  if (now.status !== "failed") return false;
  // Against the same earlier run it is the same move.
  const isSameMove = before?.message === now.message;
  return before?.status !== "failed" || (moveRules.has(now.rule) && !isSameMove);
}

function isEndedBreach(now: CheckOutcome, before: CheckOutcome | undefined): boolean {
  return now.status === "passed" && before?.status === "failed" && !moveRules.has(now.rule);
}

/**
 * The status of a unit in an earlier run of its file. A job without units has one status for all of them: it is compared with the units of the
 * earlier run that have no outcome of their own now.
 */
function earlierStatus(
  earlier: OutcomesOfFile | undefined,
  { unit }: UnitOutcome,
  units: OutcomesOfFile,
): string | undefined {
  const earlierUnit = earlier?.get(unit) ?? earlier?.get("");
  if (earlier === undefined || earlierUnit !== undefined || unit !== "") return earlierUnit?.status;
  const withoutOutcome = [...earlier.values()].filter((outcome) => !units.has(outcome.unit));
  return (withoutOutcome.find(({ status }) => !isSuccess(status)) ?? withoutOutcome[0])?.status;
}

/** The order of keys. The id of a run begins with its time. */
function compareByKey([firstKey]: readonly [string, unknown], [secondKey]: readonly [string, unknown]): number {
  return firstKey < secondKey ? -1 : 1;
}

function isSuccess(status: string): boolean {
  return status === "success";
}

/** One change in words, or the same of several units. The text comes from parameter files and the service: escape it where it is shown. */
export interface ChangeLine {
  readonly outcome: "failed" | "breached" | "recovered";
  /** How a reader takes it: a breach of a check may be a warning. */
  readonly level: "error" | "warning" | "good";
  /** The parameter file and unit: `FILE#UNIT`; the file for several units. */
  readonly name: string;
  readonly text: string;
}

/** How many units and checks changed in the last run of a store. */
export function changesHeadline({ run, failures, breaches, recoveries, endedBreaches }: HistoryChanges): string {
  if (run === undefined) return "The store has no run.";
  const shards = run.shards > 1 ? ` in ${run.shards} shards` : "";
  return `Run of ${run.timeText}${shards}: ${count(failures.length, "new failure")}, ${breaches.length} new ${breaches.length === 1 ? "breach" : "breaches"} of checks, ${recoveries.length + endedBreaches.length} recovered`;
}

/** What changed in the last run of a store: failures first. Many units of a file with the same failure, and with the same check, have one line. */
export function changeLines({ failures, breaches, recoveries, endedBreaches }: HistoryChanges): ChangeLine[] {
  const ofUnit = ({ file, status, before, problem }: OutcomeChange) => JSON.stringify([file, status, before, problem]);
  const ofCheck = ({ file, checks, check, severity }: CheckChange) => JSON.stringify([file, checks, check, severity]);
  return [
    ...linesOf("failed", failures, ofUnit, unitLine),
    ...linesOf("breached", breaches, ofCheck, checkLine),
    ...linesOf("recovered", recoveries, ofUnit, unitLine),
    ...linesOf("recovered", endedBreaches, ofCheck, checkLine),
  ];
}

/** @param kindOf a key that changes have in common where they differ in their units alone */
function linesOf<Change extends Pick<OutcomeChange, "file" | "unit">>(
  outcome: ChangeLine["outcome"],
  changes: readonly Change[],
  kindOf: (change: Change) => string,
  lineOf: (outcome: ChangeLine["outcome"], change: Change) => Omit<ChangeLine, "outcome" | "name">,
): ChangeLine[] {
  const unitOf = ({ file, unit }: Change) => nameOf(file, unit);
  return groupAlike(changes, kindOf, unitOf).map(({ items: [first, ...others], units }) => {
    const line = { outcome, name: unitOf(first), ...lineOf(outcome, first) };
    if (others.length === 0) return line;
    return { ...line, name: first.file, text: `${count(units, "unit")}, the first is ${line.name}: ${line.text}` };
  });
}

function unitLine(outcome: ChangeLine["outcome"], { status, before, problem }: OutcomeChange) {
  const reason = problem === undefined ? "" : `: ${problem}`;
  return {
    level: outcome === "recovered" ? "good" : "error",
    text: `${before ?? "new"}, now ${status}${reason}`,
  } as const;
}

function checkLine(outcome: ChangeLine["outcome"], { message, because, severity, checks, line }: CheckChange) {
  const reason = because === null ? "" : ` ${because}`;
  const level = outcome === "recovered" ? "good" : severity === "warning" ? "warning" : "error";
  return { level, text: `${message}${reason} (${severity}, ${checks}:${line})` } as const;
}

function nameOf(file: string, unit: string): string {
  return file === "" ? "no unit" : unit === "" ? file : `${file}#${unit}`;
}

/** Numbers and checks over runs for a page. It can be kept as JSON. */
export interface HistoryView {
  /** What runs are called, such as `2026-11-20 21:00 UTC`, and when they began, milliseconds since 1970. The oldest is first. */
  readonly runs: readonly (readonly [text: string, time: number])[];
  /** What checks found and where changes come from, in words. */
  readonly notes: readonly string[];
  readonly series: readonly PageSeries[];
  /** What is left out, in sentences. */
  readonly omission?: string;
}

/** A number or a check over runs. Its texts come from results: escape them where they are shown. */
export interface PageSeries {
  /** The parameter file and the unit: `FILE#UNIT`. */
  readonly unit: string;
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly measure: string;
  readonly points: readonly PagePoint[];
}

/** The index of the run in `runs`, the value in full, its change since the run before, and the index of what there is to say in `notes`. */
export type PagePoint = readonly [run: number, value: string, change?: string, note?: number | undefined];

/** A page with more numbers takes seconds to write and to open. */
export const MAX_VIEWED = 250_000;

/**
 * Reads numbers and checks over runs for a page: all numbers that a filter selects, or those of totals where these are too many; of these,
 * the newest runs.
 * @throws UserError where there is no store, or a run has too many numbers
 */
export async function readHistoryView(
  store: string,
  filter: NumberFilter,
): Promise<{ readonly view: HistoryView; readonly problems: readonly StoreProblem[] }> {
  const opened = await openStore(store);
  const selection = { filter, enough: MAX_VIEWED };
  const all = await collectSeries(opened, "numbers", selection);
  const numbers = all.isWhole ? all : await collectSeries(opened, "numbers", { ...selection, onlyTotals: true });
  const checks = await collectSeries(opened, "checks", selection);
  requireColumn(filter, [numbers, checks]);
  const omissions = [
    ...(all.isWhole ? [] : ["The page has only the numbers of totals, because there are too many others."]),
    ...(numbers.isWhole && checks.isWhole ? [] : ["The page has only the newest runs."]),
  ];
  const view = viewOf([...numbers.series, ...checks.series]);
  const { problems } = opened;
  return { view: omissions.length === 0 ? view : { ...view, omission: omissions.join(" ") }, problems };
}

/** Numbers and checks over runs for a page. */
export function viewOf(all: readonly NumberOverRuns[]): HistoryView {
  const points = all.flatMap((numbers) => numbers.points);
  const runs = [...new Map(points.map((point) => [point.run, point]))].sort(compareByKey);
  const runText = runTexts(points);
  const indexByRun = new Map(runs.map(([run], index) => [run, index]));
  const notes = new Map([["", 0]]);
  const series = all.map(({ file, unit, table, row, column, measure, points }): PageSeries => {
    const viewed = points.map((point, index): PagePoint => {
      const { value, change, note } = pointText(points[index - 1], point);
      if (!notes.has(note)) notes.set(note, notes.size);
      const runIndex = indexByRun.get(point.run) ?? 0;
      return note === "" ? [runIndex, value] : [runIndex, value, change, notes.get(note)];
    });
    return { unit: `${file}#${unit}`, table, row, column, measure: measure ?? "", points: viewed };
  });
  return {
    runs: runs.map(([, point]) => [runText(point), point.time.getTime()]),
    notes: [...notes.keys()],
    series,
  };
}
