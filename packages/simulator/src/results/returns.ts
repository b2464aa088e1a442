import type { Day } from "@analytics-engines/core/parameters";
import type { sparReturnTypes } from "../catalogue/accounts.ts";
import { incomeYield, priceOf } from "./market/prices.ts";
import { type Holdings, pricesOn } from "./portfolio/holdings.ts";

type AccountReturnType = (typeof sparReturnTypes)[number]["id"];

const incomeShares: Readonly<Record<AccountReturnType, number>> = { GTR: 1, NTR: 0.85, PR: 0 };

/** What holdings returned from one day to another, in percent: the sum of begin weight times return of what is held. */
export function periodReturn(
  holdings: Holdings,
  type: AccountReturnType,
  start: Day,
  end: Day,
  currency: string,
  seed: number,
): number {
  const { securities, shares } = holdings;
  const before = pricesOn(securities, start, currency, seed);
  const after = pricesOn(securities, end, currency, seed);
  const years = (end - start) / 365.25;
  let beginValue = 0;
  let gain = 0;
  for (let index = 0; index < securities.length; index++) {
    const id = securities[index] ?? 0;
    const [count = 0, from = 0, to = 0] = [shares[index], before[index], after[index]];
    const income = (incomeYield(seed, id, priceOf(seed, id, start)) / 100) * years * incomeShares[type];
    beginValue += count * from;
    gain += count * (to - from + from * income);
  }
  return (100 * gain) / beginValue;
}

/** Statistics of a series of period returns in percent, alone and against a reference series; rates are annual. */
export function riskStatistics(
  returns: readonly number[],
  reference: readonly number[],
  years: number,
): Record<string, number> {
  const perYear = years > 0 ? returns.length / years : 1;
  const annualOf = (total: number) => (years > 1 ? 100 * (1 + total / 100) ** (1 / years) - 100 : total);
  const total = linked(returns);
  const annual = annualOf(total);
  const deviation = standardDeviation(returns) * Math.sqrt(perYear);
  const riskFree = 2;
  const active = returns.map((value, index) => value - (reference[index] ?? 0));
  const trackingError = standardDeviation(active) * Math.sqrt(perYear);
  const beta = covariance(returns, reference) / covariance(reference, reference);
  const referenceAnnual = annualOf(linked(reference));
  return {
    "Total Return": total,
    "Annualized Return": annual,
    "Standard Deviation": deviation,
    "Sharpe Ratio": (annual - riskFree) / deviation,
    "Best Period": Math.max(...returns),
    "Worst Period": Math.min(...returns),
    "Maximum Drawdown": maximumDrawdown(returns),
    Beta: beta,
    Alpha: annual - (riskFree + beta * (referenceAnnual - riskFree)),
    Correlation:
      covariance(returns, reference) / Math.sqrt(covariance(returns, returns) * covariance(reference, reference)),
    "Tracking Error": trackingError,
    "Information Ratio": (annual - referenceAnnual) / trackingError,
  };
}

/** Returns one after the other, in percent. */
export function linked(returns: readonly number[]): number {
  return 100 * (returns.reduce((growth, value) => growth * (1 + value / 100), 1) - 1);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
}

function standardDeviation(values: readonly number[]): number {
  return Math.sqrt(covariance(values, values));
}

function maximumDrawdown(returns: readonly number[]): number {
  let [level, peak, worst] = [1, 1, 0];
  for (const value of returns) {
    level *= 1 + value / 100;
    peak = Math.max(peak, level);
    worst = Math.min(worst, level / peak - 1);
  }
  return 100 * worst;
}
