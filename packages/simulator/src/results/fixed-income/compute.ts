import { type Day, formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { findDiscountCurve } from "../../catalogue/lists.ts";
import { exportedTexts } from "../exported.ts";
import { type Bond, bondPrice, bondRisk, bondYield } from "../market/bond-math.ts";
import { curveYield } from "../market/prices.ts";
import { FIRST_BOND, securityName } from "../market/securities.ts";
import { hashText, rounded, uniform } from "../random.ts";
import { type Fields, fieldsOf, ParameterProblem, type ResultRequest, requireValue } from "../request.ts";
import { type Cell, dimensions, type ResultTables, type TableColumn, tableOfColumns } from "../stach/table.ts";

/** The calculation that makes the table one as exported: it has a row for each security in each of the scenarios. */
const SCENARIO = "scenario";
const scenarios: readonly Scenario[] = [
  { name: "Base", shift: 0 },
  { name: "+100bp", shift: 1 },
  { name: "-100bp", shift: -1 },
];

/** The rows of a security: it fails alone if the price that it starts from is none. */
function scenarioRows(security: Fields, job: Fields, asOf: Day, seed: number, today: Date): ComputedBond[] {
  if (!lacksPrice(security, job))
    return scenarios.map((scenario) => computeBond(security, job, asOf, seed, today, scenario));
  const settlement = security.text("settlement") ?? job.text("settlement");
  const bond = computeBond(fieldsOf({ symbol: security.text("symbol"), settlement }), job, asOf, seed, today);
  return [{ ...bond, status: "No price" }];
}

/** What a security that failed still has: the texts of its request, and the seconds that it took. */
function hasCell({ status }: ComputedBond, name: string, type: TableColumn["type"]): boolean {
  if (status === "Success") return true;
  return type === "real" ? /^elapse time/i.test(name) : !/^security name$/i.test(name);
}

/**
 * The table of a `fi` job: a row for each security, a column for each calculation, with warnings for those not offered. With the calculation
 * `Scenario`, it is as exported: a row for each security and scenario, and one without numbers for a security that has no price.
 */
export function fiTables({ unit: parameters, seed, today }: ResultRequest): ResultTables {
  const unit = fieldsOf(parameters);
  const job = unit.object("jobSettings");
  const asOfText = job.text("asOfDate") ?? "";
  const asOf = requireValue(resolveDate(asOfText, { today }), `Invalid as of date:${asOfText}`);
  const securities = unit.objects("securities");
  if (securities.length === 0) throw new ParameterProblem("No securities");
  const hasScenarios = unit.texts("calculations").some((name) => name.toLowerCase() === SCENARIO);
  const bonds = hasScenarios
    ? securities.flatMap((security) => scenarioRows(security, job, asOf, seed, today))
    : securities.map((security) => computeBond(security, job, asOf, seed, today));
  const warnings: string[] = [];
  const months = job.numbers("partialDurationMonths");
  const calculations = unit.texts("calculations").filter((name) => name.toLowerCase() !== SCENARIO);
  const calculated = calculations.flatMap((name): TableColumn[] => {
    if (/^partial durations?$/i.test(name)) {
      const parts = bonds.map((bond) => (hasCell(bond, name, "real") ? partialDurations(bond, months) : []));
      const cells = (index: number) => parts.map((part) => part[index] ?? null);
      return months.map((month, index) => column(`${name} ${month}M`, "real", cells(index)));
    }
    const { type, cell } = calculationOf(name) ?? { type: "string", cell: undefined };
    if (cell === undefined) warnings.push(`Calculation ${name} is not available, data will be NA`);
    const cells = bonds.map((bond) => (hasCell(bond, name, type) ? (cell?.(bond, asOf) ?? null) : null));
    return [column(name, type, cells)];
  });
  const names = hasScenarios
    ? [
        exportedTexts(
          "InputSecurity",
          bonds.map(({ symbol }) => symbol),
          true,
        ),
        exportedTexts(
          "Scenario",
          bonds.map(({ scenario }) => scenario),
          true,
        ),
      ]
    : dimensions(bonds, [["symbol", "Symbol", (bond) => bond.symbol]]);
  const metadata = {
    "Absolute End Date": [formatDay(asOf)],
    "Absolute Start Date": [formatDay(asOf)],
    "As Of Date": [formatDay(asOf)],
    "Rate Path": [job.object("marketEnvironment").text("ratePath") ?? "FLAT & FORWARD"],
  };
  return { tables: [tableOfColumns([...names, ...calculated], metadata)], warnings };
}

function column(header: string, type: TableColumn["type"], cells: TableColumn["cells"]): TableColumn {
  const name = header.replaceAll(/[^A-Za-z0-9]/g, "");
  return { name, headers: [header], type, cells, ...(type === "real" ? { format: "{0:0.000;-0.000;--}" } : {}) };
}

/** A computed bond of a request; yields in percent. */
type ComputedBond = Readonly<ReturnType<typeof computeBond>>;

const NAMES_SEED = 0x5eed;

/** Coupon and remaining years of a symbol, which depend only on its letters. */
function termsOf(symbol: string, settlement: Day): Bond {
  const key = hashText(symbol.toUpperCase());
  const coupon = Math.round((0.5 + uniform(NAMES_SEED, 60, key) * 6) * 8) / 8;
  const matures = 20_500 + Math.floor(uniform(NAMES_SEED, 61, key) ** 1.5 * 10_000);
  return { coupon, years: Math.max(0.5, (matures - settlement) / 365.25) };
}

function settlementOf(text: string | undefined, usual: Day, today: Date): Day {
  return text === undefined ? usual : requireValue(resolveDate(text, { today }), `Invalid settlement date:${text}`);
}

/** A shift of the whole curve in percentage points. */
interface Scenario {
  readonly name: string;
  readonly shift: number;
}

/**
 * Solves a security from what its request starts from: a price, a yield or a spread. A scenario then shifts the curve and its yield with it.
 */
function computeBond(security: Fields, job: Fields, asOf: Day, seed: number, today: Date, scenario?: Scenario) {
  const symbol = security.text("symbol") ?? "";
  if (symbol.trim() === "") throw new ParameterProblem("Invalid symbol:");
  const usual = settlementOf(job.text("settlement"), asOf, today);
  const settlement = settlementOf(security.text("settlement"), usual, today);
  const bond = termsOf(symbol, settlement);
  const curveId = security.text("discountCurve");
  const discountCurve = findDiscountCurve(curveId);
  // An unknown curve counts as the curve of US governments.
  const currency = discountCurve?.curve.currency ?? "USD";
  const curve = curveYield(seed, currency, bond.years, asOf);
  const method = security.text("calcFromMethod") ?? job.text("calcFromMethod") ?? "Price";
  const value = security.number("calcFromValue") ?? 100;
  const shift = scenario?.shift ?? 0;
  const rate = yieldFrom(method, value, bond, curve) + shift;
  const risk = bondRisk(bond, rate);
  const key = hashText(symbol.toUpperCase());
  return {
    symbol,
    name: securityName(FIRST_BOND + (key % 100_000)).replace(/ [\d.]+% \d{4}$/, ` ${bond.coupon.toFixed(3)}%`),
    bond,
    face: security.number("face") ?? 1,
    settlement,
    currency,
    curveId: discountCurve?.id ?? curveId ?? "USD_GOV",
    method,
    callMethod: security.text("callMethod") ?? job.text("callMethod") ?? "No Call",
    yield: rate,
    curveYield: curve + shift,
    scenario: scenario?.name ?? "Base",
    status: "Success",
    price: bondPrice(bond, rate),
    accrued: (bond.coupon / 2) * (1 - ((bond.years * 2) % 1 || 1)),
    ...risk,
  };
}

/** Whether a security starts from a price that cannot be one. */
function lacksPrice(security: Fields, job: Fields): boolean {
  const method = security.text("calcFromMethod") ?? job.text("calcFromMethod") ?? "Price";
  return isPrice(method) && (security.number("calcFromValue") ?? 100) <= 0;
}

const isPrice = (method: string) => ["price", "pricing matrix"].includes(method.toLowerCase());

function yieldFrom(method: string, value: number, bond: Bond, curve: number): number {
  const key = method.toLowerCase();
  if (isPrice(method)) {
    if (value <= 0) throw new ParameterProblem(`Invalid calculation from value:${value}`);
    return bondYield(bond, value);
  }
  if (key.includes("yield")) return value;
  if (key.includes("spread") || key === "oas" || key === "discount margin") return curve + value / 100;
  if (key === "implied volatility") return curve + value / 20;
  throw new ParameterProblem(`Invalid calculation method:${method}`);
}

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
function calculationOf(name: string): Calculation | undefined {
  return Object.hasOwn(calculationsByName, name.toLowerCase()) ? calculationsByName[name.toLowerCase()] : undefined;
}

/** The parts of the duration at each of the months, which add up to it: the closer to the bond's life, the larger. */
function partialDurations(bond: ComputedBond, months: readonly number[]): number[] {
  const closeness = months.map((month) => 1 / (0.25 + Math.abs(month / 12 - bond.bond.years)));
  const total = closeness.reduce((sum, value) => sum + value, 0);
  return closeness.map((value) => rounded((bond.duration * value) / total));
}
