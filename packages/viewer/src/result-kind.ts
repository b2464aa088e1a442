import {
  formatCell,
  leafRows,
  type Measure,
  numberAt,
  type TableReading,
  totalRows,
} from "@analytics-engines/core/results";

// What an optimizer changes. The figures and the charts of a result read it here, so that they agree.

/** The value that an optimizer buys or sells. */
export function isTradeValue({ meaning, name }: Measure): boolean {
  return meaning === "market-value" && /\btrade\b/i.test(name);
}

/** The weights before and after an optimization; undefined if a table lacks one of them. */
export function weightsBeforeAndAfter(
  measures: readonly Measure[],
): { readonly before: Measure; readonly after: Measure } | undefined {
  const findWeight = (words: RegExp) =>
    measures.find(({ meaning, column }) => meaning.startsWith("weight") && words.test(column.header.join(" ")));
  const before = findWeight(/\b(initial|current|before|original)\b/i);
  const after = findWeight(/\b(optimal|optimized|target|final|after|proposed)\b/i);
  return before && after && before !== after ? { before, after } : undefined;
}

const CASH = /\bcash\b|^cash[_-]/i;

/** Whether a row is the cash that pays for the trades: by a text that names it, or as the row without a side of trade. */
export function cashRows({ table, names, labels }: TableReading): (row: number) => boolean {
  const texts = [...new Set([...names, ...labels])].flatMap((index) => table.columns[index] ?? []);
  const action = table.columns.find(
    ({ header, values }) => values.kind === "text" && /^(trade ?)?(action|side)$/i.test(header.at(-1) ?? ""),
  );
  return (row) =>
    texts.some((column) => CASH.test(formatCell(column, row))) ||
    (action !== undefined && formatCell(action, row) === "");
}

/** Weights that add up to 100 % within this are complete. */
const ROUNDING = 0.01;

/**
 * Half of the sum of all absolute changes of weight, in the unit of the weights. Undefined if the table does not have all weights: those of
 * sold holdings or of cash may be missing, and then one of the sums is not 100.
 */
