/** Prices and rates of plain bonds with two coupons a year; yields and coupons in percent, prices per 100 of face, clean. */
export interface Bond {
  /** Percent a year. */
  readonly coupon: number;
  /** Years to maturity. */
  readonly years: number;
}

/** The price at a yield. */
export function bondPrice({ coupon, years }: Bond, yieldPercent: number): number {
  const rate = yieldPercent / 200;
  const growth = (1 + rate) ** (-2 * years);
  const annuity = Math.abs(rate) < 1e-9 ? 2 * years : (1 - growth) / rate;
  return (coupon / 2) * annuity + 100 * growth;
}

/** The yield at a price, by bisection: exact to 1e-10, and it cannot run away. */
export function bondYield(bond: Bond, price: number): number {
  let low = -50;
  let high = 300;
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (bondPrice(bond, middle) > price) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Sensitivities at a yield, from prices one basis point to either side. */
export function bondRisk(bond: Bond, yieldPercent: number): { duration: number; macaulay: number; convexity: number } {
  const bump = 0.01;
  const price = bondPrice(bond, yieldPercent);
  const up = bondPrice(bond, yieldPercent + bump);
  const down = bondPrice(bond, yieldPercent - bump);
  const duration = ((down - up) / (2 * price * bump)) * 100;
  const convexity = (up + down - 2 * price) / (price * (bump / 100) ** 2) / 100;
  return { duration, macaulay: duration * (1 + yieldPercent / 200), convexity };
}
