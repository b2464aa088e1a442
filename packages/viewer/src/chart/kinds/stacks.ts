import { grandTotalRow, type Measure, numberAt, type TableReading, totalRows } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { isRiskPart } from "../../result-kind.ts";
import { effectText, usefulLevels } from "../../result-words.ts";
import type { Colour } from "../colour.ts";
import { levelControls } from "../controls.ts";
import { indicesOf, measureNames, measuresOfChart, uniqueNames } from "../read/axis.ts";
import { type ChartRows, chartRows, noteOf, rowNames, sortedRows, subtitleOf, titleBy } from "../read/rows.ts";
import { dayTexts, rowOfDays } from "../read/series.ts";
import { computedText, computedValues, countValues, isSameScale, signed, unitText, valuesOf } from "../read/values.ts";
import type { BarsData, ChartControl, ChartKindRules, Series, StepsData, WaterfallStep } from "../spec.ts";

/** The effects of an attribution, stacked for each group; their total is a tick. Without parts, bars of the total. */
export const effects: ChartKindRules = {
  name: t("Effects"),

  suggest(reading) {
    const measures = effectMeasures(reading);
    const [level] = usefulLevels(reading);
    const [first] = measures;
    if (first === undefined || !measures.every((measure) => isSameScale(first, measure))) return undefined;
    const rows = periodRows(reading) ?? chartRows(reading, { level }, []).rows;
    const sumOf = sumOfEffects(reading, measures);
    const filled = rows.filter((row) => !Number.isNaN(sumOf(row)));
    // The total can have numbers where none of its parts has.
    const hasParts = filled.some((row) => !Number.isNaN(sumOfRow(measures)(row)));
    return filled.length > 1 && hasParts ? { kind: "effects", measures: indicesOf(measures), level } : undefined;
  },

  data(reading, spec): BarsData {
    const { time, table } = reading;
    const parts = measuresOfChart(reading, spec);
    const [first] = parts;
    if (first === undefined) throw new Error("effects need columns of numbers");
    const total = totalOf(reading, parts);
    const sumOf = sumOfEffects(reading, parts);
    const periods = periodRows(reading);
    const chosen: ChartRows =
      periods === undefined
        ? sortedRows(chartRows(reading, spec, total === undefined ? [] : [total]), sumOf)
        : { rows: periods, notes: [], when: "" };
    const { rows, notes, largest, when } = chosen;
    const labels = dayTexts(reading);
    const order = periods === undefined ? t("largest total first") : "";
    const data: BarsData = {
      ...stackOf(reading, parts, rows),
      title:
        periods === undefined
          ? titleBy(reading, parts.length > 1 ? t("Effects") : t("Total effect"), spec)
          : t("Effects by period"),
      subtitle: subtitleOf(unitText(table, first), when, order),
      note: noteOf(notes),
      largest,
      ...(periods && time && { groups: uniqueNames(rows.map((row) => labels[time.indexOfRow[row] ?? -1] ?? "")) }),
    };
    if (parts.length > 1)
      return { ...data, isStacked: true, totals: computedValues((total ?? first).column, rows, sumOf) };
    return {
      ...data,
      series: [{ name: t("Total effect"), colour: "sign", ...computedValues(first.column, rows, sumOf) }],
    };
  },

  controls: levelControls,
};

/** The effects that a chart stacks: the parts, else the total alone. */
function effectMeasures({ effects: { parts, total } }: TableReading): readonly Measure[] {
  if (parts.length > 1) return parts;
  return total === undefined ? [] : [total];
}

/** The column with the total of the effects. */
function totalOf({ effects: { total } }: TableReading, parts: readonly Measure[]): Measure | undefined {
  return total ?? (parts.length === 1 ? parts[0] : undefined);
}

/** The total of the effects of a row: that of the table where it has a column for it. */
function sumOfEffects(reading: TableReading, parts: readonly Measure[]): (row: number) => number {
  const total = totalOf(reading, parts);
  return sumOfRow(total === undefined ? parts : [total]);
}

/** Over time, the total of each period is what a reader follows. */
function periodRows(reading: TableReading): readonly number[] | undefined {
  if (reading.time === undefined) return undefined;
  const rows = Array.from(rowOfDays(reading) ?? []).filter((row) => row >= 0);
  return rows.length > 1 ? rows : undefined;
}

function sumOfRow(parts: readonly Measure[]): (row: number) => number {
  return (row) => {
    const numbers = parts.map(({ column }) => numberAt(column, row)).filter((value) => !Number.isNaN(value));
    return numbers.length === 0 ? Number.NaN : numbers.reduce((sum, value) => sum + value, 0);
  };
}

