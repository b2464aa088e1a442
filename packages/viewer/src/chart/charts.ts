import type { Table } from "@analytics-engines/core/results";
import { type ChartControl, levelControls } from "./controls.ts";
import { barControls, barData, firstBars, suggestBars } from "./kinds/bar.ts";
import { firstLine, lineControls, lineData, suggestLines } from "./kinds/line.ts";
import { firstScatter, scatterControls, scatterData, suggestScatters } from "./kinds/scatter.ts";
import { rolesOf } from "./roles.ts";
import type { ChartData, ChartKind, ChartSpec } from "./spec.ts";

export const chartNames: Readonly<Record<ChartKind, string>> = { line: "Line", bar: "Bars", scatter: "Scatter" };

/** The charts that suit a table, the most telling first; none if the table has nothing to draw. */
export function suggestCharts(table: Table): ChartSpec[] {
  const roles = rolesOf(table);
  if (roles.measures.length === 0 || table.rowCount === 0) return [];
  return [...suggestLines(table, roles), ...suggestBars(table, roles), ...suggestScatters(table, roles)];
}

/** One chart of each kind that the columns of a table allow: the suggested one, else one of the first columns that fit. */
export function possibleCharts(table: Table): ChartSpec[] {
  const roles = rolesOf(table);
  const suggested = suggestCharts(table);
  const first = [firstLine(roles), firstBars(roles), firstScatter(roles)].filter((spec) => spec !== undefined);
  return first.map((spec) => suggested.find(({ kind }) => kind === spec.kind) ?? spec);
}

/** The content of a chart. Its `note` says which data it leaves out. */
export function chartData(table: Table, spec: ChartSpec): ChartData {
  if (spec.kind === "line") return lineData(table, spec);
  return spec.kind === "bar" ? barData(table, spec) : scatterData(table, spec);
}

/** The controls of a chart's menu. */
export function chartControls(table: Table, spec: ChartSpec): ChartControl<ChartSpec>[] {
  const roles = rolesOf(table);
  return [...controlsOfKind(), ...levelControls(table, spec)];

  function controlsOfKind(): ChartControl<ChartSpec>[] {
    if (spec.kind === "line") return lineControls(table, spec, roles);
    return spec.kind === "bar" ? barControls(table, spec, roles) : scatterControls(table, spec, roles);
  }
}
