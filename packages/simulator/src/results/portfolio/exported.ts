import { type Day, dayFrom, onCalendar } from "@analytics-engines/core/parameters";
import type { ExportedLayoutId } from "../../catalogue/components.ts";
import { exportedNumbers, exportedTexts, headerDate, ownerLabel, slashedDate } from "../exported.ts";
import { bondTerms, CASH, groupOf, isBond, type SecurityId, securityName, symbolOf } from "../market/securities.ts";
import { rounded, uniform } from "../random.ts";
import { refuseTooLarge } from "../request.ts";
import { linked } from "../returns.ts";
import type { Cell, ResultTable, TableColumn } from "../stach/table.ts";
import { cellsFor, formatFor, needsBenchmark, type RequestedColumn } from "./columns.ts";
import {
  type Holdings,
  type Positions,
  positionsOf,
  positionsOfAccount,
  pricesOn,
  withCash,
  withShortPositions,
} from "./holdings.ts";
import type { Effects, PeriodContext } from "./measure.ts";
import { type Detail, type RowRange, rowRanges } from "./rows.ts";
import { endsOf, type PortfolioTable, periodContexts } from "./table.ts";

/** How an export writes the numbers of a component: other headers, other rows, the same numbers. */
interface ExportedLayout {
  /** Headers by the catalogue's columns. A column without one keeps its name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The rows of a request that does not say which. */
  readonly detail: Detail;
  /** The column that names all rows. Undefined: the columns `total0`, `group1`, `group2`. */
  readonly names?: string;
  readonly hasTicker?: boolean;
  /** The dates of each security beside its name. */
  readonly hasDates?: boolean;
  /** What the first level of the headers has, which repeats the columns. */
  readonly blocks?: "dates" | "periods" | "accounts";
  /** A first column in each block with the number of securities. */
  readonly count?: string;
  /** Whether a third of the positions is short, and the groups are long and short. */
  readonly isLongShort?: boolean;
  /** The name of the total, which stands below its groups with notes under it. */
  readonly footer?: string;
}

// A table without periods has one weight of each period to average: that of its start. So contributions are weights times returns.
const plusHeaders = {
  "Port. Beginning Weight": "Port.+Average+Weight",
  "Port. Ending Weight": "Port.+Weight",
  "Port. Total Return": "Port.+Total+Return",
  "Port. Contribution to Return": "Port.+Contrib.+To Return",
  "Bench. Beginning Weight": "Bench.+Average+Weight",
  "Bench. Ending Weight": "Bench.+Weight",
  "Bench. Total Return": "Bench.+Total+Return",
  "Bench. Contribution to Return": "Bench.+Contrib.+To Return",
  "Active Ending Weight": "Difference",
  "Active Allocation Effect": "Allocation +Effect",
  "Active Selection Effect": "Selection+Effect",
  "Active Interaction Effect": "Interaction+Effect",
  "Active Total Effect": "Total+Effect",
};

const layouts: Readonly<Record<ExportedLayoutId, ExportedLayout>> = {
  "exported-attribution": { headers: plusHeaders, detail: "securities" },
  "exported-weights": { headers: plusHeaders, detail: "securities" },
  "exported-weights-by-date": {
    headers: { "Port. Ending Weight": "Ending\nWeight", "Port. Market Capitalization": "Market\nCapitalization" },
    detail: "securities",
    names: "Security Name",
    hasTicker: true,
    blocks: "dates",
    count: "# of\nSecurities",
  },
  "exported-attribution-by-period": { headers: plusHeaders, detail: "groups", blocks: "periods" },
  "exported-bonds": {
    headers: {
      "Port. Yield to Worst": "Yield to Worst (%)",
      "Port. Modified Duration": "Mod. Duration",
      "Port. Coupon": "Coupon (%)",
    },
    detail: "securities",
    names: "Security Name",
    hasDates: true,
  },
  "exported-long-short": {
    headers: { "Port. Contribution to Return": "Contribution To Return" },
    detail: "securities",
    isLongShort: true,
  },
  "exported-footers": {
    headers: {
      "Port. Beginning Weight": "Avg % of Total\nEquities",
      "Bench. Beginning Weight": "Benchmark Avg\nWeight (%)",
      "Port. Total Return": "Fund\nReturn (%)",
      "Bench. Total Return": "Benchmark\nReturn (%)",
      "Active Total Return": "Difference\n(%)",
      "Active Allocation Effect": "Asset\nAlloc. Effect",
      "Active Selection Effect": "Sec. Selection\nEffect",
      "Active Total Effect": "Total\nEffect",
    },
    detail: "groups",
    names: "Sector",
    footer: "Total Equity",
  },
  "exported-accounts": { headers: plusHeaders, detail: "securities", names: "Security Name", blocks: "accounts" },
};

