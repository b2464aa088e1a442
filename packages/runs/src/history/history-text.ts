import { count } from "@analytics-engines/core/basics";
import type { AddedRun } from "./add-run.ts";
import type { CheckChange, HistoryChanges, OutcomeChange } from "./list-changes.ts";
import type { SeriesPoint } from "./read-series.ts";

/** One change in words. The text comes from parameter files and the service: escape it where it is shown. */
export interface ChangeLine {
  readonly outcome: "failed" | "breached" | "recovered";
  /** The parameter file and unit: `FILE#UNIT`. */
  readonly name: string;
  readonly text: string;
}

/** What was added to a store. */
export function addedText({ isKnown, numbers, checks, units }: AddedRun): string {
  return isKnown
    ? "the store has it already"
    : `added ${count(numbers, "number")}, ${count(checks, "check")} and ${count(units, "unit")}`;
}

/** A line for each unit of a run whose numbers are not in the history. */
export function unreadLines({ unread }: AddedRun): string[] {
  return unread.map(({ path, unit, reason }) => `${path}, unit ${unit}: its numbers were left out: ${reason}`);
}

/** How many units and checks changed in the last run of a store. */
export function changesHeadline({ run, failures, breaches, recoveries, endedBreaches }: HistoryChanges): string {
  if (run === undefined) return "The store has no run.";
  const shards = run.shards > 1 ? ` in ${run.shards} shards` : "";
  return `Run of ${utcMinute(run.time)}${shards}: ${count(failures.length, "new failure")}, ${breaches.length} new ${breaches.length === 1 ? "breach" : "breaches"} of checks, ${recoveries.length + endedBreaches.length} recovered`;
}

/** Each unit and check that changed in the last run of a store: failures first. */
export function changeLines({ failures, breaches, recoveries, endedBreaches }: HistoryChanges): ChangeLine[] {
  return [
    ...failures.map((change) => unitLine("failed", change)),
    ...breaches.map((change) => checkLine("breached", change)),
    ...recoveries.map((change) => unitLine("recovered", change)),
    ...endedBreaches.map((change) => checkLine("recovered", change)),
  ];
}

/** A number of a run in words. */
export interface PointText {
  /** All digits; of a check, the text of its value. */
  readonly value: string;
  /** The difference to the run before; empty if there is none. */
  readonly change: string;
  /** What a check found, and where the change comes from. */
  readonly note: string;
}

/** @param before the same number in the run before */
export function pointText(before: SeriesPoint | undefined, point: SeriesPoint): PointText {
  const { value, digits, check, reason } = point;
  const change = before === undefined || reason === undefined ? 0 : Number((value - before.value).toPrecision(6));
  const limit = check === undefined || check.limit === null ? "" : ` (expected: ${check.limit})`;
  const notes = [check === undefined ? "" : check.status + limit, before === undefined ? "" : jumpText(before, point)];
  return {
    value: digits ?? (Object.is(value, -0) ? "-0" : String(value)),
    change: change === 0 || Number.isNaN(change) ? "" : change > 0 ? `+${change}` : String(change),
    note: notes.filter((note) => note !== "").join("; "),
  };
}

/** Where the change of a number comes from. */
function jumpText(before: SeriesPoint, { reason, commit, ...after }: SeriesPoint): string {
  if (reason === undefined) return "";
  if (reason === "restatement") return "a restatement: the same parameters and dates, another answer";
  if (reason === "unknown") return "not known: the results do not name their dates";
  const uncommitted = commit?.endsWith("+") ? " and uncommitted changes" : "";
  const parameters = `other parameters${commit === null ? "" : ` (commit ${commit.slice(0, 7)}${uncommitted})`}`;
  if (reason === "parameters") return parameters;
  const dates = `other dates (${daysText(before)}, then ${daysText(after)})`;
  return reason === "dates" ? dates : `${parameters} and ${dates}`;
}

function daysText({ start, end }: Pick<SeriesPoint, "start" | "end">): string {
  const days = [start, end].filter((day) => day !== null).map((day) => day.toISOString().slice(0, 10));
  return [...new Set(days)].join(" to ") || "not known";
}

/** A time of a store: `2026-11-20 21:00 UTC`. */
export function utcMinute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function unitLine(outcome: ChangeLine["outcome"], { file, unit, status, before, problem }: OutcomeChange): ChangeLine {
  const reason = problem === undefined ? "" : `: ${problem}`;
  return { outcome, name: nameOf(file, unit), text: `${before ?? "new"}, now ${status}${reason}` };
}

function checkLine(outcome: ChangeLine["outcome"], change: CheckChange): ChangeLine {
  const { file, unit, message, severity, rule, checks } = change;
  return { outcome, name: nameOf(file, unit), text: `${message} (${severity}: ${rule} of ${checks})` };
}

function nameOf(file: string, unit: string): string {
  return file === "" ? "no unit" : unit === "" ? file : `${file}#${unit}`;
}
