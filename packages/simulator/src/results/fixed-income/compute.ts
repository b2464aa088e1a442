import { type Day, formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { exportedTexts } from "../exported.ts";
import { type Fields, fieldsOf } from "../fields.ts";
import { ParameterProblem, type ResultRequest, requireValue } from "../request.ts";
import { dimensions, type ResultTables, type TableColumn, tableOfColumns } from "../stach/table.ts";
import { calculationOf, partialDurations } from "./calculations.ts";
import { type ComputedBond, computeBond, lacksPrice, type Scenario } from "./security.ts";

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