/** The rows that a component shows as exported, unless the request says which. */
export const exportedDetail = (id: ExportedLayoutId): Detail => layouts[id].detail;

/** Whether the accounts of a request are in one table, and not in a table each. */
export const joinsAccounts = (id: ExportedLayoutId | undefined) =>
  id !== undefined && layouts[id].blocks === "accounts";

/** Columns that share the first level of their headers. */
interface Block {
  readonly label: string | undefined;
  readonly columns: readonly RequestedColumn[];
  readonly context: PeriodContext;
}

/** The table of a component as exported: `accounts` are those of the table, the one of the request first. */
export function exportedTable(
  request: PortfolioTable,
  id: ExportedLayoutId,
  accounts: readonly Holdings[],
): ResultTable {
  const layout = layouts[id];
  const { start, end, currency, groups, columns, seed } = request;
  const benchmark = columns.some(({ column }) => needsBenchmark(column)) ? request.benchmark : undefined;
  const held = accounts.map((account) =>
    layout.isLongShort ? withShortPositions(account, seed) : withCash(account, seed),
  );
  const together = joined(held);
  const keys = groups.map((group) => group.key);
  const short = new Set(together.securities.filter((_, index) => (together.shares[index] ?? 0) < 0));
  const groupsOf = (security: SecurityId) => {
    const names = keys.map((key) => groupOf(security, key));
    return layout.isLongShort ? [short.has(security) ? "Short" : "Long", ...names] : names;
  };
  const positions = positionsOf(together, benchmark, groupsOf, (ids) => pricesOn(ids, end, currency, seed));
  const levels = keys.length + (layout.isLongShort ? 1 : 0);
  const ranges = rowsWithTotal(rowRanges(positions, levels, request.detail), layout, positions.securities.length);
  const ends = endsOf(request);
  refuseTooLarge(ends.length * held.length * Math.max(positions.securities.length, ranges.length));
  const [contexts = [], ...others] = held.map((account) =>
    periodContexts(request, positionsOfAccount(positions, account), ends, benchmark !== undefined).map((context) =>
      withExportedEffects(context, columns),
    ),
  );
  const blocks = blocksOf(layout, request, ends, [contexts, ...others], held);
  const numbers = blocks.flatMap(({ label, columns, context }) => [
    ...(layout.count ? [countColumn(labelled(label, layout.count), ranges, context)] : []),
    ...columns.map((requested) => numberColumn(layout, label, requested, exportedCells(requested, ranges, context))),
  ]);
  const total = layout.blocks === "periods" && ends.length > 1 ? totalBlock(layout, blocks, ranges) : [];
  const names = [...nameColumns(layout, positions, ranges, levels, request.detail)];
  if (layout.hasDates) names.push(...dateColumns(positions, ranges, seed));
  const table: ResultTable = {
    columns: [...names, ...numbers, ...total],
    rowCount: ranges.length,
    // The total stands beside the groups, so that its level is theirs.
    ...(layout.names ? {} : { groupLevels: ranges.map(({ level }) => Math.max(0, level - 1)) }),
    metadata: request.metadata,
  };
  if (layout.footer === undefined) return table;
  const benchmarkName = benchmark && `Benchmark: ${ownerLabel(benchmark.name)}`;
  return withFooter(table, [
    benchmarkName ?? null,
    null,
    "* Gross of fees.",
    `Source: simulated data, ${slashedDate(start)} to ${slashedDate(end)}`,
  ]);
}

/** All securities of several accounts, each with the shares of all. */
function joined(held: readonly Holdings[]): Holdings {
  const [first, ...others] = held;
  if (first === undefined) throw new RangeError("There is no account");
  if (others.length === 0) return first;
  const shares = new Map<SecurityId, number>();
  for (const account of held) {
    for (const [index, id] of account.securities.entries())
      shares.set(id, (shares.get(id) ?? 0) + (account.shares[index] ?? 0));
  }
  return { ...first, securities: Int32Array.from(shares.keys()), shares: Float64Array.from(shares.values()) };
}

/** The rows with their total: first, or last above the footers. */
function rowsWithTotal(ranges: readonly RowRange[], { footer }: ExportedLayout, count: number): RowRange[] {
  const parts = ranges.filter(({ level }) => level > 0);
  const total: RowRange = { level: 0, from: 0, to: count, isSecurity: false };
  return footer === undefined ? [total, ...parts] : [...parts, total];
}

