import type { Moment } from "./moment.ts";

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
