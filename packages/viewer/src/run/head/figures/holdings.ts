import {
  counterpartOf,
  leafRows,
  type Measure,
  numberAt,
  readTable,
  type Table,
  type TableReading,
  totalRows,
} from "@analytics-engines/core/results";
import { t } from "../../../l10n.ts";
import {
  cashRows,
  isAccountReturn,
  isTradeValue,
  isWeight,
  oneWayTurnover,
  resultKindOf,
  weightsBeforeAndAfter,
} from "../../../result-kind.ts";
import { columnText } from "../../../text.ts";
import { amountFigure, cellFigure, computedFigure, countFigure, type KeyFigure } from "../key-figure.ts";
import {
  dateFigures,
  extremeRows,
  labelOf,
  measureFigures,
  nounOfParts,
  outermostParts,
  partsOf,
  titleOf,
} from "./total.ts";

const MAX_LISTED = 10;
/** Weights that add up to the total within this are complete. */
const ROUNDING = 0.0101;

/** Holdings of portfolio and benchmark, active share, the largest holdings, and the groups with the largest active weights. */
export function weightFigures(reading: TableReading): KeyFigure[] {
  const weight = mainWeight(reading);
  if (weight === undefined) return [];
  const others = reading.current.filter((measure) => measure.meaning === "weight" && measure.owner !== weight.owner);
  const accounts = others.length > 0 ? [weight, ...others] : [];
  const benchmark = counterpartOf(weight, reading.current, "benchmark");
  const { time } = reading;
  return [
    ...totalFigures(reading),
    ...(accounts.length > 1
      ? accounts.map((account) => countOf(reading, account))
      : holdingFigures(reading, weight, benchmark)),
    ...signedWeightFigures(reading),
    ...(accounts.length > 1 ? [] : extremes(reading, weight)),
    ...(time === undefined ? [] : dateFigures(reading, time.labels.at(-1) ?? "")),
  ];
}

/** The weights of the portfolio, else the first weights. */
function mainWeight({ current }: TableReading): Measure | undefined {
  const weights = current.filter(isWeight);
  return weights.find(({ meaning }) => meaning === "weight") ?? weights[0];
}

const totalMeanings: ReadonlySet<string> = new Set(["yield", "spread", "duration"]);

/** What the total says beside weights, if the table has it: returns, yields and durations come before counts. */
function totalFigures(reading: TableReading): KeyFigure[] {
  const day = reading.time?.days.at(-1);
  const [row, ...others] = totalRows(reading, day);
  if (row === undefined || others.length > 0) return [];
  const isResult = (measure: Measure) => isAccountReturn(measure) || totalMeanings.has(measure.meaning);
  return measureFigures(reading, reading.current.filter(isResult), row);
}

function holdingFigures(reading: TableReading, weight: Measure, benchmark: Measure | undefined): KeyFigure[] {
  const rows = partsOf(reading);
  const count = heldRows(weight, rows).length;
  const isListed = isOfHoldings(reading);
  const ten = sumOfLargest(weight, rows);
  return [
    countOf(reading, weight),
    ...(benchmark === undefined || weight.side === "benchmark"
      ? []
      : [countFigure(t("In benchmark"), heldRows(benchmark, rows).length, weightSource(benchmark))]),
    ...(isListed && benchmark !== undefined ? activeShare(reading, weight, benchmark, rows) : []),
    ...(isListed && count > MAX_LISTED && isWhole(reading, weight, rows)
      ? computedFigure(
          reading,
          t("Ten largest holdings"),
          weight,
          ten,
          t("the sum of the ten largest cells of {0}", columnText(weight.column)),
        )
      : []),
  ];
}

/** `Holdings 5`; for one of several accounts `Fund A, holdings`; for the benchmark alone `In benchmark`. */
function countOf(reading: TableReading, weight: Measure): KeyFigure {
  const rows = heldRows(weight, partsOf(reading));
  const noun = nounOfParts(reading);
  const label =
    weight.owner !== undefined ? `${weight.owner}, ${noun}` : weight.side === "benchmark" ? t("In benchmark") : noun;
  // A difference says nothing of what is held.
  const count = weight.meaning === "weight-active" ? partsOf(reading).length : rows.length;
  return countFigure(label, count, weightSource(weight));
}

