import { type Day, dayFrom, onCalendar, periodEnds, resolveDate } from "@analytics-engines/core/parameters";
import { exportedNumbers, exportedTexts, slashedDate } from "../exported.ts";
import { hashText, rounded, uniform } from "../random.ts";
import { refuseTooLarge } from "../request.ts";
import { linked, periodReturn } from "../returns.ts";
import type { TableColumn } from "../stach/table.ts";
import { allSeries, periodReturns, type ReturnSeries, returnPeriods, type SparRequest } from "./series.ts";

// The tables of `spar` with the headers and rows of an export.

const typeNames = { GTR: "Total Return", NTR: "Net Total Return", PR: "Price Return" } as const;
const headerOf = ({ name, type }: ReturnSeries) => `${name} - ${typeNames[type]}`;

const dateColumn = (days: readonly Day[]) => exportedTexts("Dates", days.map(slashedDate), true);

/** A row for each period, a column for each account and the benchmark. */
export function exportedReturns(request: SparRequest): TableColumn[] {
  const periods = returnPeriods(request);
  return [
    dateColumn(periods.map(([, end]) => end)),
    ...allSeries(request).map((series) =>
      exportedNumbers(["Return", headerOf(series)], periodReturns(request, series, periods)),
    ),
  ];
}

/** The linked returns up to each period. */
const cumulative = (returns: readonly number[]) => returns.map((_, index) => linked(returns.slice(0, index + 1)));

/** A row for the start, where all is 0, and for each period: what each account returned since the start. */
export function exportedCumulative(request: SparRequest): TableColumn[] {
  const periods = returnPeriods(request);
  return [
    dateColumn([request.span.start, ...periods.map(([, end]) => end)]),
    ...allSeries(request).map((series) =>
      exportedNumbers(
        ["Cumulative Return", headerOf(series)],
        [0, ...cumulative(periodReturns(request, series, periods))],
      ),
    ),
  ];
}

/** A row for each period: the return of an account in it, since the start, and in the twelve months to its end. */
export function exportedRolling(request: SparRequest): TableColumn[] {
  const periods = returnPeriods(request);
  const held = request.accounts.reduce((sum, { holdings }) => sum + holdings.securities.length, 0);
  refuseTooLarge(12 * periods.length * held);
  return [
    dateColumn(periods.map(([, end]) => end)),
    ...request.accounts.flatMap((account) => {
      const returns = periodReturns(request, account, periods);
      return [
        exportedNumbers(["Return", account.label], returns),
        exportedNumbers(["Cumulative Return", account.label], cumulative(returns)),
        exportedNumbers(
          ["Rolling 12-Month Return", account.label],
          periods.map(([, end]) => rollingReturn(request, account, end)),
        ),
      ];
    }),
  ];
}

/** The linked returns of the twelve months to a day: from the end of a month, if the day is one. */
function rollingReturn(request: SparRequest, account: ReturnSeries, end: Day): number {
  const isMonthEnd = daysBack("0M", end, request) === end;
  const start = daysBack(isMonthEnd ? "-12M" : "-1AY", end, request);
  const ends = periodEnds(start, end, "M", request.span.calendar);
  return linked(
    periodReturns(
      request,
      account,
      ends.map((close, index) => [ends[index - 1] ?? start, close]),
    ),
  );
}

const horizons = [
  ["1 Month", "-1AM"],
  ["3 Month", "-3AM"],
  ["YTD", undefined],
  ["1 Year", "-1AY"],
  ["3 Year (Ann.)", "-3AY"],
  ["5 Year (Ann.)", "-5AY"],
] as const;

/**
 * A row for each account, the benchmark, and what the first account returned more; a column for each time back from the end date. An account
 * that is younger has no return there. Returns of more than a year are those of a year.
 */
export function exportedHorizons(request: SparRequest): TableColumn[] {
  const { accounts, benchmark, span } = request;
  const inceptions = [...accounts, accounts[0] ?? benchmark].map(({ name }) => inceptionOf(name, span.end));
  const starts = horizons.map(([, back]) =>
    back === undefined ? yearStart(span.end) : daysBack(back, span.end, request),
  );
  const returnsFrom = (startOf: (inception: Day) => Day) => {
    const returns = allSeries(request).map((series, index): number | null => {
      const inception = inceptions[index] ?? span.end;
      const start = startOf(inception);
      return start < inception ? null : annualReturn(request, series, start);
    });
    const [first = null, last = null] = [returns[0], returns.at(-1)];
    return [...returns, first === null || last === null ? null : first - last];
  };
  return [
    exportedTexts("Account", [...allSeries(request).map(({ label }) => label), "Difference"], true),
    ...horizons.map(([name], index) =>
      exportedNumbers(
        [name],
        returnsFrom(() => starts[index] ?? span.end),
      ),
    ),
    exportedNumbers(
      ["Since Inception"],
      returnsFrom((inception) => inception),
    ),
    exportedTexts("Inception Date", [...inceptions.map(slashedDate), null]),
  ];
}

/** The return from a day to the end; of more than a year, per year. */
function annualReturn({ span, currency, seed }: SparRequest, { holdings, type }: ReturnSeries, start: Day): number {
  const total = periodReturn(holdings, type, start, span.end, currency, seed);
  const years = (span.end - start) / 365.25;
  return rounded(years > 1.01 ? 100 * (1 + total / 100) ** (1 / years) - 100 : total);
}

function daysBack(text: string, end: Day, { span }: SparRequest): Day {
  return resolveDate(text, { today: new Date(end * 86_400_000), calendar: span.calendar }) ?? end;
}

/** The last week day of the year before. */
function yearStart(end: Day): Day {
  const year = new Date(end * 86_400_000).getUTCFullYear();
  return onCalendar(dayFrom(year - 1, 12, 31) ?? end, "FIVEDAY");
}

/** The first day of an account, from 2005 to 2025: some are younger than the longest horizon. */
function inceptionOf(name: string, end: Day): Day {
  const share = uniform(0, 78, hashText(name.toLowerCase()));
  const monthsSince2005 = Math.floor(share * 248);
  const day = dayFrom(2005 + Math.floor(monthsSince2005 / 12), 1 + (monthsSince2005 % 12), 1) ?? end;
  return Math.min(day, end - 31);
}
