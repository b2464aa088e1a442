import type { Period, Positions } from "./positions.ts";

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
