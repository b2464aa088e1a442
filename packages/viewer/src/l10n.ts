import { isObject } from "@analytics-engines/core/basics";

/**
 * Numbers and dates in the language of the reader: the display language of the editor, or that of the browser. The formats of core decide the
 * digits; this file only replaces the marks between them. What a user copies, saves or exports keeps the marks of core.
 */

/** How a language writes numbers and dates. */
export interface NumberLanguage {
  /** A number in the marks of core (`−1,234.56`), with a unit or without, in those of the language: `−1.234,56`. */
  readonly number: (text: string) => string;
  /** A text with its ISO dates in the form of the language: `31.10.2026 14:30 UTC` for `2026-10-31 14:30 UTC`. */
  readonly dates: (text: string) => string;
  /** The day of a time in milliseconds since 1970: `2026-10-31`, or `31.10.2026`. */
  readonly day: (time: number) => string;
  /** The month of a time in milliseconds since 1970: `2026-10`, or `10/2026`. */
  readonly month: (time: number) => string;
  /**
   * A number as a person types it, in the marks of JSON: `1234.5` for `1.234,5`. A text without the decimal mark of the language whose only point does
   * not divide thousands is read as English, since numbers are also pasted from files.
   */
  readonly typed: (text: string) => string;
}

interface Marks extends Pick<NumberLanguage, "day" | "month"> {
  readonly group: string;
  readonly decimal: string;
}

const english: Marks = {
  group: ",",
  decimal: ".",
  // English readers write a day in two orders; the ISO form has one reading.
  day: (time) => new Date(time).toISOString().slice(0, 10),
  month: (time) => new Date(time).toISOString().slice(0, 7),
};

function marksOf(language: string): Marks {
  if (/^en\b/i.test(language)) return english;
  try {
    const parts = new Intl.NumberFormat(`${new Intl.Locale(language, { numberingSystem: "latn" })}`, {
      useGrouping: "always",
    }).formatToParts(-12_345.5);
    const markOf = (type: "group" | "decimal", usual: string) =>
      parts.find((part) => part.type === type)?.value ?? usual;
    const dates = (more: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(language, {
        calendar: "gregory",
        numberingSystem: "latn",
        timeZone: "UTC",
        year: "numeric",
        month: "2-digit",
        ...more,
      });
      return (time: number) => format.format(time);
    };
    return {
      group: markOf("group", english.group),
      decimal: markOf("decimal", english.decimal),
      day: dates({ day: "2-digit" }),
      month: dates({}),
    };
  } catch {
    return english;
  }
}

/** @param language a language tag, such as `de`; one that the browser does not know counts as English */
export function numberLanguage(language: string): NumberLanguage {
  const { group, decimal, day, month } = marksOf(language);
  return {
    day,
    month,
    number: (text) =>
      decimal === english.decimal && group === english.group
        ? text
        : text.replaceAll(/\d[\d,]*(\.\d+)?|\.\d+/g, (digits) =>
            digits.replaceAll(/[.,]/g, (mark) => (mark === "." ? decimal : group)),
          ),
    dates: (text) =>
      day === english.day
        ? text
        : text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (date) => {
            const time = Date.parse(date);
            return Number.isNaN(time) ? date : day(time);
          }),
    typed(text) {
      const isPasted = !text.includes(decimal) && /^[^.]*\.(?!\d{3}(?!\d))[^.]*$/.test(text);
      const marks = isPasted ? english : { group, decimal };
      const withoutGroups = text.replaceAll(marks.group, "").replaceAll(/\s/g, "");
      return marks.decimal === "." ? withoutGroups : withoutGroups.replaceAll(marks.decimal, ".");
    },
  };
}

const language = numberLanguage(pageLanguage());

/** The language in the element of the page, as the editor sets it, else that of the browser. Outside of a page it is English. */
function pageLanguage(): string {
  const { document, navigator } = globalThis;
  return document === undefined ? "en" : (document.documentElement.dataset["numberLanguage"] ?? navigator.language);
}

/** The functions of the reader's language: see `NumberLanguage`. */
export const {
  number: localNumber,
  dates: localDates,
  day: localDay,
  month: localMonth,
  typed: typedInMarksOfJson,
} = language;

/** A count with marks between the thousands. */
export function localCount(count: number): string {
  return localNumber(count.toLocaleString("en"));
}

/** The element with the labels of a page in another language: JSON, from the English text to its translation. */
const TEXTS_ID = "analytics-engines-texts";

const texts = readTexts();

/** Whether the page has another language than English. */
export const isTranslated = texts.size > 0;

/**
 * A label in the language of the page, with `{0}`, `{1}` ... replaced by the values. A page without the element `analytics-engines-texts`, such as a
 * report, is English. Numbers are written as language/ says; names of results are never translated.
 *
 * `@vscode/l10n` would take the place of ten lines here, add 3 kB to each report, and write the numbers in English.
 */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const translated = texts.get(text) ?? text;
  return translated.replaceAll(/\{(\d)\}/g, (placeholder, index: string) =>
    argumentText(values[Number(index)] ?? placeholder),
  );
}

function argumentText(value: string | number): string {
  return typeof value === "number" ? localCount(value) : value;
}

/** The labels are read when the script starts, so that constants can have them. */
function readTexts(): ReadonlyMap<string, string> {
  const json = globalThis.document?.getElementById(TEXTS_ID)?.textContent;
  const read: unknown = json ? JSON.parse(json) : undefined;
  if (!isObject(read)) return new Map();
  return new Map(
    Object.entries(read).flatMap(([text, translation]) =>
      typeof translation === "string" ? [[text, translation]] : [],
    ),
  );
}
