import type { Column } from "../table.ts";

const patterns = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ](?<time>.*))?$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
  /^(?<day>\d{1,2})[- ](?<name>[A-Za-z]{3,9})[- ](?<year>\d{4})$/,
];

const MONTHS = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

/**
 * Milliseconds since 1970, UTC, of `20240131`, `2024-01-31` (with or without a time of day), `1/31/2024` or `31-Jan-2024`; undefined for
 * other texts.
 */
export function parseDay(text: string): number | undefined {
  return readDate(text)?.day;
}

/** A date as ISO: `2024-01-31`, or with its time of day `2024-01-31 14:30 UTC`; undefined for other texts. */
export function isoDate(text: string): string | undefined {
  const date = readDate(text);
  if (date === undefined) return undefined;
  const time = date.time
    .replace(/(\.\d*?)0+(?=Z?$)/, "$1")
    .replace(/\.(?=Z?$)/, "")
    .replace(/Z$/, " UTC");
  const short = time.replace(/^(\d\d:\d\d):00\b(?!\.)/, "$1");
  return short === "" || short === "00:00" ? dayLabel(date.day) : `${dayLabel(date.day)} ${short}`;
}

/**
 * The days of a result as ISO: `2024-01-31 to 2024-02-29`, or `2024-01-31` if there is only one; empty if there is none. A text that is not
 * a date stays as it is.
 */
export function periodText(start: string | undefined, end: string | undefined): string {
  const days = [start, end].filter((date) => date !== undefined).map((date) => isoDate(date) ?? date);
  return [...new Set(days)].join(" to ");
}

/** The day of a time in milliseconds since 1970, as `2024-01-31`. */
export function dayLabel(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The day of each row in milliseconds since 1970, NaN for an empty cell; undefined if a cell of the column is not a day. */
export function columnDays({ header, type, values }: Column): Float64Array | undefined {
  if (values.kind === "text") {
    const days = dictionaryDays(values.dictionary);
    return days && Float64Array.from(values.codes, (code) => days[code] ?? Number.NaN);
  }
  // 20240131 is a plain number unless the column's header or type says that it is a date.
  if (values.kind !== "number" || !/date|period/i.test(`${type} ${header.join(" ")}`)) return undefined;
  const days = values.values.map((value) => parseDay(String(value)) ?? Number.NaN);
  const isDays = values.values.some((value) => !Number.isNaN(value));
  return isDays && days.every((day, row) => !Number.isNaN(day) || Number.isNaN(values.values[row])) ? days : undefined;
}

/** Stops at the first text that is not a day, which in most columns is the first one. */
function dictionaryDays(dictionary: readonly string[]): number[] | undefined {
  const days: number[] = [];
  for (const text of dictionary) {
    const day = parseDay(text);
    if (day === undefined) return undefined;
    days.push(day);
  }
  return days.length === 0 ? undefined : days;
}

/** The month of `Apr`, `Sept` or `April`, from 1; undefined for other words. */
export function monthOfName(name: string): number | undefined {
  const lower = name.toLowerCase();
  const month = MONTHS.findIndex((full) => lower === full || lower === full.slice(0, 3));
  if (month >= 0) return month + 1;
  return lower === "sept" ? 9 : undefined;
}

function readDate(text: string): { day: number; time: string } | undefined {
  const trimmed = text.trim();
  // Each date begins with a digit, and most texts do not.
  if (!/^\d/.test(trimmed)) return undefined;
  for (const pattern of patterns) {
    const { year, name, month = monthOfName(name ?? ""), day, time = "" } = pattern.exec(trimmed)?.groups ?? {};
    if (year === undefined) continue;
    const milliseconds = Date.UTC(Number(year), Number(month) - 1, Number(day));
    const date = new Date(milliseconds);
    const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    return isDay && Number(year) >= 1800 && Number(year) <= 2300 ? { day: milliseconds, time } : undefined;
  }
  return undefined;
}