function blocksOf(
  { blocks }: ExportedLayout,
  { columns, start, benchmark }: PortfolioTable,
  ends: readonly Day[],
  contexts: readonly (readonly PeriodContext[])[],
  held: readonly Holdings[],
): Block[] {
  const first = contexts[0] ?? [];
  if (blocks === "accounts") {
    const isOfBenchmark = ({ column }: RequestedColumn) => needsBenchmark(column);
    const ofAccounts = columns.filter((requested) => !isOfBenchmark(requested));
    const accounts = held.flatMap(({ name }, index) =>
      (contexts[index] ?? []).slice(-1).map((context) => ({ label: ownerLabel(name), columns: ofAccounts, context })),
    );
    const [context] = first.slice(-1);
    if (benchmark === undefined || context === undefined) return accounts;
    return [...accounts, { label: ownerLabel(benchmark.name), columns: columns.filter(isOfBenchmark), context }];
  }
  return first.map((context, index) => {
    const [from, to] = [headerDate(ends[index - 1] ?? start), headerDate(ends[index] ?? start)];
    const labels = { dates: to, periods: `${from} to ${to}` };
    return { label: blocks && labels[blocks], columns, context };
  });
}

const labelled = (label: string | undefined, header: string) => (label === undefined ? [header] : [label, header]);

function numberColumn(
  layout: ExportedLayout,
  label: string | undefined,
  { column }: RequestedColumn,
  cells: readonly Cell[],
): TableColumn {
  const headers = labelled(label, layout.headers[column.name] ?? column.name);
  const type = column.measure.kind === "text" ? "string" : "real";
  const format = formatFor(column);
  return { name: headers.join(" | "), headers, type, cells, ...(format ? { format } : {}) };
}

function countColumn(headers: readonly string[], ranges: readonly RowRange[], { positions }: PeriodContext) {
  const { portfolioShares } = positions;
  const counts = ranges.map(({ from, to }) => portfolioShares.subarray(from, to).filter((count) => count !== 0).length);
  return exportedNumbers(headers, counts, "{0:#,0}");
}

const effectKinds = ["allocation", "selection", "interaction", "total-effect"];
const isEffect = ({ column }: RequestedColumn) => effectKinds.includes(column.measure.kind);

/** The cells of a column. An export leaves out a difference of 0. */
function exportedCells(requested: RequestedColumn, ranges: readonly RowRange[], context: PeriodContext): Cell[] {
  const cells = cellsFor(requested, ranges, context);
  const withSecurities = isEffect(requested) ? withSecurityEffects(cells, ranges, context) : cells;
  return requested.column.side === "active" ? withSecurities.map((cell) => (cell === 0 ? null : cell)) : withSecurities;
}

/**
 * Effects of an export. A group that the benchmark lacks has no return to select against, so that all of its effect is allocation. Without a
 * column for the interaction, it belongs to the selection.
 */
function withExportedEffects(context: PeriodContext, columns: readonly RequestedColumn[]): PeriodContext {
  const hasInteraction = columns.some(({ column }) => column.measure.kind === "interaction");
  const effects = (): Effects => {
    const { allocation, selection, interaction, "total-effect": total } = context.effects();
    const isOutside = allocation.map((value, index) => (value === 0 && selection[index] === 0 ? 1 : 0));
    const part = (values: Float64Array, outside: (index: number) => number) =>
      values.map((value, index) => (isOutside[index] ? outside(index) : value));
    return {
      allocation: part(allocation, (index) => total[index] ?? 0),
      selection: part(
        hasInteraction ? selection : selection.map((value, index) => value + (interaction[index] ?? 0)),
        () => 0,
      ),
      interaction: part(interaction, () => 0),
      "total-effect": total,
    };
  };
  return { ...context, effects };
}

/** The effects of a group divided among its securities by their weights in the benchmark: one without a weight has none. */
function withSecurityEffects(cells: readonly Cell[], ranges: readonly RowRange[], { period }: PeriodContext): Cell[] {
  const weightOf = ({ from, to }: RowRange) =>
    period.benchmark.begin.subarray(from, to).reduce((sum, weight) => sum + weight, 0);
  let group = { effect: 0, weight: 0 };
  return ranges.map((row, index) => {
    const cell = cells[index] ?? null;
    if (!row.isSecurity) {
      group = { effect: typeof cell === "number" ? cell : 0, weight: weightOf(row) };
      return cell;
    }
    const weight = weightOf(row);
    return weight === 0 ? null : rounded((group.effect * weight) / group.weight);
  });
}

