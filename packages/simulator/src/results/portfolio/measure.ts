import type { Measure } from "../../catalogue/measures.ts";
import { characteristic } from "../market/characteristics.ts";
import type { Effects } from "./effects.ts";
import type { Period, Positions } from "./positions.ts";
import { riskParts } from "./risk.ts";

/** One measure of one side: a value and a weight for each security. NaN: the security has no value there. */
export interface MeasureSeries {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** How the value of a group is computed from those of its securities, if the request names no statistic. */
  readonly usual: "Sum" | "Weighted Average";
  /** Whether only groups have values, as with effects. */
  readonly groupsOnly: boolean;
}

export interface PeriodContext {
  readonly positions: Positions;
  readonly period: Period;
  /** Without a benchmark, every comparison is empty. */
  readonly hasBenchmark: boolean;
  readonly effects: () => Effects;
  readonly seed: number;
}

/** The series of a measure for the account or the benchmark. */
export function seriesOf(measure: Measure, side: "portfolio" | "benchmark", context: PeriodContext): MeasureSeries {
  const { period, positions, seed } = context;
  const { begin, end, values, shares } = period[side];
  const ofHoldings = (source: (index: number) => number) =>
    shares.map((count, index) => (count !== 0 ? source(index) : Number.NaN));
  const at = (array: Float64Array) => ofHoldings((index) => array[index] ?? Number.NaN);
  const sumSeries = (array: Float64Array): MeasureSeries => ({ ...averageSeries(array, end), usual: "Sum" });
  const averageSeries = (array: Float64Array, weights: Float64Array): MeasureSeries => ({
    values: at(array),
    weights,
    usual: "Weighted Average",
    groupsOnly: false,
  });
  switch (measure.kind) {
    case "weight-begin":
      return sumSeries(begin);
    case "weight-end":
      return sumSeries(end);
    case "weight-average":
      return sumSeries(begin.map((weight, index) => (weight + (end[index] ?? 0)) / 2));
    case "value-end":
      return sumSeries(values);
    case "shares":
      return sumSeries(shares);
    case "return":
      return averageSeries(period.returns, begin);
    case "contribution":
      return sumSeries(begin.map((weight, index) => (weight * (period.returns[index] ?? 0)) / 100));
    case "price-begin":
      return averageSeries(period.beginPrices, begin);
    case "price-end":
      return averageSeries(period.endPrices, end);
    case "risk-factor":
      return sumSeries(riskParts(seed, positions.securities, end).factor);
    case "risk-specific":
      return sumSeries(riskParts(seed, positions.securities, end).specific);
    case "allocation":
    case "selection":
    case "interaction":
    case "total-effect":
      return { values: context.effects()[measure.kind], weights: begin, usual: "Sum", groupsOnly: true };
    default:
      return averageSeries(
        ofHoldings((index) => characteristic(seed, measure, positions.securities[index] ?? 0, period.end)),
        end,
      );
  }
}

/** A statistic over the securities in [from, to); `null` where none of them has a value. */
export function statistic({ values, weights }: MeasureSeries, name: string, from: number, to: number): number | null {
  const numbers: number[] = [];
  let weighted = 0;
  let weight = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    numbers.push(value);
    weighted += value * (weights[index] ?? 0);
    weight += weights[index] ?? 0;
  }
  if (name === "Count") return numbers.length;
  if (numbers.length === 0) return null;
  const total = numbers.reduce((sum, value) => sum + value, 0);
  const mean = total / numbers.length;
  const statistics: Readonly<Record<string, () => number | null>> = {
    Sum: () => total,
    "Weighted Average": () => (weight === 0 ? null : weighted / weight),
    Average: () => mean,
    Minimum: () => numbers.reduce((least, value) => Math.min(least, value)),
    Maximum: () => numbers.reduce((most, value) => Math.max(most, value)),
    "Standard Deviation": () =>
      Math.sqrt(numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length),
    Median: () => median(numbers.sort((a, b) => a - b)),
  };
  return statistics[name]?.() ?? null;
}

function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
