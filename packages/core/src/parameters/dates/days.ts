import type { DayForm } from "../../families/fields.ts";

/**
 * The dates that the service accepts.
 *
 * Absolute: `YYYYMMDD`; the optimizers also take `MM/DD/YYYY`, quant also `YYYY-MM-DD`.
 *
 * Relative, counted from today, `n` zero or negative:
 * - `n` and `nD`: days of the calendar (week days for FIVEDAY, all days for SEVENDAY). `0` is today, or the Friday before a weekend.
 * - `nW`, `nM`, `nQ`, `nY`: period ends. `0M` is the last month end on or before today, `-1M` the one before it. Weeks end on
 *   Friday (FIVEDAY) or Sunday (SEVENDAY).
 * - `nAD`, `nAW`, `nAM`, `nAQ`, `nAY` (actual): today itself, or that many calendar days, weeks, months, quarters or years earlier; a day
 *   that the month does not have becomes its last day.
 *
 * With FIVEDAY, a relative date that falls on a weekend becomes the Friday before. An absolute date stays unchanged.
 * A relative start date is counted from today, as the end date is, not from the end date.
 */

/** A calendar day: whole days since 1970-01-01. */
export type Day = number;
export type Calendar = "FIVEDAY" | "SEVENDAY";
export type PeriodUnit = "D" | "W" | "M" | "Q" | "S" | "Y";

const MS_A_DAY = 86_400_000;
const monthsOf: Readonly<Record<"M" | "Q" | "S" | "Y", number>> = { M: 1, Q: 3, S: 6, Y: 12 };

/** The UTC day of a moment. */
export function dayOf(date: Date): Day {
  return Math.floor(date.getTime() / MS_A_DAY);
}

/** The day of a year, month (1 to 12) and day of the month; `undefined` if the calendar has no such day. */
export function dayFrom(year: number, month: number, dayOfMonth: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth;
  return same ? dayOf(date) : undefined;
}

/** `YYYYMMDD`. */
export function formatDay(day: Day): string {
  return dashedDate(day).replaceAll("-", "");
}

/** `YYYY-MM-DD`. */
export function dashedDate(day: Day): string {
  return new Date(day * MS_A_DAY).toISOString().slice(0, 10);
}

/** The calendar that a name means: week days for every name except SEVENDAY. */
export function calendarOf(name: string | undefined): Calendar {
  return name?.toUpperCase() === "SEVENDAY" ? "SEVENDAY" : "FIVEDAY";
}

/** 0 for Monday, 6 for Sunday. */
function weekday(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The day itself, or the last day before it that the calendar has. */
export function onCalendar(day: Day, calendar: Calendar): Day {
  return calendar === "SEVENDAY" ? day : day - Math.max(0, weekday(day) - 4);
}

function monthEnd(year: number, month: number): Day {
  return Math.floor(Date.UTC(year, month + 1, 0) / MS_A_DAY);
}

/** The end of the period that holds `day`, `back` periods earlier. */
function periodEnd(day: Day, unit: PeriodUnit, calendar: Calendar, back = 0): Day {
  if (unit === "D") return day - back;
  if (unit === "W") return day - weekday(day) + (calendar === "FIVEDAY" ? 4 : 6) - 7 * back;
  const date = new Date(day * MS_A_DAY);
  const months = monthsOf[unit];
  const last = Math.floor(date.getUTCMonth() / months) * months + months - 1 - back * months;
  return onCalendar(monthEnd(date.getUTCFullYear(), last), calendar);
}

function monthsEarlier(day: Day, months: number): Day {
  const date = new Date(day * MS_A_DAY);
  const last = monthEnd(date.getUTCFullYear(), date.getUTCMonth() - months);
  const sameDay = Math.floor(
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, date.getUTCDate()) / MS_A_DAY,
  );
  return Math.min(sameDay, last);
}

function daysEarlier(day: Day, count: number, calendar: Calendar): Day {
  const from = onCalendar(day, calendar);
  if (calendar === "SEVENDAY") return from - count;
  const weeks = Math.floor(count / 5);
  const rest = count % 5;
  const back = from - weeks * 7;
  return back - rest - (rest > weekday(back) ? 2 : 0);
}

function relative(count: number, actual: boolean, unit: PeriodUnit, today: Day, calendar: Calendar): Day {
  if (actual) {
    if (unit === "D") return onCalendar(today - count, calendar);
    if (unit === "W") return onCalendar(today - 7 * count, calendar);
    return onCalendar(monthsEarlier(today, count * monthsOf[unit]), calendar);
  }
  if (unit === "D") return daysEarlier(today, count, calendar);
  const current = periodEnd(today, unit, calendar);
  return periodEnd(today, unit, calendar, current <= today ? count : count + 1);
}

