import { t } from "../../l10n.ts";
import { computedText, numberAt, signedFigures, unitText } from "../read/figures.ts";
import type { Outline } from "../read/outline.ts";
import { measuresWith } from "../read/pick.ts";
import { noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import { oneWayTurnover, weightsBeforeAndAfter } from "../read/turnover.ts";
import type { BarsData, ChartSpec } from "../spec.ts";
import { subtitleOf } from "./bars.ts";
import type { ChartKindRules } from "./kind.ts";

/** More bars than in other charts: a reader wants to see the small trades too. */
const MAX_TRADES = 60;

/** What an optimizer buys and sells: trade values, else changes of weight. */
export const trades: ChartKindRules = {
  name: t("Trades"),

  suggest(outline) {
    const [value] = measuresWith(outline, "trade");
    if (value !== undefined) return { kind: "trades", measures: [value.index] };
    const pair = weightsBeforeAndAfter(outline);
    return pair && { kind: "trades", measures: [pair.after.index, pair.before.index] };
  },

  data(outline, spec): BarsData {
    const { table } = outline;
    const [first = -1, before] = spec.measures;
    const numberOf = (row: number) => {
      const value = numberAt(table, first, row);
      return before === undefined ? value : (value || 0) - (numberAt(table, before, row) || 0);
    };
    const today = rowsToday(outline, undefined);
    const tradedRows = { ...today, rows: today.rows.filter((row) => numberOf(row) !== 0) };
    const { rows, notes } = sortedRows(tradedRows, numberOf, MAX_TRADES);
    const figures = signedFigures(table, first, rows, numberOf, before !== undefined);
    const unit = unitText(table, first);
    const still = today.rows.length - tradedRows.rows.length;
    return {
      shape: "bars",
      title: before === undefined ? t("Trades by value") : t("Change of weight"),
      subtitle: subtitleOf(unit, undefined, sumText(outline, tradedRows.rows.map(numberOf), spec)),
      note: noteOf([...(still > 0 ? [t("{0} unchanged rows are not drawn.", still)] : []), ...notes]),
      groups: rowNames(outline, rows),
      series: [{ name: before === undefined ? t("Trade value") : t("Change of weight"), ...figures }],
      seriesCount: 1,
      unit,
    };
  },
};

/** The sums of buys and sells; for weights, the turnover if the table has all weights. */
function sumText(outline: Outline, values: readonly number[], { measures: [first = -1, before] }: ChartSpec): string {
  const sum = (sign: 1 | -1) => values.reduce((total, value) => total + (value * sign > 0 ? value : 0), 0);
  const [buys, sells] = [sum(1), sum(-1)];
  const text = (value: number) => computedText(outline.table, first, value);
  if (before === undefined) return t("buys {0}, sells {1}", text(buys), text(sells));
  const turnover = oneWayTurnover(outline);
  if (turnover === undefined) return t("increases {0}, decreases {1}", text(buys), text(sells));
  return t("turnover {0} % = half of all changes", text(turnover));
}