/**
 * The columns of all periods together. Returns are linked. An effect grows with the account before its period and with the benchmark after
 * it, so that the effects add up to the difference of the linked returns.
 */
function totalBlock(layout: ExportedLayout, blocks: readonly Block[], ranges: readonly RowRange[]): TableColumn[] {
  const growth = (side: "portfolio" | "benchmark", { context }: Block) =>
    context.period[side].begin.reduce(
      (sum, weight, index) => sum + (weight / 100) * ((context.period.returns[index] ?? 0) / 100),
      1,
    );
  const factors = blocks.map((_, index) => {
    const before = blocks.slice(0, index).reduce((product, block) => product * growth("portfolio", block), 1);
    return blocks.slice(index + 1).reduce((product, block) => product * growth("benchmark", block), before);
  });
  const combine = (requested: RequestedColumn, values: readonly number[]): number => {
    if (isEffect(requested)) return values.reduce((sum, value, index) => sum + value * (factors[index] ?? 1), 0);
    if (requested.column.measure.kind === "return") return linked(values);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  return (blocks[0]?.columns ?? []).map((requested) => {
    const byBlock = blocks.map(({ context }) => exportedCells(requested, ranges, context));
    const cells = ranges.map((_, row) => {
      const values = byBlock.map((cells) => cells[row] ?? null);
      const hasNumber = values.some((value) => typeof value === "number");
      const numbers = values.map((value) => (typeof value === "number" ? value : 0));
      return hasNumber ? rounded(combine(requested, numbers)) : null;
    });
    return numberColumn(layout, "Total", requested, cells);
  });
}

/** The columns that name the rows: one for all, or one for each level of the groups with the total in the first. */
function* nameColumns(
  layout: ExportedLayout,
  positions: Positions,
  ranges: readonly RowRange[],
  levels: number,
  detail: Detail,
): Generator<TableColumn> {
  const idOf = (row: RowRange) => positions.securities[row.from] ?? 0;
  const nameAt = (row: RowRange, level: number): string => {
    if (row.level === 0) return layout.footer ?? "Total";
    return row.isSecurity && level > levels ? securityName(idOf(row)) : (positions.groups[row.from]?.[level - 1] ?? "");
  };
  if (layout.hasTicker) {
    const tickers = ranges.map((row) => (row.isSecurity ? symbolOf(idOf(row)) : null));
    yield exportedTexts("Ticker", tickers, true);
  }
  if (layout.names) {
    const names = ranges.map((row) => nameAt(row, row.level));
    yield exportedTexts(layout.names, names, true);
    return;
  }
  const depths = { securities: levels + 1, groupsall: levels, groups: Math.min(1, levels), totals: 1 };
  for (let index = 0; index < Math.max(1, depths[detail]); index++) {
    const isNamed = (row: RowRange) => index === 0 || row.level > index;
    const names = ranges.map((row) => (isNamed(row) ? nameAt(row, index + 1) : null));
    const column = exportedTexts(index === 0 ? "total0" : `group${index}`, names, true);
    yield index === 0 ? column : { ...column, parent: index - 1 };
  }
}

/** The first of the days on which positions were traded, before the holdings of all accounts. */
const FIRST_TRADE: Day = dayFrom(2017, 1, 2) ?? 0;

/** The maturity and the trade date of each security: those of cash and of the total are empty. */
function dateColumns({ securities }: Positions, ranges: readonly RowRange[], seed: number): TableColumn[] {
  const column = (header: string, of: (id: SecurityId) => Day | undefined) => {
    const texts = ranges.map(({ from, isSecurity }) => {
      const id = securities[from] ?? CASH;
      const day = isSecurity && id !== CASH ? of(id) : undefined;
      return day === undefined ? null : slashedDate(day);
    });
    return exportedTexts(header, texts);
  };
  return [
    column("Maturity Date", (id) => (isBond(id) ? bondTerms(id).maturity : undefined)),
    column("Trade Date", (id) => onCalendar(FIRST_TRADE + Math.floor(1000 * uniform(seed, 77, id)), "FIVEDAY")),
  ];
}

/** The table with rows under it that have a name at most. */
function withFooter(table: ResultTable, names: readonly (string | null)[]): ResultTable {
  const columns = table.columns.map((column, index) => ({
    ...column,
    cells: [...column.cells, ...names.map((name) => (index === 0 ? name : null))],
  }));
  return { ...table, columns, rowCount: table.rowCount + names.length };
}
