import type { Table } from "@analytics-engines/core/results";
import type { ChartKind, ChartSpec } from "./spec.ts";
import { MOST_ACROSS, MOST_MEASURES, type Roles, rolesOf, suggestCharts } from "./suggest.ts";

/** The kinds of chart that a table allows. */
export function possibleKinds({ dates, categories, measures }: Roles): ChartKind[] {
  if (measures.length === 0) return [];
  const kinds: ChartKind[] = [];
  if (dates.length > 0) kinds.push("line");
  if (dates.length + categories.length > 0) kinds.push("bar");
  if (measures.length > 1) kinds.push("scatter");
  return kinds;
}

/** A chart of this kind: the one that is suggested, else one that takes the first columns that fit. */
export function specOfKind(table: Table, kind: ChartKind): ChartSpec | undefined {
  const suggested = suggestCharts(table).find((spec) => spec.kind === kind);
  if (suggested) return suggested;
  const roles = rolesOf(table);
  const [first, second] = roles.measures;
  if (first === undefined) return undefined;
  const [date] = roles.dates;
  if (kind === "line") return date === undefined ? undefined : { kind, date, measures: [first] };
  const category = roles.categories[0] ?? date;
  if (kind === "bar") return category === undefined ? undefined : { kind, category, measures: [first] };
  return second === undefined
    ? undefined
    : { kind, x: first, y: second, ...(category === undefined ? {} : { label: category }) };
}

/** Adds a measure or takes it away; one stays, and no more than can be told apart. */
export function toggleMeasure(spec: ChartSpec, measure: number): ChartSpec {
  if (spec.kind === "scatter") return spec;
  const isThere = spec.measures.includes(measure);
  const measures = isThere
    ? spec.measures.filter((index) => index !== measure)
    : [...spec.measures, measure].sort((a, b) => a - b);
  const most = spec.kind === "bar" && spec.across ? MOST_ACROSS : MOST_MEASURES;
  return measures.length === 0 || measures.length > most ? spec : { ...spec, measures };
}

/** Whether the measures are the groups of the bars, or the rows are. */
export function withAcross(spec: ChartSpec, across: boolean): ChartSpec {
  if (spec.kind !== "bar") return spec;
  const { across: _, ...rest } = spec;
  return across ? { ...rest, across } : { ...rest, measures: spec.measures.slice(0, MOST_MEASURES) };
}

/** The rows of one level, or with undefined of all. */
export function withLevel(spec: ChartSpec, level: number | undefined): ChartSpec {
  const { level: _, ...rest } = spec;
  return level === undefined ? rest : { ...rest, level };
}

/** A line for each text of a column, or with undefined for each measure. */
export function withSplit(spec: ChartSpec, split: number | undefined): ChartSpec {
  if (spec.kind !== "line") return spec;
  const { split: _, ...rest } = spec;
  return split === undefined ? rest : { ...rest, split, measures: spec.measures.slice(0, 1) };
}
