import { type Day, formatDay, periodUnitOf, resolveDate } from "@analytics-engines/core/parameters";
import { sizeBand } from "../market/securities.ts";
import { type Holdings, pricesOn } from "../portfolio/holdings.ts";
import * as read from "../portfolio/request.ts";
import { rounded, uniform } from "../random.ts";
import { fieldsOf, type ResultRequest, requireValue } from "../request.ts";
import { periodReturn, riskStatistics } from "../returns.ts";
import { dimensions, numbers, type ResultTable, type TableColumn, tableOfColumns } from "../stach/table.ts";
import { exportedCumulative, exportedHorizons, exportedReturns, exportedRolling } from "./exported.ts";
import {
  allSeries,
  periodReturns,
  type ReturnSeries,
  returnPeriods,
  returnSeriesOf,
  type SparRequest,
} from "./series.ts";

/** The table of a `spar` unit. */
export function sparTables({ unit: parameters, seed, today }: ResultRequest): ResultTable[] {
  const unit = fieldsOf(parameters);
  const component = read.componentOf("spar", unit);
  const saved = { start: "-3AY", end: "0M", frequency: component.frequency, snapshot: false };
  const span = read.spanOf(unit.object("dates"), saved, today);
  requireValue(periodUnitOf(span.frequency), `Invalid frequency:${span.frequency}`);
  const identifiers = unit.objects("accounts");
  const request: SparRequest = {
    accounts: (identifiers.length > 0 ? identifiers : [fieldsOf({ id: component.document.account })]).map((account) =>
      returnSeriesOf(account, "account", seed),
    ),
    benchmark: returnSeriesOf(
      unit.has("benchmark") ? unit.object("benchmark") : fieldsOf({ id: component.benchmark }),
      "benchmark",
      seed,
    ),
    span,
    currency: read.currencyOf(unit, component.currency),
    seed,
  };
  const columns = component.kind === "holdings" ? [] : columnsByKind[component.kind](request);
  const metadata = {
    "Absolute End Date": [formatDay(span.end)],
    "Absolute Start Date": [formatDay(span.start)],
    Accounts: request.accounts.map((account) => account.holdings.name),
    Benchmark: [request.benchmark.holdings.name],
    "Component Id": [component.id],
    "Component Name": [component.name],
    "Currency ISO Code": [request.currency],
    "Document Name": [component.document.path],
    "Report Frequency": [span.frequency],
    ...(unit.text("universeid") ? { "Peer Universe": [unit.text("universeid") ?? ""] } : {}),
  };
  return [tableOfColumns(columns, metadata)];
}

const trailingSpans: readonly [string, string, boolean][] = [
  ["1 Month", "-1AM", false],
  ["3 Months", "-3AM", false],
  ["6 Months", "-6AM", false],
  ["1 Year", "-1AY", false],
  ["3 Years", "-3AY", true],
  ["5 Years", "-5AY", true],
];

/** A row for each account, a column for each time back from the end date; spans of more than a year as a return per year. */
function trailingColumns(request: SparRequest): TableColumn[] {
  const { span, currency, seed } = request;
  const rows = allSeries(request);
  const endDate = new Date(span.end * 86_400_000);
  const spans: [string, Day, boolean][] = trailingSpans.map(([name, back, annual]) => [
    name,
    resolveDate(back, { today: endDate, calendar: span.calendar }) ?? span.start,
    annual,
  ]);
  spans.push(["Since Start", span.start, span.end - span.start > 366]);
  return [
    ...dimensions(rows, [
      ["account", "Account", (row) => row.label],
      ["returnType", "Return Type", (row) => row.type],
    ]),
    ...spans.map(([name, start, annual]): TableColumn => {
      const cells = rows.map(({ holdings, type }) => {
        const total = periodReturn(holdings, type, start, span.end, currency, seed);
        return annual ? 100 * (1 + total / 100) ** (365.25 / (span.end - start)) - 100 : total;
      });
      return numbers(name.replaceAll(" ", ""), annual ? ["Annualized Return", name] : ["Return", name], cells);
    }),
  ];
}

/** A row for each period; for each account a column with its return, and one with its return less the benchmark's. */
function overTimeColumns(request: SparRequest): TableColumn[] {
  const { benchmark } = request;
  const periods = returnPeriods(request);
  const returnsOf = (series: ReturnSeries) => periodReturns(request, series, periods).map(rounded);
  const against = returnsOf(benchmark);
  const accountColumns = request.accounts.flatMap((account, index) => {
    const returns = returnsOf(account);
    const lead = returns.map((value, row) => rounded(value - (against[row] ?? 0)));
    return [
      numbers(`return${index}`, [account.label, "Return"], returns),
      numbers(`active${index}`, [account.label, "Active Return"], lead),
    ];
  });
  return [
    ...dimensions(periods, [["period", "Period Ending", ([, end]) => formatDay(end)]]),
    ...accountColumns,
    numbers("benchmark", [benchmark.label, "Return"], against),
  ];
}

/** A row for each account, a column with its weight in each style; the weights add up to 100. */
function styleColumns(request: SparRequest): TableColumn[] {
  const { span, currency, seed } = request;
  const rows = allSeries(request);
  const styles = rows.map(({ holdings }) => styleWeights(seed, holdings, span.end, currency));
  return [
    ...dimensions(rows, [["account", "Account", (row) => row.label]]),
    ...styleNames.map((style, index) =>
      numbers(
        style.replaceAll(" ", ""),
        ["Style Weight", style],
        styles.map((weights) => weights[index] ?? null),
      ),
    ),
  ];
}

const styleNames = ["Large Value", "Large Growth", "Small Value", "Small Growth"];

/** What part of holdings is in each style. A security is large by its size band, and partly value, partly growth. */
function styleWeights(seed: number, { securities, shares }: Holdings, day: Day, currency: string): number[] {
  const prices = pricesOn(Int32Array.from(securities), day, currency, seed);
  const sums = styleNames.map(() => 0);
  for (const [index, id] of Array.from(securities).entries()) {
    const value = (shares[index] ?? 0) * (prices[index] ?? 0);
    const growth = uniform(seed, 76, id);
    const first = sizeBand(id) === "Small" ? 2 : 0;
    sums[first] = (sums[first] ?? 0) + value * (1 - growth);
    sums[first + 1] = (sums[first + 1] ?? 0) + value * growth;
  }
  const total = sums.reduce((sum, value) => sum + value, 0) || 1;
  return sums.map((value) => rounded((100 * value) / total));
}

/** A row for each statistic, a column for each account. */
function statisticColumns(request: SparRequest): TableColumn[] {
  const periods = returnPeriods(request);
  const reference = periodReturns(request, request.benchmark, periods);
  const years = (request.span.end - request.span.start) / 365.25;
  const seriesStatistics = allSeries(request).map((series) => ({
    series,
    statistics: riskStatistics(periodReturns(request, series, periods), reference, years),
  }));
  const names = Object.keys(seriesStatistics[0]?.statistics ?? {});
  return [
    ...dimensions(names, [["statistic", "Statistic", (name) => name]]),
    ...seriesStatistics.map(({ series, statistics }, index) =>
      numbers(
        `statistic${index}`,
        [series.label],
        names.map((name) => statistics[name] ?? null),
      ),
    ),
  ];
}

/** The columns of each kind of component. */
const columnsByKind = {
  returns: trailingColumns,
  statistics: statisticColumns,
  style: styleColumns,
  "returns-over-time": overTimeColumns,
  "exported-returns": exportedReturns,
  "exported-cumulative": exportedCumulative,
  "exported-rolling": exportedRolling,
  "exported-horizons": exportedHorizons,
};
