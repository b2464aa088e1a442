import { type Day, formatDay } from "@analytics-engines/core/parameters";
import { hashText, rounded, uniform } from "../random.ts";
import type { Cell, TableColumn } from "../stach/table.ts";
import type { ComputedBond } from "./security.ts";

interface Calculation {
  readonly type: TableColumn["type"];
  readonly cell: (bond: ComputedBond, asOf: Day) => Cell;
}

const text = (cell: (bond: ComputedBond, asOf: Day) => string): Calculation => ({ type: "string", cell });
const real = (of: (bond: ComputedBond) => number): Calculation => ({ type: "real", cell: (bond) => rounded(of(bond)) });

const effective = (bond: ComputedBond) => bond.duration * (1 - 0.02 * uniform(0, 62, hashText(bond.symbol)));
const spread = (bond: ComputedBond) => (bond.yield - bond.curveYield) * 100;

// By the names that requests use, in lower case.
const calculationsByName: Readonly<Record<string, Calculation>> = {
  "security type": text(() => "Corporate Bond"),
  "security name": text((bond) => bond.name),
  "run status": text((bond) => bond.status),
  "elapse time (seconds)": real((bond) => 0.01 + 0.05 * uniform(0, 63, hashText(bond.symbol))),
  "calc from method": text((bond) => bond.method),
  "option pricing model": text(() => "Lattice"),
  "yield curve date": text((_, asOf) => formatDay(asOf)),
  "settlement date": text((bond) => formatDay(bond.settlement)),
  "discount curve": text((bond) => bond.curveId),
  "call method": text((bond) => bond.callMethod),
  currency: text((bond) => bond.currency),
  price: real((bond) => bond.price),
  "accrued interest": real((bond) => bond.accrued),
  "dirty price": real((bond) => bond.price + bond.accrued),
  "yield to no call": real((bond) => bond.yield),
  "yield to worst call": real((bond) => bond.yield),
  "yield to maturity": real((bond) => bond.yield),
  "bond equivalent yield": real((bond) => bond.yield),
  "current yield": real((bond) => (100 * bond.bond.coupon) / bond.price),
  yield: real((bond) => bond.yield),
  oas: real(spread),
  "active spread": real(spread),
  "actual spread": real(spread),
  "bullet spread": real(spread),
  "discount margin": real(spread),
  "effective duration": real(effective),
  "modified duration": real((bond) => bond.duration),
  "macaulay duration": real((bond) => bond.macaulay),
  "spread duration": real((bond) => bond.duration),
  "effective convexity": real((bond) => bond.convexity),
  dv01: real((bond) => (bond.duration * (bond.price + bond.accrued)) / 10_000),
  "cf coupon": real((bond) => bond.bond.coupon),
  "average life": real((bond) => bond.bond.years),
  "years to maturity": real((bond) => bond.bond.years),
  face: real((bond) => bond.face),
  "market value": real((bond) => (bond.face * (bond.price + bond.accrued)) / 100),
};

/** A calculation by its name in any letter case; undefined where the simulator does not have it. */
export function calculationOf(name: string): Calculation | undefined {
  return Object.hasOwn(calculationsByName, name.toLowerCase()) ? calculationsByName[name.toLowerCase()] : undefined;
}

/** The parts of the duration at each of the months, which add up to it: the closer to the bond's life, the larger. */
export function partialDurations(bond: ComputedBond, months: readonly number[]): number[] {
  const closeness = months.map((month) => 1 / (0.25 + Math.abs(month / 12 - bond.bond.years)));
  const total = closeness.reduce((sum, value) => sum + value, 0);
  return closeness.map((value) => rounded((bond.duration * value) / total));
}
