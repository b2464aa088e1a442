import { formatCell, leafRows, type Measure, numberAt, type TableReading } from "@analytics-engines/core/results";

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
