import { withMinus } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { localNumber } from "../../language/number-language.ts";
import type { Colour } from "../colour/colours.ts";
import { figureText, numberAt } from "../read/figures.ts";
import type { ChartMeasure } from "../read/measures.ts";
import { measuresWith } from "../read/pick.ts";
import { noteOf, rowNames, rowsToday, sortedRows } from "../read/rows.ts";
import type { BarsData, Series } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

const MIN_KEY_RATES = 3;
/** Bars of more securities for each point of the curve are hard to distinguish. */
const MAX_ROWS = 6;

/** The duration at each point of the curve. */
export const keyRates: ChartKindRules = {
  name: t("Key rates"),

  suggest(outline) {
    const rates = measuresWith(outline, "key rate").filter(({ tenor }) => tenor !== undefined);
    if (rates.length < MIN_KEY_RATES) return undefined;
    return { kind: "keyRates", measures: rates.map(({ index }) => index), level: 0 };
  },

  data(outline, spec): BarsData {
    const { table, measures, levels } = outline;
    const rates = measures.filter(({ index, side }) => spec.measures.includes(index) && side !== "active");
    const tenors = [...new Set(rates.map(({ tenor = 0 }) => tenor))].sort((a, b) => a - b);
    const sides = new Set(rates.map(({ side }) => side));
    const today = rowsToday(outline, levels === undefined ? undefined : spec.level);
    const sumOf = (row: number) =>
      rates.reduce((sum, { index }) => sum + Math.abs(numberAt(table, index, row) || 0), 0);
    const { rows, notes } = sortedRows(today, sumOf, MAX_ROWS);
    const names = rowNames(outline, rows);
    const series = rows.flatMap((row, place) =>
      [...sides].map((side): Series => {
        const ofSide = rates.filter((one) => one.side === side);
        const at = (tenor: number) => ofSide.find((one) => one.tenor === tenor)?.index ?? -1;
        const colour: Colour = side === "benchmark" ? "bench" : place;
        return {
          name: sides.size > 1 ? sideName(ofSide, names[place], rows.length) : (names[place] ?? ""),
          colour,
          values: Float64Array.from(tenors, (tenor) => numberAt(table, at(tenor), row)),
          text: (index) => figureText(table, at(tenors[index] ?? 0), row),
        };
      }),
    );
    return {
      shape: "bars",
      isUpright: true,
      title: t("Duration by key rate"),
      subtitle: t("years, at each point of the curve"),
      note: noteOf(notes),
      groups: tenors.map(tenorText),
      series,
      seriesCount: series.length,
      unit: t("years"),
    };
  },
};

function sideName([first]: readonly ChartMeasure[], name: string | undefined, rows: number): string {
  const side = first?.side === "benchmark" ? t("Benchmark") : t("Portfolio");
  return rows > 1 ? `${name}, ${side}` : side;
}

/** `6 m` for half a year, `10 y`. */
function tenorText(tenor: number): string {
  return tenor < 1 ? `${Math.round(tenor * 12)} m` : `${localNumber(withMinus(String(Number(tenor.toFixed(1)))))} y`;
}
