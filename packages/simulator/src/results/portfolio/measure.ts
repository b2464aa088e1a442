import type { Measure } from "../../catalogue/measures.ts";
import { characteristic } from "../market/characteristics.ts";
import { betaOf } from "../market/prices.ts";
import { CASH, type SecurityId } from "../market/securities.ts";
import { uniform } from "../random.ts";
import type { Period, Positions } from "./holdings.ts";

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

/** Why the account did better or worse than its benchmark, in percentage points, by the innermost groups. */
export type Effects = Readonly<Record<"allocation" | "selection" | "interaction" | "total-effect", Float64Array>>;

/**
 * Effects after Brinson and Fachler. The first security of each innermost group has the group's effects, the others have 0, so that
 * any range of whole groups adds up. The total effect of all groups is the account's return less the benchmark's.
 */
export function effectsOf(positions: Positions, period: Period): Effects {
  const count = positions.securities.length;
  const effects = {
    allocation: new Float64Array(count),
    selection: new Float64Array(count),
    interaction: new Float64Array(count),
    "total-effect": new Float64Array(count),
  };
  const overall = contribution(period.benchmark.begin, period.returns, 0, count);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && sameGroup(positions, from, to)) to++;
    const portfolioWeight = sum(period.portfolio.begin, from, to);
    const benchmarkWeight = sum(period.benchmark.begin, from, to);
    const portfolioPoints = contribution(period.portfolio.begin, period.returns, from, to);
    const benchmarkPoints = contribution(period.benchmark.begin, period.returns, from, to);
    // A side that does not hold the group has no return in it: the return of the other comparison replaces it, and the effect is 0.
    const benchmarkReturn = benchmarkWeight > 0 ? (100 * benchmarkPoints) / benchmarkWeight : overall;
    const portfolioReturn = portfolioWeight > 0 ? (100 * portfolioPoints) / portfolioWeight : benchmarkReturn;
    const allocation = ((portfolioWeight - benchmarkWeight) * (benchmarkReturn - overall)) / 100;
    const selection = (benchmarkWeight * (portfolioReturn - benchmarkReturn)) / 100;
    const interaction = ((portfolioWeight - benchmarkWeight) * (portfolioReturn - benchmarkReturn)) / 100;
    effects.allocation[from] = allocation;
    effects.selection[from] = selection;
    effects.interaction[from] = interaction;
    effects["total-effect"][from] = allocation + selection + interaction;
    from = to;
  }
  return effects;
}

function sameGroup({ groups }: Positions, a: number, b: number): boolean {
  const [first = [], second = []] = [groups[a], groups[b]];
  return first.every((name, level) => name === second[level]);
}

function sum(values: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index++) total += values[index] ?? 0;
  return total;
}

/** Weights times returns, in percentage points. */
function contribution(weights: Float64Array, returns: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index++) total += ((weights[index] ?? 0) * (returns[index] ?? 0)) / 100;
  return total;
}

/** The risk of the one factor, the market, in percent a year. */
const MARKET_RISK = 15.5;

/**
 * What each security adds to the risk of a side, in percentage points: by the market, and by what is specific to it. Both parts of all
 * securities add up to the risk of the side. Weights are in percent.
 */
function riskParts(seed: number, securities: ArrayLike<SecurityId>, weights: Float64Array) {
  const betas = Float64Array.from(weights, (_, index) => betaOf(seed, securities[index] ?? 0));
  const beta = weights.reduce((sum, weight, index) => sum + (weight / 100) * (betas[index] ?? 0), 0);
  const variances = weights.map((weight, index) => ((weight / 100) * specificRisk(seed, securities[index] ?? 0)) ** 2);
  const risk = Math.sqrt((beta * MARKET_RISK) ** 2 + variances.reduce((sum, variance) => sum + variance, 0)) || 1;
  return {
    factor: weights.map((weight, index) => ((weight / 100) * (betas[index] ?? 0) * beta * MARKET_RISK ** 2) / risk),
    specific: variances.map((variance) => variance / risk),
  };
}

/** The risk of a security that the market does not explain, in percent a year. */
function specificRisk(seed: number, id: SecurityId): number {
  return id === CASH ? 0 : 12 + 30 * uniform(seed, 75, id);
}
