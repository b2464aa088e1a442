import { counterpartOf, type Measure, numberAt, type TableReading } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { isWeight } from "../../result-kind.ts";
import { usefulLevels } from "../../result-words.ts";
import { type ChartControl, levelControls, measureChoice } from "../controls.ts";
import { drawableMeasures, indicesOf, mayShareAxis, measureNames, measuresOfChart, sharedTitle } from "../read/axis.ts";
import { chartRows, noteOf, rowNames, sortedRows, subtitleOf, titleBy } from "../read/rows.ts";
import { countValues, unitText, valuesOf } from "../read/values.ts";
import type { PairsData } from "../spec.ts";
import type { ChartKindRules } from "./kind.ts";

/** Portfolio and benchmark on one line: a dot for the portfolio and a bar for the benchmark. */
export const pairs: ChartKindRules = {
  name: t("Fund and benchmark"),

  suggest(reading) {
    const [level] = usefulLevels(reading);
    if (level === undefined) return undefined;
    const { rows } = chartRows(reading, { level }, []);
    const all = pairsOf(reading).filter((pair) => pair.every(({ column }) => countValues(column, rows) > 1));
    // Of several accounts, none is the one to compare.
    if (new Set(all.map(([{ owner }]) => owner)).size > 1) return undefined;
    // Weights have charts of their own.
    const pair =
      all.find(([{ meaning }]) => meaning === "risk") ?? all.find(([measure]) => !isWeight(measure)) ?? all[0];
    return pair && { kind: "pairs", measures: indicesOf(pair), level };
  },

  data(reading, spec): PairsData {
    const measures = measuresOfChart(reading, spec);
    const [portfolio, benchmark] = measures;
    if (portfolio === undefined || benchmark === undefined) throw new Error("a pair needs two columns of numbers");
    const { rows, notes, when } = sortedRows(chartRows(reading, spec, measures), (row) => {
      const value = numberAt(portfolio.column, row);
      return Number.isNaN(value) ? numberAt(benchmark.column, row) : value;
    });
    const unit = unitText(reading.table, portfolio);
    const [name = "", benchmarkName = ""] = measureNames(measures);
    return {
      shape: "pairs",
      title: titleBy(reading, sharedTitle(measures), spec),
      subtitle: subtitleOf(unit, when, t("largest first")),
      note: noteOf(notes),
      groups: rowNames(reading, rows),
      series: [
        { name, colour: 0, ...valuesOf(portfolio.column, rows) },
        { name: benchmarkName, colour: "bench", ...valuesOf(benchmark.column, rows) },
      ],
      seriesCount: 2,
      unit,
    };
  },

  controls(reading, spec): ChartControl[] {
    const all = pairsOf(reading);
    const portfolios = all.map(([portfolio]) => portfolio);
    const choices = measureChoice(reading, portfolios, spec).map((choice) => ({
      ...choice,
      options: choice.options.map((option, place) => ({
        ...option,
        spec: { ...option.spec, measures: indicesOf(all[place] ?? []) },
      })),
    }));
    return [...choices, ...levelControls(reading, spec)];
  },
};

/** The measures of the portfolio, each with that of the benchmark. */
function pairsOf(reading: TableReading): readonly (readonly [Measure, Measure])[] {
  const measures = drawableMeasures(reading);
  return measures
    .filter(({ side }) => side === "portfolio")
    .flatMap((portfolio) => {
      const benchmark = counterpartOf(portfolio, measures, "benchmark");
      return benchmark && mayShareAxis(portfolio, benchmark) ? [[portfolio, benchmark] as const] : [];
    });
}