export interface DateRules {
  readonly today: Date;
  readonly calendar?: Calendar;
  /** A form of dates in addition to `YYYYMMDD` and relative dates. */
  readonly also?: DayForm;
}

/** The day that a date parameter means; `undefined` if it is not a date. */
export function resolveDate(text: string, { today, calendar = "FIVEDAY", also }: DateRules): Day | undefined {
  const basic = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (basic) return dayFrom(Number(basic[1]), Number(basic[2]), Number(basic[3]));
  const dashedParts = also === "YYYY-MM-DD" ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) : null;
  if (dashedParts) return dayFrom(Number(dashedParts[1]), Number(dashedParts[2]), Number(dashedParts[3]));
  const slashedParts = also === "MM/DD/YYYY" ? /^(\d\d?)\/(\d\d?)\/(\d{4})$/.exec(text) : null;
  if (slashedParts) return dayFrom(Number(slashedParts[3]), Number(slashedParts[1]), Number(slashedParts[2]));
  const parts = readRelative(text);
  return parts && relative(parts.count, parts.isActual, parts.unit, dayOf(today), calendar);
}

/** A relative date: how many periods back it is, and of which kind. */
export interface RelativeDate {
  readonly count: number;
  /** Whether periods are counted from today, and not from their ends. */
  readonly isActual: boolean;
  readonly unit: PeriodUnit;
}

/** Reads a relative date; `undefined` for another text. This is the whole grammar of relative dates. */
export function readRelative(text: string): RelativeDate | undefined {
  const parts = /^-?(\d{1,4})(?:(A?)([DWMQY]))?$/i.exec(text);
  if (!parts || (!text.startsWith("-") && Number(parts[1]) !== 0)) return undefined;
  return { count: Number(parts[1]), isActual: Boolean(parts[2]), unit: periodUnitOf(parts[3] ?? "D") ?? "D" };
}

const periodUnits: Readonly<Record<string, PeriodUnit>> = {
  daily: "D",
  weekly: "W",
  monthly: "M",
  quarterly: "Q",
  semiannually: "S",
  yearly: "Y",
};

/** The period of a frequency by its name or its letter, in any letter case. */
export function periodUnitOf(frequency: string): PeriodUnit | undefined {
  const name = frequency.toLowerCase().replaceAll(/[\s-]/g, "");
  return periodUnits[name] ?? Object.values(periodUnits).find((unit) => unit.toLowerCase() === name);
}

/** The period ends after `start` up to `end`, oldest first; `end` itself always closes the last period. */
export function periodEnds(start: Day, end: Day, unit: PeriodUnit, calendar: Calendar): Day[] {
  const ends: Day[] = [];
  let day = start + 1;
  while (day < end) {
    const close = unit === "D" ? day : periodEnd(day, unit, calendar);
    if (close >= day && close < end && onCalendar(close, calendar) === close) ends.push(close);
    day = Math.max(close, day) + 1;
  }
  ends.push(end);
  return ends;
}

/** A date as parameter files write it. */
export type DateText =
  /** A calendar day; `day` is YYYYMMDD as a number, undefined if there is no such day. */
  | { readonly form: "absolute" | "slashes"; readonly day: number | undefined }
  /** A number of periods back from today: `-1M`. */
  | { readonly form: "relative"; readonly text: string }
  /** A calendar day as ISO 8601 writes it, a form that the service does not name. */
  | { readonly form: "iso"; readonly day: number | undefined }
  | { readonly form: "unknown" };

/** Reads the text of a date; a text of another form is `unknown`. */
export function readDate(text: string): DateText {
  if (readRelative(text)) return { form: "relative", text };
  const absolute = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (absolute) return { form: "absolute", day: dayNumber(absolute[1], absolute[2], absolute[3]) };
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashes) return { form: "slashes", day: dayNumber(slashes[3], slashes[1], slashes[2]) };
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/.exec(text);
  if (iso) return { form: "iso", day: dayNumber(iso[1], iso[2], iso[3]) };
  return { form: "unknown" };
}

/** YYYYMMDD as a number; undefined if the calendar has no such day. */
function dayNumber(yearText = "", monthText = "", dayText = ""): number | undefined {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const length = lengths[month - 1];
  if (length === undefined || day < 1 || day > length) return undefined;
  return year * 10_000 + month * 100 + day;
}