export function oneWayTurnover(reading: TableReading): number | undefined {
  const pair = weightsBeforeAndAfter(reading.current);
  if (pair === undefined) return undefined;
  const weightsOf = ({ column }: Measure) => leafRows(reading).map((row) => numberAt(column, row) || 0);
  const [before, after] = [weightsOf(pair.before), weightsOf(pair.after)];
  if ([before, after].some((weights) => Math.abs(sumOf(weights) - 100) > ROUNDING)) return undefined;
  return sumOf(after.map((weight, index) => Math.abs(weight - (before[index] ?? 0)))) / 2;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What a result is, which decides its key figures and its charts. Whether it is over time is said by the reading. */
export type ResultKind =
  /** No number to show. */
  | "empty"
  /** The rows are measures of different units, and the columns are accounts. */
  | "characteristics"
  /** As characteristics, with a return and a risk of each account. */
  | "statistics"
  /** Effects that explain an active return. */
  | "attribution"
  /** Parts of the risk. */
  | "risk parts"
  /** Durations at points of the curve. */
  | "key rates"
  /** Weights of growth and value, large and small. */
  | "style"
  /** Buys and sells. */
  | "trades"
  /** Weights before and after an optimization. */
  | "rebalancing"
  /** Durations and yields. */
  | "bonds"
  /** Returns over 1 month, 1 year, since inception, with a row for each account. */
  | "horizons"
  /** Prices or index levels over time. */
  | "levels"
  | "contribution"
  | "returns"
  | "weights"
  /** Volatility or tracking error. */
  | "risk"
  /** Numbers of any other meaning. */
  | "measures";

const CONTRIBUTION = /\bcontr(ib(ution)?)?\b/i;

const kinds = new WeakMap<TableReading, ResultKind>();

/** What a result is, by its measures and rows. */
export function resultKindOf(reading: TableReading): ResultKind {
  const kind = kinds.get(reading) ?? findKind(reading);
  kinds.set(reading, kind);
  return kind;
}

function findKind(reading: TableReading): ResultKind {
  const { current, effects, time } = reading;
  const hasRows = reading.roles.includes("leaf") || totalRows(reading).length > 0;
  if (current.length === 0 || !hasRows) return "empty";
  if (reading.rowsAreMeasures) return hasReturnAndRisk(reading) ? "statistics" : "characteristics";
  const has = (isWanted: (measure: Measure) => boolean, count = 1) => current.filter(isWanted).length >= count;
  if (effects.parts.length > 1 || effects.total !== undefined) return "attribution";
  if (has(({ tenor }) => tenor !== undefined, 3)) return "key rates";
  if (isStyle(current)) return "style";
  if (has(isTradeValue)) return "trades";
  if (weightsBeforeAndAfter(current) !== undefined) return "rebalancing";
  if (has(isDuration) && has(isYield)) return "bonds";
  if (time === undefined && has(({ horizon }) => horizon !== undefined, 2)) return "horizons";
  if (time !== undefined && has(isLevel)) return "levels";
  if (has(isRiskPart)) return "risk parts";
  const hasRiskOf = (side: Measure["side"]) => has((measure) => measure.meaning === "risk" && measure.side === side);
  if (hasRiskOf("portfolio") && hasRiskOf("benchmark")) return "risk";
  if (has(({ meaning }) => meaning === "contribution")) return "contribution";
  if (time !== undefined && !time.hasSeveralRows && has(isAccountReturn)) return "returns";
  if (has(isWeight)) return "weights";
  if (has(isAccountReturn)) return "returns";
  if (has(({ meaning }) => meaning === "risk")) return "risk";
  return "measures";
}

/**
 * A return of an account: its periods can be linked, or it is over a longer span. Parts of a return and changes of prices are none; a difference
 * of returns is one.
 */
export function isAccountReturn(measure: Measure): boolean {
  return isReturn(measure) && (measure.isLinkable || measure.span !== "period" || measure.side === "difference");
}

/** A return of any span. */
export function isReturn({ meaning }: Measure): boolean {
  return meaning.endsWith("-return");
}

/** The duration of a bond or a portfolio: no part of it, and no point of the curve. */
export function isDuration({ meaning, name, tenor }: Measure): boolean {
  return meaning === "duration" && tenor === undefined && !CONTRIBUTION.test(name);
}

/** The yield of a bond or a portfolio: no part of it. */
export function isYield({ meaning, name }: Measure): boolean {
  return meaning === "yield" && !CONTRIBUTION.test(name);
}

/** A price or an index level, whose moves people compare. A price in a bond's row beside others is no level over time. */
function isLevel({ meaning }: Measure): boolean {
  return meaning === "price" || meaning === "index-level";
}

/** A contribution to the risk. */
export function isRiskPart({ meaning, name }: Measure): boolean {
  return meaning === "risk" && CONTRIBUTION.test(name);
}

/** Weights of the four style indices. */
function isStyle(measures: readonly Measure[]): boolean {
  const names = measures.map(({ column }) => column.header.at(-1) ?? "");
  return [/\bgrowth\b/i, /\bvalue\b/i, /\blarge\b/i, /\bsmall\b/i].every((words) =>
    names.some((name) => words.test(name) && /\b(large|small|mid)\b/i.test(name)),
  );
}

/** Whether the rows name an annualized return and a standard deviation. */
function hasReturnAndRisk({ table, labels, roles }: TableReading): boolean {
  const texts = labels.flatMap((index) => {
    const values = table.columns[index]?.values;
    return values?.kind === "text" ? values.dictionary : [];
  });
  return (
    roles.length > 1 &&
    [/^annuali[sz]ed return$/i, /standard deviation|volatility/i].every((words) =>
      texts.some((text) => words.test(text)),
    )
  );
}

/** Whether a column has weights, of any side. */
export function isWeight({ meaning }: Measure): boolean {
  return meaning.startsWith("weight");
}