function weightSource({ column }: Measure): string {
  return t("rows without parts whose {0} is not 0", columnText(column));
}

function heldRows({ column }: Measure, rows: readonly number[]): readonly number[] {
  return rows.filter((row) => (numberAt(column, row) || 0) !== 0);
}

function isOfHoldings(reading: TableReading): boolean {
  return nounOfParts(reading) === t("Holdings");
}

/** Half of the sum of the differences from the benchmark, if the table has all holdings of both. */
function activeShare(reading: TableReading, weight: Measure, benchmark: Measure, rows: readonly number[]): KeyFigure[] {
  if (![weight, benchmark].every((measure) => isWhole(reading, measure, rows, 100))) return [];
  const distance = rows.reduce(
    (sum, row) => sum + Math.abs((numberAt(weight.column, row) || 0) - (numberAt(benchmark.column, row) || 0)),
    0,
  );
  const source = t("half of all differences of {0} from {1}", columnText(weight.column), columnText(benchmark.column));
  return computedFigure(reading, labelOf(reading, t("Active share")), weight, distance / 2, source);
}

/** Whether the rows add up: to the total of the table or, if it has none, to `expected`. A total must equal `expected`, if there is one. */
function isWhole(reading: TableReading, { column }: Measure, rows: readonly number[], expected?: number): boolean {
  const [total] = totalRows(reading, reading.time?.hasSeveralRows ? reading.time.days.at(-1) : undefined);
  const whole = total === undefined ? expected : numberAt(column, total);
  if (whole === undefined) return true;
  if (expected !== undefined && Math.abs(whole - expected) > ROUNDING) return false;
  return Math.abs(sumOf(column, rows) - whole) <= ROUNDING;
}

function sumOf(column: Measure["column"], rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + (numberAt(column, row) || 0), 0);
}

function sumOfLargest({ column }: Measure, rows: readonly number[]): number {
  const numbers = rows.map((row) => numberAt(column, row) || 0).sort((a, b) => b - a);
  return numbers.slice(0, MAX_LISTED).reduce((sum, value) => sum + value, 0);
}

/** The net, long and short weights of a portfolio that has sold short; none for others. */
export function signedWeightFigures(reading: TableReading): KeyFigure[] {
  const weight = mainWeight(reading);
  const rows = partsOf(reading);
  if (weight?.meaning !== "weight" || !rows.some((row) => numberAt(weight.column, row) < 0)) return [];
  const sum = (sign: -1 | 0 | 1) =>
    rows.reduce((total, row) => {
      const value = numberAt(weight.column, row) || 0;
      return sign === 0 || value * sign > 0 ? total + value : total;
    }, 0);
  const source = t("the sum of {0} over the rows without parts", columnText(weight.column));
  const of = (label: string, sign: -1 | 0 | 1) =>
    computedFigure(reading, labelOf(reading, label), weight, sum(sign), source, { isPart: true });
  return [...of(t("Net"), 0), ...of(t("Long"), 1), ...of(t("Short"), -1)];
}

/** The groups with the largest active weights; without a benchmark, the largest holding. */
function extremes(reading: TableReading, weight: Measure): KeyFigure[] {
  const active = reading.current.find(({ meaning }) => meaning === "weight-active");
  if (active === undefined) {
    if (weight.meaning !== "weight") return [];
    const isOverTime = reading.time?.hasSeveralRows === true;
    const { most } = extremeRows(
      (row) => numberAt(weight.column, row),
      isOverTime ? outermostParts(reading) : partsOf(reading),
    );
    return most === undefined
      ? []
      : cellFigure(reading, titleOf(reading, t("Largest: {0}"), most), weight, most, { isPart: true });
  }
  const activeAt = (row: number) => numberAt(active.column, row);
  const { most, least } = extremeRows(activeAt, outermostParts(reading));
  return [
    ...(most !== undefined && activeAt(most) > 0
      ? cellFigure(reading, titleOf(reading, t("Most overweight: {0}"), most), active, most, { isPart: true })
      : []),
    ...(least !== undefined && activeAt(least) < 0
      ? cellFigure(reading, titleOf(reading, t("Most underweight: {0}"), least), active, least, { isPart: true })
      : []),
  ];
}

