import { readRelative } from "../dates/days.ts";

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
