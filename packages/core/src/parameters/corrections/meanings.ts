import { JSON_NUMBER } from "../../json/value.ts";
import { dayFrom, formatDay } from "../dates/days.ts";

/** The unit letters of relative dates, by the first letters of their names. */
const UNIT = "d(?:ays?)?|w(?:k|eek)?s?|m(?:o|on|th|onth)?s?|q(?:tr|uarter)?s?|y(?:r|ear)?s?";
const COUNT_FIRST = new RegExp(`^[-+]? ?(\\d{1,4}) ?(a?) ?(${UNIT})?( ago| back)?$`);
const UNIT_FIRST = new RegExp(`^(a?)(${UNIT}) ?[-+]? ?(\\d{1,4})$`);
const SWAPPED_LETTERS = /^-?(\d{1,4})([dwmqy])a$/;
const PERIOD_BEFORE = /^(?:last|previous|prior|end of(?: last)?) ?(day|week|month|quarter|year)(?: ?end)?$/;
const today = new Set(["today", "now", "t"]);

/**
 * The dates, in the forms of the service, that a text of another form may mean, the likeliest first: `20240131` for `31.01.2024`, `-1M` for
 * `-1Mo`.
 */
export function datesMeant(text: string): string[] {
  const plain = text.trim().replace(/[\u2010-\u2015\u2212]/g, "-");
  const relative = relativeMeant(plain.toLowerCase().replace(/\s+/g, " "));
  const dates = relative === undefined ? daysMeant(plain) : [relative];
  return [...new Set(dates)].filter((date) => date !== text);
}

function relativeMeant(text: string): string | undefined {
  if (today.has(text)) return "0";
  if (text === "yesterday") return "-1";
  const period = PERIOD_BEFORE.exec(text.replace(/^(last|previous|prior)(?=\S)/, "$1 "))?.[1];
  if (period !== undefined) return period === "day" ? "-1" : `0${letterOf(period)}`;
  const [, count, actual = "", unit = "", ago] = COUNT_FIRST.exec(text) ?? [];
  if (count !== undefined) return relativeText(count, actual !== "" || ago !== undefined, unit);
  const [, isActual = "", first, after] = UNIT_FIRST.exec(text) ?? [];
  if (first !== undefined && after !== undefined) return relativeText(after, isActual !== "", first);
  const [, number, letter] = SWAPPED_LETTERS.exec(text) ?? [];
  return number === undefined ? undefined : relativeText(number, true, letter ?? "");
}

function relativeText(count: string, isActual: boolean, unit: string): string {
  const number = Number(count);
  const letters = unit === "" ? "" : (isActual ? "A" : "") + letterOf(unit);
  return `${number === 0 ? "0" : `-${number}`}${letters}`;
}

function letterOf(unit: string): string {
  return unit.charAt(0).toUpperCase();
}

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A spreadsheet stores 1970-01-01 as this number. */
const SERIAL_OF_1970 = 25_569;
/** The numbers of spreadsheets for 1990-01-01 to 2099-12-31: others are likelier to be something else. */
const FIRST_SERIAL = 32_874;
const LAST_SERIAL = 73_050;

/**
 * The calendar days of a text, as year, month and day, or as the number that a spreadsheet stores for a day. Between slashes or hyphens the
 * month may be first or second.
 */
function daysMeant(text: string): string[] {
  const serial = /^\d{5}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  if (serial >= FIRST_SERIAL && serial <= LAST_SERIAL) return [formatDay(serial - SERIAL_OF_1970)];
  const find = (expression: RegExp) => expression.exec(text)?.slice(1);
  const [year, month, day] =
    find(/^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})(?:[T ].*)?$/) ?? find(/^-?(\d{4})(\d\d)(\d\d)(?:[T.].*)?$/) ?? [];
  if (year !== undefined) return daysOf([year, month, day]);
  const [first, second, end] = find(/^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/) ?? [];
  if (end !== undefined) return daysOf([end, first, second], [end, second, first]);
  const [dayBeforeDot, monthBeforeDot, yearAfterDot] = find(/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/) ?? [];
  if (yearAfterDot !== undefined) return daysOf([yearAfterDot, monthBeforeDot, dayBeforeDot]);
  const [dayFirst, name, yearLast] = find(/^(\d{1,2})[-. ]*([a-z]{3,9})[-., ]*(\d{4})$/i) ?? [];
  if (name !== undefined) return daysOf([yearLast, numberOfMonth(name), dayFirst]);
  const [monthName, dayAfter, lastYear] = find(/^([a-z]{3,9})[-. ]*(\d{1,2})[-., ]+(\d{4})$/i) ?? [];
  return monthName === undefined ? [] : daysOf([lastYear, numberOfMonth(monthName), dayAfter]);
}

function numberOfMonth(name: string): string {
  return String(monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1);
}

type DayParts = readonly [year: string | undefined, month: string | undefined, day: string | undefined];

function daysOf(...all: readonly DayParts[]): string[] {
  return all.flatMap(([year, month, day]) => {
    const dayNumber = dayFrom(Number(year), Number(month), Number(day));
    return dayNumber === undefined ? [] : [formatDay(dayNumber)];
  });
}

/**
 * The numbers, as JSON writes them, that a text may mean, the likeliest first; none if it has not the form of a number. A comma may stand
 * before decimals or between thousands.
 */
export function numbersMeant(text: string): string[] {
  const [, sign = "", digits = ""] = /^([-+\u2212]?)([\d.,_'’ \u00a0\u202f]+(?:e[-+]?\d+)?)$/i.exec(text.trim()) ?? [];
  const prefix = sign === "" || sign === "+" ? "" : "-";
  return spellings(digits)
    .map((spelling) => prefix + withPlainZeros(spelling))
    .filter((number) => JSON_NUMBER.test(number));
}

function spellings(digits: string): string[] {
  if (!/\d/.test(digits)) return [];
  const plainDigits = digits.replace(/[_'’ \u00a0\u202f](?=\d{3}(?!\d))/g, "");
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(plainDigits)) return [plainDigits.replaceAll(".", "")];
  if (!plainDigits.includes(",")) return [plainDigits];
  const withoutCommas = plainDigits.replaceAll(",", "");
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(plainDigits)) return [withoutCommas];
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(plainDigits)) return [plainDigits.replaceAll(".", "").replace(",", ".")];
  if (/^\d{1,3}(?:,\d{3}){2,}$/.test(plainDigits)) return [withoutCommas];
  if (!/^\d+,\d+$/.test(plainDigits)) return [];
  const decimal = plainDigits.replace(",", ".");
  if (!/^[1-9]\d{0,2},\d{3}$/.test(plainDigits)) return [decimal];
  return plainDigits.endsWith(",000") ? [withoutCommas, decimal] : [decimal, withoutCommas];
}

/** Without zeros before the first digit, and with a digit on both sides of the point. */
function withPlainZeros(number: string): string {
  return number
    .replace(/^0+(?=\d)/, "")
    .replace(/^\./, "0.")
    .replace(/\.(?!\d)/, "");
}