/** What an optimizer buys and sells, without cash. Another table of the unit may have the weights that show the turnover. */
export function tradeFigures(reading: TableReading, siblings: readonly TableReading[]): KeyFigure[] {
  const trade = reading.current.find(isTradeValue);
  if (trade === undefined) return [];
  const rows = leafRows(reading);
  const traded = rows.filter((row) => (numberAt(trade.column, row) || 0) !== 0);
  const cash = traded.filter(cashRows(reading));
  const securities = traded.filter((row) => !cash.includes(row));
  const sum = (ofRows: readonly number[], sign: -1 | 1) =>
    ofRows.reduce((total, row) => total + Math.max(0, sign * numberAt(trade.column, row)), 0) * sign;
  const header = columnText(trade.column);
  const [buys, sells] = [sum(securities, 1), sum(securities, -1)];
  const turnover = [reading, ...siblings].map(turnoverFigure).find((figures) => figures.length > 0) ?? [];
  return [
    amountFigure(reading, t("Buys"), buys, t("the sum of {0} above 0, without cash", header)),
    amountFigure(reading, t("Sells"), sells, t("the sum of {0} below 0, without cash", header)),
    ...turnover,
    amountFigure(reading, t("Net"), buys + sells, t("buys and sells of {0}", header), { hasSign: true, isPart: true }),
    countFigure(t("Names traded"), securities.length, t("rows whose {0} is not 0, without cash", header), true),
    ...(cash.length > 0
      ? [
          amountFigure(reading, t("Cash"), sum(cash, 1) + sum(cash, -1), t("the sum of {0} over cash", header), {
            hasSign: true,
            isPart: true,
          }),
        ]
      : []),
  ];
}

/** The portfolio after an optimization. */
export function rebalancingFigures(reading: TableReading): KeyFigure[] {
  const pair = weightsBeforeAndAfter(reading.current);
  if (pair === undefined) return [];
  const { before, after } = pair;
  const rows = leafRows(reading);
  const held = rows.filter((row) => (numberAt(after.column, row) || 0) !== 0);
  const { most } = extremeRows((row) => numberAt(after.column, row), rows);
  const changeAt = (row: number) => (numberAt(after.column, row) || 0) - (numberAt(before.column, row) || 0);
  const { most: moved } = extremeRows((row) => Math.abs(changeAt(row)), rows);
  return [
    ...turnoverFigure(reading),
    countFigure(
      nounOfParts(reading),
      held.length,
      t("rows without parts whose {0} is not 0", columnText(after.column)),
    ),
    ...(most === undefined
      ? []
      : cellFigure(reading, titleOf(reading, t("Largest: {0}"), most), after, most, { isPart: true })),
    ...(moved === undefined || changeAt(moved) === 0
      ? []
      : computedFigure(
          reading,
          titleOf(reading, t("Largest change: {0}"), moved),
          after,
          changeAt(moved),
          differenceText(before, after),
          {
            hasSign: true,
            isPart: true,
          },
        )),
  ];
}

function differenceText(before: Measure, after: Measure): string {
  return t("{0} less {1}", columnText(after.column), columnText(before.column));
}

function turnoverFigure(reading: TableReading): KeyFigure[] {
  const pair = weightsBeforeAndAfter(reading.current);
  const turnover = oneWayTurnover(reading);
  if (pair === undefined || turnover === undefined) return [];
  const source = t(
    "half of all changes from {0} to {1}",
    columnText(pair.before.column),
    columnText(pair.after.column),
  );
  return computedFigure(reading, t("Turnover, one-way"), pair.after, turnover, source);
}

/** A sentence where the tables of an optimizer show no turnover. */
export function turnoverNote(tables: readonly Table[]): string | undefined {
  const readings = tables.map(readTable);
  const isOptimizer = readings.some((reading) => ["trades", "rebalancing"].includes(resultKindOf(reading)));
  if (!isOptimizer || readings.some((reading) => oneWayTurnover(reading) !== undefined)) return undefined;
  return t("Turnover: not in this result. It needs the weights of all holdings and of cash, before and after.");
}
