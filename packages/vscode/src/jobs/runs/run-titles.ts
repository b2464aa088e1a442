import { pathOfSource } from "@analytics-engines/core/basics";
import { estimateEnd, formatSeconds } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import { baseName, countText } from "../../common/texts.ts";
import { hasUnits } from "../../editor/language/text/kinds.ts";
import type { RunRecord } from "../store/history.ts";
import { progressOf, type RunView } from "../store/run.ts";

// What a run is called, and its times, in rows, lists, tabs and messages.

/** The files that were run, each once: a sweep can have several jobs. */
export function sourcePaths(files: RunRecord["files"]): readonly string[] {
  return [...new Set(files.map(({ path }) => pathOfSource(path)))];
}

/** The title of a run: its name, or its file and the number of others. */
export function runTitle({ record }: Pick<RunView, "record">): string {
  return nameOfRun(record);
}

/** The name of a run: the one that the user gave, else that of its file, and the number of others. */
export function nameOfRun({ name, files }: RunRecord): string {
  return name ?? fileTitle(files);
}

/** The name of the first file, and the number of others. */
export function fileTitle(files: RunRecord["files"]): string {
  const [first] = files;
  if (first === undefined) return l10n.t("Run");
  const name = baseName(pathOfSource(first.path));
  const { length } = sourcePaths(files);
  return length === 1 ? name : l10n.t("{0} and {1} more", name, countText(length - 1));
}

/** The unit of a run of one file, and the number of others. Undefined for a run of several files, or of a job without units. */
export function unitsTitle({ files }: RunRecord): string | undefined {
  // The only unit of a family without units is `result`, which says nothing.
  const units = files.flatMap((file) => (hasUnits(file.family) ? file.units : []));
  const [first] = units;
  if (first === undefined || sourcePaths(files).length > 1) return undefined;
  return units.length === 1 ? first : l10n.t("{0} and {1} more", first, countText(units.length - 1));
}

/** A run in a list: its name, and last what makes it differ from others with this name, `weights.pa.json · Nov 20, 14:02:35`. */
export function runLabel(record: RunRecord, now: number): string {
  const { startedAt } = record;
  return `${nameOfRun(record)} · ${withDay(format(timeOfDay, startedAt), startedAt, now)}`;
}

/** A run as the title of a tab. It has no day, because it must stay the same: the tab of a run is found by it. */
export function runTabTitle(record: RunRecord): string {
  return `${nameOfRun(record)} · ${format(timeOfDay, record.startedAt)}`;
}

const hourAndMinute = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const timeOfDay = new Intl.DateTimeFormat(undefined, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayMonthAndYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const wholeDay = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** The time of a moment on this machine, `14:02`. @param iso ISO 8601 */
export function clockText(iso: string): string {
  return format(hourAndMinute, iso);
}

/** The day of a moment on this machine, `Fri, Nov 20, 2026`. */
export function runDayText(iso: string): string {
  return format(wholeDay, iso);
}

/** The time of a moment, `14:02`; with its day if that is not today, `Nov 20, 14:02`, and the year if that is another one. */
export function whenText(iso: string, now: number): string {
  return withDay(clockText(iso), iso, now);
}

function withDay(time: string, iso: string, now: number): string {
  if (runDayText(iso) === runDayText(new Date(now).toISOString())) return time;
  const isThisYear = new Date(iso).getFullYear() === new Date(now).getFullYear();
  return `${format(isThisYear ? dayAndMonth : dayMonthAndYear, iso)}, ${time}`;
}

/** Returns the text unchanged if it is not a date: a record may come from another version. */
function format(how: Intl.DateTimeFormat, iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : how.format(time);
}

/** How long a run took, as its page says, or has taken until now. */
export function elapsedText({ startedAt, end }: RunRecord, now: number): string {
  const until = end === undefined ? now : Date.parse(end.finishedAt);
  const seconds = Math.max(0, (until - Date.parse(end?.startedAt ?? startedAt)) / 1000);
  if (Number.isNaN(seconds)) return "";
  return formatSeconds(end === undefined ? Math.floor(seconds) : seconds);
}

/** How long a run still takes at its pace; undefined while its progress says too little. */
export function remainingText(run: RunView, now: number): string | undefined {
  const first = { at: Date.parse(run.record.startedAt), percent: 0 };
  const end = estimateEnd({ first, latest: { at: now, percent: progressOf(run) } }, now);
  if (run.state !== "running" || run.hold?.type === "unreachable" || end === undefined) return undefined;
  return l10n.t("about {0} left", formatSeconds(Math.ceil((end - now) / 1000)));
}
