import type { Column } from "@analytics-engines/core/results";

const PATTERNS = [
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T ].*)?$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
];

/** Milliseconds since 1970, UTC, of `20240131`, `2024-01-31` (with or without a time of day) or `1/31/2024`; undefined for other texts. */
export function parseDay(text: string): number | undefined {
  for (const pattern of PATTERNS) {
    const { year, month, day } = pattern.exec(text.trim())?.groups ?? {};
    if (year === undefined) continue;
    const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
    const date = new Date(time);
    const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
    return isDay && Number(year) >= 1800 && Number(year) <= 2300 ? time : undefined;
  }
  return undefined;
}

/** The day of each row, NaN for an empty cell; undefined if a cell of the column is no day. */
export function columnDays({ name, type, values }: Column): Float64Array | undefined {
  if (values.kind === "text") {
    const days = values.dictionary.map(parseDay);
    if (days.length === 0 || days.includes(undefined)) return undefined;
    return Float64Array.from(values.codes, (code) => days[code] ?? Number.NaN);
  }
  // 20240131 is a plain number unless the column's name or type says that it is a date.
  if (values.kind !== "number" || !/date|period/i.test(`${type} ${name}`)) return undefined;
  const days = values.values.map((value) => parseDay(String(value)) ?? Number.NaN);
  const isDays = values.values.some((value) => !Number.isNaN(value));
  return isDays && days.every((day, row) => !Number.isNaN(day) || Number.isNaN(values.values[row])) ? days : undefined;
}

/** `2024-01-31` of milliseconds since 1970. */
export function dayLabel(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
