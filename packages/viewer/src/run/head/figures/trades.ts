import {
  leafRows,
  type Measure,
  numberAt,
  readTable,
  type Table,
  type TableReading,
} from "@analytics-engines/core/results";
import { columnText } from "../../../column-text.ts";
import { t } from "../../../l10n.ts";
import { resultKindOf } from "../../../result-kind.ts";
import { cashRows, isTradeValue, oneWayTurnover, weightsBeforeAndAfter } from "../../../trades.ts";
import { amountFigure, cellFigure, computedFigure, countFigure, type KeyFigure } from "../key-figure.ts";
import { extremeRows, nounOfParts, titleOf } from "./total.ts";

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
