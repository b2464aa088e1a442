import { monthOfName, parseDay } from "../format/dates.ts";

/** What a column is, by its header. */
export type Meaning =
  | "weight"
  | "weight-benchmark"
  | "weight-active"
  | "period-return"
  | "cumulative-return"
  | "annualized-return"
  | "rolling-return"
  | "index-level"
  | "contribution"
  | "effect-allocation"
  | "effect-selection"
  | "effect-interaction"
  | "effect-currency"
  | "effect-other"
  | "effect-total"
  | "risk"
  | "ratio"
  | "yield"
  | "spread"
  | "duration"
  | "price"
  | "market-value"
  | "quantity"
  | "count"
  | "rating"
  | "date-of-row"
  | "date-attribute"
  | "identifier"
  | "name"
  | "group"
  | "other-number"
  | "other-text"
  | "unknown";

export type Side = "portfolio" | "benchmark" | "difference" | "none";

export type Unit = "%" | "bp" | "years" | "currency" | "number" | "none";

/** Over which span a number is: of the row's own period, or over a longer span already. */
export type Span = "period" | "cumulative" | "to-date" | "rolling" | "annualized" | "since" | "horizon" | "level";

export interface HeaderReading {
  readonly meaning: Meaning;
  readonly side: Side;
  readonly unit: Unit;
  /** Of returns, effects, index levels and what else is over a span; undefined for others. */
  readonly span: Span | undefined;
  /**
   * Whether it is a return of an account over the row's own period, so that periods may be linked: no part of a return, ratio on equity or
   * assets, expectation, contribution, change of price, factor return, or difference of returns.
   */
  readonly isLinkable: boolean;
  /** The words of the measure as the header has them, folded, without those of side, unit, owner and moment: `Total Return`. Never empty. */
  readonly name: string;
  /** The account or benchmark that a level names: `Fund A`, `Index B`; undefined if no level does. */
  readonly owner: string | undefined;
  /** The day or period that a level names: `28-APR-2026`, `2018`. */
  readonly moment: Moment | undefined;
  /** The level `Total` of a block over all periods stands in place of a moment. */
  readonly isTotalBlock: boolean;
  /** For key rates: the point of the curve in years. */
  readonly tenor: number | undefined;
  /** The words of the horizon: `3 Month`, `YTD`, `3 Year (Ann.)`, `Since Inception`. */
  readonly horizon: string | undefined;
}

/** A day or a period that a text names. */
export interface Moment {
  /** Milliseconds since 1970, UTC, of the first day; absent for a single day. */
  readonly start?: number;
  /** Milliseconds since 1970, UTC, of the last day. */
  readonly end: number;
  /** The text as the header has it, without `as of`. */
  readonly text: string;
}

/** Longer texts name no moment, and are not tried. */
const MAX_CHARACTERS = 60;

type Period = Pick<Moment, "start" | "end">;

/**
 * The day or period that a whole text names; undefined for other texts. It reads `28-APR-2026`, `28 Apr 2026`, `Apr 28, 2026`,
 * `04/28/2026`, `2026-04-28`, `20260428`, two of them with `to` between, `2026 Q1`, `1Q 2026`, `Jan 2026`, `2026-01`, `2026`, and
 * `2026 YTD`, whose last day is not in the text, so that it ends with the year.
 */
export function parseMoment(text: string): Moment | undefined {
  const whole = text.trim();
  if (whole.length > MAX_CHARACTERS || !/\d/.test(whole)) return undefined;
  const plain = whole.replace(/^as (of|at)[: ]\s*/i, "");
  const period = periodOf(plain) ?? rangeOf(plain);
  return period && { ...period, text: plain };
}

function rangeOf(text: string): Period | undefined {
  const [first, last, ...others] = text.split(/\s+(?:to|through|thru|-|–)\s+/i);
  if (first === undefined || last === undefined || others.length > 0) return undefined;
  const [from, to] = [periodOf(first), periodOf(last)];
  if (from === undefined || to === undefined) return undefined;
  const start = from.start ?? from.end;
  return start <= to.end ? { start, end: to.end } : undefined;
}

function periodOf(text: string): Period | undefined {
  const day = parseDay(text) ?? dayWithMonthFirst(text);
  if (day !== undefined) return { end: day };
  return quarterOf(text) ?? monthOf(text) ?? yearOf(text);
}

/** `April 28, 2026`. */
function dayWithMonthFirst(text: string): number | undefined {
  const [, name = "", day = "", year = ""] = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(text) ?? [];
  return parseDay(`${day} ${name} ${year}`);
}

function quarterOf(text: string): Period | undefined {
  const [, yearFirst, quarterLast, quarterFirst, letterLast, yearLast] =
    /^(?:(\d{4})[ -]?Q([1-4])|(?:Q([1-4])|([1-4])Q)[ -]?(\d{4}))$/i.exec(text) ?? [];
  const year = yearNumber(yearFirst ?? yearLast);
  const quarter = Number(quarterLast ?? quarterFirst ?? letterLast);
  return year === undefined ? undefined : months(year, quarter * 3 - 3, 3);
}

function monthOf(text: string): Period | undefined {
  const [, name, nameYear, numericYear, number] =
    /^(?:([A-Za-z]{3,9})\.?[ -](\d{4})|(\d{4})-(\d{2}))$/.exec(text) ?? [];
  const year = yearNumber(nameYear ?? numericYear);
  const month = name === undefined ? Number(number) : (monthOfName(name) ?? 0);
  return year === undefined || month < 1 || month > 12 ? undefined : months(year, month - 1, 1);
}

function yearOf(text: string): Period | undefined {
  const [, yearFirst, yearLast] = /^(?:(\d{4})(?: YTD)?|YTD (\d{4}))$/i.exec(text) ?? [];
  const year = yearNumber(yearFirst ?? yearLast);
  return year === undefined ? undefined : months(year, 0, 12);
}

/** 1900 to 2199: other numbers of four digits are no years. */
function yearNumber(text = ""): number | undefined {
  const year = Number(text);
  return year >= 1900 && year < 2200 ? year : undefined;
}

function months(year: number, month: number, count: number): Period {
  return { start: Date.UTC(year, month, 1), end: Date.UTC(year, month + count, 0) };
}
