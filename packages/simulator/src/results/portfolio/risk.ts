import { betaOf } from "../market/prices.ts";
import { CASH, type SecurityId } from "../market/securities.ts";
import { uniform } from "../random.ts";

/** The risk of the one factor, the market, in percent a year. */
const MARKET_RISK = 15.5;

/**
 * What each security adds to the risk of a side, in percentage points: by the market, and by what is specific to it. Both parts of all
 * securities add up to the risk of the side. Weights are in percent.
 */
export function riskParts(seed: number, securities: ArrayLike<SecurityId>, weights: Float64Array) {
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
