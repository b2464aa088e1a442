import { formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { fieldsOf } from "../fields.ts";
import { ParameterProblem, type ResultRequest, requireValue } from "../request.ts";
import { dimensions, type ResultTables, type TableColumn, tableOfColumns } from "../stach/table.ts";
import { calculationOf, partialDurations } from "./calculations.ts";
import { computeBond } from "./security.ts";

/** The table of a `fi` job: a row for each security, a column for each calculation, with warnings for those not offered. */
export function fiTables({ unit: parameters, seed, today }: ResultRequest): ResultTables {
  const unit = fieldsOf(parameters);
  const job = unit.object("jobSettings");
  const asOfText = job.text("asOfDate") ?? "";
  const asOf = requireValue(resolveDate(asOfText, { today }), `Invalid as of date:${asOfText}`);
  const securities = unit.objects("securities");
  if (securities.length === 0) throw new ParameterProblem("No securities");
  const bonds = securities.map((security) => computeBond(security, job, asOf, seed, today));
  const warnings: string[] = [];
  const months = job.numbers("partialDurationMonths");
  const calculated = unit.texts("calculations").flatMap((name): TableColumn[] => {
    if (/^partial durations?$/i.test(name)) {
      const parts = bonds.map((bond) => partialDurations(bond, months));
      const cells = (index: number) => parts.map((part) => part[index] ?? null);
      return months.map((month, index) => column(`${name} ${month}M`, "real", cells(index)));
    }
    const { type, cell } = calculationOf(name) ?? { type: "string", cell: undefined };
    if (cell === undefined) warnings.push(`Calculation ${name} is not available, data will be NA`);
    const cells = bonds.map((bond) => cell?.(bond, asOf) ?? null);
    return [column(name, type, cells)];
  });
  const symbol = dimensions(bonds, [["symbol", "Symbol", (bond) => bond.symbol]]);
  const metadata = {
    "Absolute End Date": [formatDay(asOf)],
    "Absolute Start Date": [formatDay(asOf)],
    "As Of Date": [formatDay(asOf)],
    "Rate Path": [job.object("marketEnvironment").text("ratePath") ?? "FLAT & FORWARD"],
  };
  return { tables: [tableOfColumns([...symbol, ...calculated], metadata)], warnings };
}

function column(header: string, type: TableColumn["type"], cells: TableColumn["cells"]): TableColumn {
  const name = header.replaceAll(/[^A-Za-z0-9]/g, "");
  return { name, headers: [header], type, cells, ...(type === "real" ? { format: "{0:0.000;-0.000;--}" } : {}) };
}
