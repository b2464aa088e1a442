import { quoted } from "../parameters/text/words.ts";
import { columnDays, dayLabel, parseDay } from "../results/format/dates.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import type { Check } from "./checks-schema.ts";
import { fail, failWithout, type NoCells, noCells, pass, type RuleOutcome } from "./outcome.ts";
import { type CheckContext, isEmptyColumn } from "./table-view.ts";

const DAY_MS = 86_400_000;

/**
 * Compares the age of the newest date with a limit. Without a column, the date is the last day of the result. The day after that of the
 * check is not in the future: it has begun in time zones ahead of UTC.
 */
export function checkNewestDate(
  { view, selection, today }: CheckContext,
  { maxBusinessDays }: NonNullable<Check["newestDate"]>,
  target?: LabelledColumn,
): RuleOutcome | NoCells {
  const place = target === undefined ? {} : { column: target.label };
  const subject = target === undefined ? "The last day of the result" : `The newest date of ${quoted(target.label)}`;
  let [newest, cells] = [Number.NaN, 0];
  if (target === undefined) {
    newest = parseDay(view.table.metadata.endDate ?? "") ?? Number.NaN;
    if (Number.isNaN(newest)) return { status: "no-cells", message: `${subject} is not known.` };
    cells = 1;
  } else {
    const days = columnDays(target.column);
    if (days === undefined && !isEmptyColumn(target.column, view.rowCount))
      return failWithout(`${quoted(target.label)} is not a column of dates.`, place);
    for (const [row, day] of days?.entries() ?? []) {
      if (selection?.[row] === 0 || Number.isNaN(day)) continue;
      cells++;
      if (!(day <= newest)) newest = day;
    }
    if (cells === 0) return noCells(`${quoted(target.label)} has no date`, place);
  }
  const limit = `at most ${maxBusinessDays} business days before ${dayLabel(today)}`;
  const judged = { what: subject, value: dayLabel(newest), limit, cells, ...place };
  const lastDay = Math.floor(today / DAY_MS) * DAY_MS + DAY_MS;
  if (newest > lastDay)
    return fail({ ...judged, limit: `no day after ${dayLabel(today)}`, note: "A date in the future is not fresh." });
  return businessDaysBetween(newest, today) <= maxBusinessDays ? pass(judged) : fail(judged);
}

/** The number of days from Monday to Friday after one day, up to and with another; 0 if the other is not later. Days are those of UTC. */
export function businessDaysBetween(from: number, to: number): number {
  return Math.max(0, weekdaysUpTo(Math.floor(to / DAY_MS)) - weekdaysUpTo(Math.floor(from / DAY_MS)));
}

/** The number of days from Monday to Friday up to a day since 1970, counted from the Monday before it, 1969-12-29. */
function weekdaysUpTo(day: number): number {
  const sinceMonday = day + 4;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7);
}
