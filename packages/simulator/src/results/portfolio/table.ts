import { type Day, formatDay, periodEnds, periodUnitOf } from "@analytics-engines/core/parameters";
import type { GroupEntry } from "../../catalogue/columns.ts";
import { groupOf, securityName, symbolOf } from "../market/securities.ts";
import { refuseTooLarge } from "../request.ts";
import type { Cell, ResultTable, TableColumn } from "../stach/table.ts";
import { cellsFor, formatFor, headersOf, needsBenchmark, type RequestedColumn } from "./columns.ts";
import { type Holdings, type Positions, periodOf, positionsOf, pricesOn } from "./holdings.ts";
import { effectsOf, type PeriodContext } from "./measure.ts";
import type { Span } from "./request.ts";
import { type Detail, type RowRange, rowRanges } from "./rows.ts";

/** One table of an account against its benchmark. */
export interface PortfolioTable extends Omit<Span, "frequency"> {
  readonly portfolio: Holdings;
  readonly benchmark: Holdings | undefined;
  /** For a table over time, which has one block of rows for each period of this frequency. */
  readonly frequency: string | undefined;
  readonly currency: string;
  readonly groups: readonly GroupEntry[];
  readonly columns: readonly RequestedColumn[];
  readonly detail: Detail;
  readonly metadata: ResultTable["metadata"];
  readonly seed: number;
}

export function portfolioTable(request: PortfolioTable): ResultTable {
  const { portfolio, end, currency, groups, detail, seed } = request;
  const benchmark = request.columns.some(({ column }) => needsBenchmark(column)) ? request.benchmark : undefined;
  const keys = groups.map((group) => group.key);
  const groupsOf = (id: number) => keys.map((key) => groupOf(id, key));
  const positions = positionsOf(portfolio, benchmark, groupsOf, (ids) => pricesOn(ids, end, currency, seed));
  const ranges = rowRanges(positions, groups.length, detail);
  const ends = endsOf(request);
  refuseTooLarge(ends.length * Math.max(positions.securities.length, ranges.length));
  const contexts = periodContexts(request, positions, ends, benchmark !== undefined);
  const hasPeriods = request.frequency !== undefined;
  const dimensions = dimensionColumns(positions, ranges, groups, detail, hasPeriods ? ends : undefined);
  const numbers = request.columns.map((requested): TableColumn => {
    const cells = contexts.flatMap((context) => cellsFor(requested, ranges, context));
    const format = formatFor(requested.column);
    const type = requested.column.measure.kind === "text" ? "string" : "real";
    const name = `${requested.column.name} ${requested.hasStatisticName ? (requested.statistic ?? "") : ""}`.replaceAll(
      /[^A-Za-z0-9]/g,
      "",
    );
    return { name, headers: headersOf(requested), type, cells, ...(format ? { format } : {}) };
  });
  const levels = contexts.flatMap(() => ranges.map((row) => row.level));
  return {
    columns: [...dimensions, ...numbers],
    rowCount: ranges.length * ends.length,
    ...(ranges.some((row) => !row.isSecurity) ? { groupLevels: levels } : {}),
    metadata: request.metadata,
  };
}

/** The last days of the periods: the end alone for a table without periods. */
export function endsOf({ start, end, frequency, calendar }: PortfolioTable): Day[] {
  const unit = frequency === undefined ? undefined : periodUnitOf(frequency);
  return unit ? periodEnds(start, end, unit, calendar) : [end];
}

/** The numbers of each period. The effects of a period are computed at their first use. */
export function periodContexts(
  { start, currency, seed }: PortfolioTable,
  positions: Positions,
  ends: readonly Day[],
  hasBenchmark: boolean,
): PeriodContext[] {
  return ends.map((close, index): PeriodContext => {
    const period = periodOf(positions, ends[index - 1] ?? start, close, currency, seed);
    let effects: ReturnType<typeof effectsOf> | undefined;
    const effectsOnce = () => {
      effects ??= effectsOf(positions, period);
      return effects;
    };
    return { positions, period, hasBenchmark, effects: effectsOnce, seed };
  });
}

/** The period, the symbol, and one column for each level of the groups: a row names its own groups and leaves the inner ones empty. */
function dimensionColumns(
  positions: Positions,
  ranges: readonly RowRange[],
  groups: readonly GroupEntry[],
  detail: Detail,
  ends: readonly Day[] | undefined,
): TableColumn[] {
  const columns: TableColumn[] = [];
  const add = (name: string, header: string, of: (row: RowRange, period: number) => Cell, parent?: number): number => {
    const cells = Array.from({ length: ends?.length ?? 1 }, (_, period) => ranges.map((row) => of(row, period))).flat();
    return columns.push({ name, headers: [header], type: "string", isDimension: true, cells, parent }) - 1;
  };
  const idOf = (row: RowRange) => positions.securities[row.from] ?? 0;
  if (ends) add("period", "Period Ending", (_, period) => formatDay(ends[period] ?? 0));
  if (detail === "securities") add("symbol", "Symbol", (row) => (row.isSecurity ? symbolOf(idOf(row)) : null));
  let parent: number | undefined;
  if (ranges[0]?.level === 0) parent = add("total0", "Total", () => "Total");
  const visibleGroups = detail === "totals" ? [] : detail === "groups" ? groups.slice(0, 1) : groups;
  for (const [index, { name }] of visibleGroups.entries()) {
    const groupOf = (row: RowRange) => (row.level > index ? (positions.groups[row.from]?.[index] ?? null) : null);
    parent = add(`group${index + 1}`, name, groupOf, parent);
  }
  if (detail === "securities") {
    const nameOf = (row: RowRange) => (row.isSecurity ? securityName(idOf(row)) : null);
    add(`security${groups.length > 0 ? groups.length + 1 : 0}`, "Security", nameOf, parent);
  }
  return columns;
}
