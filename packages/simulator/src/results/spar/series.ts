import { type Day, periodEnds, periodUnitOf } from "@analytics-engines/core/parameters";
import { sparReturnTypes } from "../../catalogue/accounts.ts";
import { ownerLabel } from "../exported.ts";
import * as read from "../portfolio/request.ts";
import { type Fields, refuseTooLarge, requireValue } from "../request.ts";
import { periodReturn } from "../returns.ts";

/** An account or a benchmark, and the type of its returns. */
export type ReturnSeries = Readonly<ReturnType<typeof returnSeriesOf>>;

export interface SparRequest {
  readonly accounts: readonly ReturnSeries[];
  readonly benchmark: ReturnSeries;
  readonly span: read.Span;
  readonly currency: string;
  readonly seed: number;
}

export function returnSeriesOf(identifier: Fields, what: "account" | "benchmark", seed: number) {
  const id = identifier.text("id") ?? "";
  const prefix = identifier.text("prefix");
  const holdings = read.holdingsFor(prefix ? `${prefix}:${id}` : id, what, seed);
  const typeText = identifier.text("returntype") ?? "GTR";
  const returnType = sparReturnTypes.find(({ id }) => id === typeText.toUpperCase());
  const type = requireValue(returnType, `Invalid return type:${typeText}`).id;
  const name = ownerLabel(holdings.name);
  return { label: type === "GTR" ? name : `${name} (${type})`, name, holdings, type };
}

/** The accounts and the benchmark. */
export function allSeries({ accounts, benchmark }: SparRequest): ReturnSeries[] {
  return [...accounts, benchmark];
}

export function returnPeriods(request: SparRequest): [Day, Day][] {
  const { span } = request;
  const ends = periodEnds(span.start, span.end, periodUnitOf(span.frequency) ?? "M", span.calendar);
  refuseTooLarge(ends.length * allSeries(request).reduce((sum, { holdings }) => sum + holdings.securities.length, 0));
  return ends.map((end, index) => [ends[index - 1] ?? span.start, end]);
}

export function periodReturns(request: SparRequest, { holdings, type }: ReturnSeries, periods: readonly [Day, Day][]) {
  return periods.map(([start, end]) => periodReturn(holdings, type, start, end, request.currency, request.seed));
}
