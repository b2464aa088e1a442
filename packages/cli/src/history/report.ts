import { periodText } from "@analytics-engines/core/results";
import { printable } from "@analytics-engines/core/text";
import {
  changeLines,
  changesHeadline,
  type HistoryChanges,
  type NumberOverRuns,
  type SeriesPoint,
  utcMinute,
} from "@analytics-engines/runs/history";
import { alignRows } from "../terminal/columns.ts";
import type { Paint } from "../terminal/paint.ts";

/** The most series that are shown; the others are counted. */
const MAX_SERIES = 20;

/** Numbers over runs as tables, the oldest run first. */
export function seriesReport(series: readonly NumberOverRuns[], paint: Paint): string {
  if (series.length === 0) return "No number matches.\n";
  const tables = series.slice(0, MAX_SERIES).map((one) => seriesTable(one, paint));
  const more = series.length - MAX_SERIES;
  const note = more > 0 ? [`And ${more} more. Name a file, a unit, a table, a row or a column, or use --json.\n`] : [];
  return [...tables, ...note].join("\n");
}

function seriesTable({ file, unit, table, row, column, measure, points }: NumberOverRuns, paint: Paint): string {
  const title = `${file}#${unit}, ${table}: ${row}, ${column}${measure === null ? "" : ` (${measure})`}`;
  const rows = points.map((point, index) =>
    [
      utcMinute(point.time),
      numberOf(point),
      changeText(points[index - 1], point),
      reasonText(points[index - 1], point),
    ].map(printable),
  );
  const lines = alignRows(rows, ["left", "right", "right", "left"]);
  return [paint("bold", printable(title)), ...lines.map((line) => `  ${line}`)].map((line) => `${line}\n`).join("");
}

/** All digits of a number. */
function numberOf({ value, digits }: SeriesPoint): string {
  return digits ?? (Object.is(value, -0) ? "-0" : String(value));
}

function changeText(before: SeriesPoint | undefined, { value, reason }: SeriesPoint): string {
  if (before === undefined || reason === undefined) return "";
  const change = Number((value - before.value).toPrecision(6));
  return change > 0 ? `+${change}` : String(change);
}

/** Where a change comes from, in words. */
function reasonText(before: SeriesPoint | undefined, after: SeriesPoint): string {
  const { reason } = after;
  if (before === undefined || reason === undefined) return "";
  const commit =
    after.commit === null
      ? ""
      : ` (commit ${after.commit.slice(0, 7)}${after.commit.endsWith("+") ? " and uncommitted changes" : ""})`;
  const dates = `other dates (${daysText(before)}, then ${daysText(after)})`;
  switch (reason) {
    case "parameters":
      return `other parameters${commit}`;
    case "dates":
      return dates;
    case "parameters-and-dates":
      return `other parameters${commit} and ${dates}`;
    case "restatement":
      return "a restatement: the same parameters and dates, another answer";
    case "unknown":
      return "not known: the results do not name their dates";
  }
}

function daysText({ start, end }: SeriesPoint): string {
  const days = [start, end].map((day) => day?.toISOString().slice(0, 10));
  return periodText(days[0], days[1]) || "not known";
}

/** What newly failed, and what recovered. */
export function changesReport(changes: HistoryChanges, paint: Paint): string {
  const lines = changeLines(changes).map(
    ({ outcome, name, text }) =>
      `  ${paint(outcome === "recovered" ? "green" : "red", outcome)} ${printable(`${name}: ${text}`)}`,
  );
  return [paint("bold", changesHeadline(changes)), ...lines].map((line) => `${line}\n`).join("");
}
