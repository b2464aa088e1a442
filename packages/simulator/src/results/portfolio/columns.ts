import type { ColumnEntry } from "../../catalogue/columns.ts";
import type { MeasureKind } from "../../catalogue/measures.ts";
import { description } from "../market/characteristics.ts";
import { bondYieldOn } from "../market/prices.ts";
import { isBond } from "../market/securities.ts";
import { rounded } from "../random.ts";
import type { Cell } from "../stach/table.ts";
import { type MeasureSeries, type PeriodContext, seriesOf, statistic } from "./measure.ts";
import type { RowRange } from "./rows.ts";

/** A column of the catalogue, with the statistic that the request asks for it. */
export interface RequestedColumn {
  readonly column: ColumnEntry;
  /** Undefined: the usual statistic of the measure. */
  readonly statistic: string | undefined;
  /** Whether the header names the statistic: the request has several for the column. */
  readonly hasStatisticName: boolean;
}

const sideNames = { portfolio: "Portfolio", benchmark: "Benchmark", active: "Active", security: "" } as const;

/** The levels of a column's header. */
export function headersOf({ column, statistic, hasStatisticName }: RequestedColumn): string[] {
  const side = sideNames[column.side];
  const levels = side === "" ? [column.measure.name] : [side, column.measure.name];
  return hasStatisticName && statistic ? [...levels, statistic] : levels;
}

/** How its numbers are shown. */
export function formatFor({ measure }: ColumnEntry): string | undefined {
  switch (measure.kind) {
    case "text":
      return undefined;
    case "value-end":
    case "shares":
      return "{0:#,0;-#,0;--}";
    case "weight-begin":
    case "weight-end":
    case "weight-average":
      return "{0:0.00;-0.00;--}";
    default:
      return measure.high >= 1000 ? "{0:#,0.0}" : "{0:0.00}";
  }
}

/** Whether a column compares with the benchmark. Without such a column, the table hides securities that only the benchmark has. */
export function needsBenchmark({ side, measure }: ColumnEntry): boolean {
  return side === "benchmark" || side === "active" || effectKinds.has(measure.kind);
}

const effectKinds: ReadonlySet<MeasureKind> = new Set(["allocation", "selection", "interaction", "total-effect"]);

/** The cells of a column for one period, one for each row. */
export function cellsFor(request: RequestedColumn, rows: readonly RowRange[], context: PeriodContext): Cell[] {
  const { column } = request;
  if (column.measure.kind === "text") return rows.map((row) => wordFor(column.measure.name, row, context));
  if (needsBenchmark(column) && !context.hasBenchmark) return rows.map(() => null);
  if (column.side === "active") return activeCells(request, rows, context);
  const series = seriesOf(column.measure, column.side === "benchmark" ? "benchmark" : "portfolio", context);
  return rows.map((row) => roundedOrNull(valueAt(series, request.statistic, row)));
}

function wordFor(name: string, { isSecurity, from }: RowRange, { positions, period, seed }: PeriodContext): Cell {
  const id = positions.securities[from];
  if (!isSecurity || id === undefined) return null;
  const years = isBond(id) ? bondYieldOn(seed, id, period.end).years : 0;
  return description(name, id, years) || null;
}

function valueAt(
  series: MeasureSeries,
  statisticName: string | undefined,
  { from, to, isSecurity }: RowRange,
): number | null {
  if (isSecurity) {
    const value = series.values[from] ?? Number.NaN;
    return series.groupsOnly || Number.isNaN(value) ? null : value;
  }
  return statistic(series, statisticName ?? series.usual, from, to);
}

/** The account less the benchmark. A missing sum counts as 0; a missing average makes the difference null. */
function activeCells(request: RequestedColumn, rows: readonly RowRange[], context: PeriodContext): Cell[] {
  const portfolio = seriesOf(request.column.measure, "portfolio", context);
  if (portfolio.groupsOnly) return rows.map((row) => roundedOrNull(valueAt(portfolio, request.statistic, row)));
  const benchmark = seriesOf(request.column.measure, "benchmark", context);
  const missing = portfolio.usual === "Sum" ? 0 : null;
  return rows.map((row) => {
    const [a, b] = [valueAt(portfolio, request.statistic, row), valueAt(benchmark, request.statistic, row)];
    if (a === null && b === null) return null;
    const [portfolioValue, benchmarkValue] = [a ?? missing, b ?? missing];
    return portfolioValue === null || benchmarkValue === null ? null : rounded(portfolioValue - benchmarkValue);
  });
}

function roundedOrNull(value: number | null): number | null {
  return value === null ? null : rounded(value);
}
