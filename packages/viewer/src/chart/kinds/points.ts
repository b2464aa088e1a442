import { counterpartOf, type Measure, numberAt, rowLabel, type TableReading } from "@analytics-engines/core/results";
import { localDay, t } from "../../l10n.ts";
import { isDuration, isWeight, isYield } from "../../result-kind.ts";
import { inSentence, rowText, usefulLevels } from "../../result-words.ts";
import { countOf } from "../../text.ts";
import type { Colour } from "../colour.ts";
import { columnChoice, levelControls, measureChoice } from "../controls.ts";
import { drawableMeasures, indicesOf, mayShareAxis, measureNames, measuresOfChart, sharedTitle } from "../read/axis.ts";
import { chartRows, noteOf, rowNames, sortedRows, subtitleOf, titleBy } from "../read/rows.ts";
import { countValues, fixedText, signed, unitText, valuesOf, valueText } from "../read/values.ts";
import type { ChartControl, ChartKindRules, PairsData, Point, PointsData } from "../spec.ts";

const MAX_POINTS = 4000;

/** Yield by duration of bonds. */
export const scatter: ChartKindRules = {
  name: t("Scatter"),

  suggest(reading) {
    const { current } = reading;
    // The nearest to the duration of a bond first: a spread duration is another quantity.
    const durations = current
      .filter(isDuration)
      .sort((a, b) => Number(/spread/i.test(a.name)) - Number(/spread/i.test(b.name)));
    const pair = durations.flatMap((duration) => {
      const yields = current.filter(isYield);
      const own = yields.find(({ side, owner }) => side === duration.side && owner === duration.owner);
      const partner = own ?? yields.find(({ side }) => side === "none" || duration.side === "none");
      return partner === undefined ? [] : [[duration, partner] as const];
    })[0];
    const level = usefulLevels(reading).at(-1);
    if (pair === undefined || level === undefined) return undefined;
    const rows = chartRows(reading, { level }, []).rows.filter((row) => hasNumbers(pair, row));
    return rows.length > 1 ? { kind: "scatter", measures: indicesOf(pair), level } : undefined;
  },

  data(reading, spec): PointsData {
    const [x, y] = measuresOfChart(reading, spec);
    if (x === undefined || y === undefined) throw new Error("points need two columns of numbers");
    const today = chartRows(reading, spec, []);
    const rows = today.rows.filter((row) => hasNumbers([x, y], row));
    const step = Math.max(1, Math.ceil(rows.length / MAX_POINTS));
    const sample = rows.filter((_, pointIndex) => pointIndex % step === 0);
    const names = rowNames(reading, sample);
    const points = sample.map(
      (row, pointIndex): Point => ({
        name: names[pointIndex] ?? "",
        x: numberAt(x.column, row),
        y: numberAt(y.column, row),
        xText: valueText(x.column, row),
        yText: valueText(y.column, row),
        colour: 0,
      }),
    );
    const notes = [...today.notes];
    const missing = today.rows.length - rows.length + (today.missing ?? 0);
    if (missing === 1) notes.push(t("1 row without a number is not drawn."));
    if (missing > 1) notes.push(t("{0} without both numbers are not drawn.", countOf(missing, "row")));
    if (step > 1)
      notes.push(
        t("{0} of {1} are drawn: one in {2}.", countOf(points.length, "point"), countOf(rows.length, "row"), step),
      );
    return {
      shape: "points",
      title: t("{0} by {1}", y.name, inSentence(x.name)),
      subtitle: subtitleOf(accountText(x), today.when, countOf(points.length, "point")),
      note: noteOf(notes),
      x: { name: x.name, unit: unitText(reading.table, x) },
      y: { name: y.name, unit: unitText(reading.table, y) },
      points,
    };
  },

  controls(reading, spec) {
    const [x = -1, y = -1] = spec.measures;
    const { table, current } = reading;
    const across = indicesOf(current.filter(isDuration));
    const up = indicesOf(current.filter((measure) => isYield(measure) || measure.meaning === "spread"));
    return [
      columnChoice(table, t("Across"), across, x, (index) => ({ ...spec, measures: [index, y] })),
      columnChoice(table, t("Up"), up, y, (index) => ({ ...spec, measures: [x, index] })),
      ...levelControls(reading, spec),
    ];
  },
};

function hasNumbers(measures: readonly Measure[], row: number): boolean {
  return measures.every(({ column }) => !Number.isNaN(numberAt(column, row)));
}

function accountText({ owner, side }: Measure): string {
  return owner ?? (side === "portfolio" ? t("Portfolio") : side === "benchmark" ? t("Benchmark") : "");
}

