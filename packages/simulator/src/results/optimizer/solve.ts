import type { Day } from "@analytics-engines/core/parameters";
import type { SecurityId } from "../market/securities.ts";
import { type Holdings, pricesOn } from "../portfolio/holdings.ts";
import { hashText, uniform } from "../random.ts";

export interface OptimizedPosition {
  readonly id: SecurityId;
  readonly price: number;
  readonly initialShares: number;
  readonly optimalShares: number;
}

/** An account before and after; cash takes what whole shares leave over, so that values add up exactly. */
export type Solution = Readonly<ReturnType<typeof solve>>;

/**
 * Moves an account's weights towards a goal that the strategy's name and the settings decide: some positions are sold, others change by
 * up to two fifths. Nothing is created or lost: the trades and the change of cash add up to the cash flow.
 */
export function solve(holdings: Holdings, goal: string, day: Day, cashflow: number, currency: string, seed: number) {
  const { securities, shares } = holdings;
  const prices = pricesOn(securities, day, currency, seed);
  const invested = shares.reduce((sum, count, index) => sum + count * (prices[index] ?? 0), 0);
  const initialCash = Math.round(invested) / 100;
  const initialValue = invested + initialCash;
  const optimalValue = initialValue + cashflow;
  const key = hashText(goal.toLowerCase());
  const wishes = Float64Array.from(securities, (id, index) => {
    const value = (shares[index] ?? 0) * (prices[index] ?? 0);
    const sold = securities.length > 10 && uniform(seed, key, id) < 0.08;
    return sold ? 0 : value * (0.6 + 0.8 * uniform(seed, key + 1, id));
  });
  const wished = wishes.reduce((sum, wish) => sum + wish, 0);
  const toInvest = Math.max(0, optimalValue) * 0.995;
  let optimalCash = optimalValue;
  const positions = Array.from(securities, (id, index): OptimizedPosition => {
    const price = prices[index] ?? 1;
    const optimalShares = Math.floor(((wishes[index] ?? 0) / wished) * (toInvest / price));
    optimalCash -= optimalShares * price;
    return { id, price, initialShares: shares[index] ?? 0, optimalShares };
  });
  return { positions, initialCash, optimalCash, initialValue, optimalValue };
}
