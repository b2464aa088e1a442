import type { SeriesPoint } from "./series.ts";

// Numbers over runs in words.

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

/** How many characters of an ISO time say the minute, the second and the millisecond. */
const MINUTE_LENGTH = 16;
const MILLISECOND_LENGTH = 23;
const TIME_LENGTHS: readonly number[] = [MINUTE_LENGTH, 19, MILLISECOND_LENGTH];

/**
 * What runs are called in lists: their times, to the minute, to the second where runs share a minute, and to the millisecond where they share
 * a second; and their names, where not all have the same.
 */
export function runTexts(points: Iterable<ListedRun>): (point: ListedRun) => string {
  const runs = new Map(Array.from(points, ({ run, time, runName }) => [run, { time, runName }]));
  const runCounts = new Map<string, number>();
  for (const text of [...runs.values()].flatMap(({ time }) => TIME_LENGTHS.map((length) => utcText(time, length))))
    runCounts.set(text, (runCounts.get(text) ?? 0) + 1);
  const hasNames = new Set([...runs.values()].map(({ runName }) => runName)).size > 1;
  return ({ time, runName }) => {
    const ownLength = TIME_LENGTHS.find((length) => runCounts.get(utcText(time, length)) === 1);
    const timeText = utcText(time, ownLength ?? MILLISECOND_LENGTH);
    return hasNames && runName !== "" ? `${timeText}, ${runName}` : timeText;
  };
}

/** A run, when it began, and what people call it. */
type ListedRun = Pick<SeriesPoint, "run" | "time" | "runName">;

function utcText(time: Date, length: number): string {
  return `${time.toISOString().slice(0, length).replace("T", " ")} UTC`;
}