const RISK = /^(annuali[sz]ed )?(standard deviation|volatility)$/i;
const RETURN = /^annuali[sz]ed return$/i;

/** Return by risk of accounts, from a table with a row for each statistic and a column for each account. */
export const riskReturn: ChartKindRules = {
  name: t("Risk and return"),

  suggest(reading) {
    const { current } = reading;
    if (!reading.rowsAreMeasures || statisticRow(reading, RISK) < 0 || statisticRow(reading, RETURN) < 0)
      return undefined;
    return current.length === 0 ? undefined : { kind: "riskReturn", measures: indicesOf(current) };
  },

  data(reading, spec): PointsData {
    const [risk, gain] = [statisticRow(reading, RISK), statisticRow(reading, RETURN)];
    const measures = measuresOfChart(reading, spec);
    const names = measureNames(measures);
    const hasBenchmark = reading.table.metadata.items["Benchmark"]?.length === 1 && measures.length > 1;
    const points = measures.map(({ column, side }, pointIndex): Point => {
      const isBenchmark = side === "benchmark" || (hasBenchmark && pointIndex === measures.length - 1);
      return {
        name: names[pointIndex] ?? "",
        x: numberAt(column, risk),
        y: numberAt(column, gain),
        xText: valueText(column, risk),
        yText: valueText(column, gain),
        colour: isBenchmark ? "bench" : pointIndex,
      };
    });
    const [riskName, gainName] = [rowText(reading, risk), rowText(reading, gain)];
    return {
      shape: "points",
      title: t("{0} by {1}", gainName, inSentence(riskName)),
      subtitle: "%",
      note: t("The other statistics have other units and are in the table."),
      x: { name: riskName, unit: "%" },
      y: { name: gainName, unit: "%" },
      points: points.filter(({ x, y }) => !Number.isNaN(x) && !Number.isNaN(y)),
    };
  },
};

/** The row with a statistic; -1 for none. */
function statisticRow(reading: TableReading, words: RegExp): number {
  return [...reading.roles.keys()].find((row) => words.test(rowLabel(reading.table, reading, row))) ?? -1;
}

/** The style of accounts by the weights of the four style indices: value to growth across, small to large up. */
export const style: ChartKindRules = {
  name: t("Style map"),

  suggest({ current }) {
    const weights = current.filter((measure) => /\b(large|small|mid)\b/i.test(labelOf(measure)));
    const has = (words: RegExp) => weights.some((measure) => words.test(labelOf(measure)));
    if (![/growth/i, /value/i, /large/i, /small/i].every(has)) return undefined;
    return { kind: "style", measures: indicesOf(weights) };
  },

  data(reading, spec): PointsData {
    const { table, time } = reading;
    const weights = measuresOfChart(reading, spec);
    const share = (row: number, words: RegExp) =>
      weights.reduce((sum, weight) => sum + (words.test(labelOf(weight)) ? numberAt(weight.column, row) || 0 : 0), 0);
    const rows = [...reading.roles.keys()].filter((row) => reading.roles[row] === "leaf");
    const hasBenchmark = table.metadata.items["Benchmark"]?.length === 1 && time === undefined && rows.length > 1;
    const names = rowNames(reading, rows);
    const points = rows.map((row, pointIndex): Point => {
      const x = share(row, /growth/i) - share(row, /value/i);
      const y = share(row, /large/i) - share(row, /small/i);
      const colour: Colour = hasBenchmark && pointIndex === rows.length - 1 ? "bench" : time ? 0 : pointIndex;
      const name = time ? localDay(time.dayOfRow[row] ?? 0) : (names[pointIndex] ?? "");
      return { name, x, y, xText: pointText(x), yText: pointText(y), colour };
    });
    return {
      shape: "points",
      title: t("Style map"),
      subtitle: t("percentage points, growth less value and large less small"),
      x: { name: t("Value to growth"), unit: "", ends: [t("Value"), t("Growth")] },
      y: { name: t("Small to large"), unit: "", ends: [t("Small"), t("Large")] },
      points,
    };
  },
};

/** `Large Growth`. */
function labelOf({ column }: Measure): string {
  return column.header.at(-1) ?? "";
}

function pointText(value: number): string {
  return signed(fixedText(value, 1), value);
}

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
    const { rows, notes, largest, when } = sortedRows(chartRows(reading, spec, measures), (row) => {
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
      largest,
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
      options: choice.options.map((option, optionIndex) => ({
        ...option,
        spec: { ...option.spec, measures: indicesOf(all[optionIndex] ?? []) },
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