function stackOf(reading: TableReading, parts: readonly Measure[], rows: readonly number[]) {
  const names = uniqueNames(parts.map(effectText));
  const series = parts
    .map(
      (part, seriesIndex): Series => ({
        name: names[seriesIndex] ?? "",
        colour: effectColour(part, seriesIndex),
        ...valuesOf(part.column, rows),
      }),
    )
    // A part can have a number in the row of the total alone.
    .filter(({ values }) => !Array.from(values).every(Number.isNaN));
  const unit = parts[0] === undefined ? "" : unitText(reading.table, parts[0]);
  return { shape: "bars" as const, groups: rowNames(reading, rows), series, seriesCount: series.length, unit };
}

/** An effect has one colour in all charts. */
const effectColours: Partial<Record<Measure["meaning"], Colour>> = {
  "effect-allocation": 3,
  "effect-selection": 1,
  "effect-interaction": 2,
  "effect-currency": 4,
};

function effectColour({ meaning }: Measure, seriesIndex: number): Colour {
  return effectColours[meaning] ?? 5 + (seriesIndex % 6);
}

/** From the benchmark's return to the portfolio's by the effects. */
export const waterfall: ChartKindRules = {
  name: t("Waterfall"),

  suggest(reading) {
    const { effects: all, current } = reading;
    const row = grandTotalRow(reading);
    // Effects of several periods do not add up to a return.
    if (row === undefined || reading.time !== undefined || all.parts.length < 2) return undefined;
    const returns = current.filter((measure) => measure.isLinkable && isSameScale(measure, all.parts[0] ?? measure));
    const pairs = returns
      .filter(({ side }) => side !== "benchmark")
      .flatMap((portfolio) => returns.map((benchmark) => ({ portfolio, benchmark })))
      .filter(({ portfolio, benchmark }) => portfolio !== benchmark && benchmark.side === "benchmark");
    const [pair] = pairs.filter((candidate) => pairs.length === 1 || restOf(reading, row, candidate) === 0);
    const isProven = pair !== undefined && explains(reading, row, pair);
    return isProven
      ? { kind: "waterfall", measures: indicesOf([pair.benchmark, ...all.parts, pair.portfolio]) }
      : undefined;
  },

  data(reading, spec): StepsData {
    const measures = measuresOfChart(reading, spec);
    const [benchmark, portfolio] = [measures[0], measures.at(-1)];
    const row = grandTotalRow(reading) ?? 0;
    if (benchmark === undefined || portfolio === undefined) throw new Error("a waterfall needs columns of numbers");
    const [start, end] = [numberAt(benchmark.column, row), numberAt(portfolio.column, row)];
    const text = (value: number) => computedText(portfolio.column, value);
    const parts = measures.slice(1, -1);
    const names = uniqueNames(parts.map(effectText));
    const steps: WaterfallStep[] = [
      { name: accountText(benchmark), from: 0, to: start, text: text(start), colour: "bench" },
    ];
    let at = start;
    for (const [seriesIndex, part] of parts.entries()) {
      const value = numberAt(part.column, row) || 0;
      const step = { name: names[seriesIndex] ?? "", colour: effectColour(part, seriesIndex) };
      steps.push({ ...step, from: at, to: at + value, text: signed(computedText(part.column, value), value) });
      at += value;
    }
    const rest = restOf(reading, row, { benchmark, portfolio });
    if (rest !== 0)
      steps.push({ name: t("Not explained"), from: at, to: end, text: signed(text(rest), rest), colour: 8 });
    steps.push({ name: accountText(portfolio), from: 0, to: end, text: text(end), colour: 0 });
    const unit = unitText(reading.table, portfolio);
    const block = reading.blocks[portfolio.block]?.label;
    return {
      shape: "steps",
      title: t("From benchmark to portfolio"),
      subtitle: subtitleOf(t("return"), unit, block ?? ""),
      steps,
      unit,
    };
  },
};

function accountText({ owner, side }: Measure): string {
  return owner ?? (side === "benchmark" ? t("Benchmark") : t("Portfolio"));
}

interface Returns {
  readonly portfolio: Measure;
  readonly benchmark: Measure;
}

/** Numbers of two decimals, as results have them, differ by this from their sum. */
const ROUNDING = 0.005;

/** What the effects leave of the active return; 0 within the rounding of the numbers. */
function restOf({ effects: { parts } }: TableReading, row: number, { portfolio, benchmark }: Returns): number {
  const active = numberAt(portfolio.column, row) - numberAt(benchmark.column, row);
  const numbers = parts.map(({ column }) => numberAt(column, row) || 0);
  const rest = numbers.reduce((remainder, value) => remainder - value, active);
  return Math.abs(rest) <= ROUNDING * (parts.length + 2) ? 0 : rest;
}

/** Whether the effects explain the active return, or leave a part of it that is smaller than they are, and the total of the table agrees. */
function explains(reading: TableReading, row: number, pair: Returns): boolean {
  const { parts, total } = reading.effects;
  const rest = restOf(reading, row, pair);
  if (Number.isNaN(rest)) return false;
  if (rest === 0) return true;
  const sum = sumOfRow(parts)(row);
  const stated = total === undefined ? sum : numberAt(total.column, row);
  return Math.abs(stated - sum) <= ROUNDING * (parts.length + 1) && Math.abs(rest) < Math.abs(sum) / 2;
}

/** What the risk of the portfolio, and of its benchmark, consists of. */
export const risk: ChartKindRules = {
  name: t("Risk contributions"),

  suggest(reading) {
    const [level] = usefulLevels(reading);
    const [first] = sidesOf(reading);
    const { rows } = chartRows(reading, { level }, []);
    const hasNumbers = first?.measures.every(({ column }) => countValues(column, rows) > 1);
    return first && hasNumbers ? { kind: "risk", measures: indicesOf(first.measures), level } : undefined;
  },

  data(reading, spec): BarsData {
    const parts = measuresOfChart(reading, spec);
    const [first] = parts;
    if (first === undefined) throw new Error("risk contributions need columns of numbers");
    const sumOf = sumOfRow(parts);
    const today = chartRows(reading, spec, []);
    const chosen = sortedRows({ ...today, notes: [...totalNote(reading, first, sumOf), ...today.notes] }, sumOf);
    const unit = unitText(reading.table, first);
    const isBenchmark = parts.every(({ side }) => side === "benchmark");
    // One part of each side: each group has a bar for each.
    const isSideBySide = areSides(parts);
    const names = measureNames(parts);
    const series = parts.map(({ column, side }, seriesIndex): Series => {
      const colour = isSideBySide && side === "benchmark" ? "bench" : seriesIndex;
      return {
        name: names[seriesIndex] ?? "",
        colour: parts.length === 1 ? "sign" : colour,
        ...valuesOf(column, chosen.rows),
      };
    });
    const totals = Float64Array.from(chosen.rows, sumOf);
    const title = isBenchmark ? t("Benchmark's contribution to risk") : t("Contribution to risk");
    return {
      shape: "bars",
      isStacked: !isSideBySide,
      title: titleBy(reading, title, spec),
      subtitle: subtitleOf(unit, chosen.when, t("parts only, largest first")),
      note: noteOf(chosen.notes),
      largest: chosen.largest,
      groups: rowNames(reading, chosen.rows),
      series,
      seriesCount: series.length,
      totals: isSideBySide
        ? undefined
        : { values: totals, text: (groupIndex) => computedText(first.column, totals[groupIndex] ?? 0) },
      unit,
    };
  },

  controls(reading, spec) {
    const sides = sidesOf(reading);
    const options = sides.map(({ name, measures }) => ({
      text: name,
      isChosen: measures.some(({ index }) => index === spec.measures[0]),
      spec: { ...spec, measures: indicesOf(measures) },
    }));
    const choice: ChartControl[] = sides.length > 1 ? [{ type: "choice", label: t("Of"), options }] : [];
    return [...choice, ...levelControls(reading, spec)];
  },
};

/** The total risk, which no bar shows. */
function totalNote(reading: TableReading, { column }: Measure, sumOf: (row: number) => number): string[] {
  const [total] = totalRows(reading);
  if (total === undefined) return [];
  return [t("The total, {0}, is not drawn beside its parts.", computedText(column, sumOf(total)))];
}

interface SideOfRisk {
  readonly name: string;
  readonly measures: readonly Measure[];
}

/** The parts that a chart can show together: one part of portfolio and benchmark, or the several parts of one of them. */
function sidesOf(reading: TableReading): SideOfRisk[] {
  // A marginal contribution is no part, and neither is a share of another number.
  const parts = reading.current.filter(
    (measure) =>
      isRiskPart(measure) && measure.side !== "difference" && !/\bmarginal\b|%|\bpercent/i.test(measure.name),
  );
  const [first] = parts;
  if (first === undefined || !parts.every((part) => isSameScale(part, first))) return [];
  if (areSides(parts)) return [{ name: t("Portfolio and benchmark"), measures: parts }];
  const bySide = Map.groupBy(parts, ({ side }) => (side === "benchmark" ? t("Benchmark") : t("Portfolio")));
  return [...bySide].map(([name, measures]) => ({ name, measures }));
}

/** Whether no side has several parts. */
function areSides(parts: readonly Measure[]): boolean {
  return new Set(parts.map(({ side }) => side)).size === parts.length;
}
