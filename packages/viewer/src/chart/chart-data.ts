import { type Column, cellValue, formatCell, type Table } from "@analytics-engines/core/results";
import { columnLabel } from "../grid/header.ts";
import { countOf } from "../text.ts";
import { daysOf } from "./dates.ts";
import type { BarData, ChartData, ChartSpec, LineData, Mark, ScatterData, Series } from "./spec.ts";
import { rolesOf, rowsOfLevel } from "./suggest.ts";

const MOST_LINES = 8;
const MOST_GROUPS = 40;
const MOST_POINTS = 4000;

/** What a chart of a table draws. What would not fit is left out and said in `note`. */
export function chartData(table: Table, spec: ChartSpec): ChartData {
  if (spec.kind === "line") return lineData(table, spec);
  return spec.kind === "bar" ? barData(table, spec) : scatterData(table, spec);
}

type Of<Kind> = Extract<ChartSpec, { kind: Kind }>;

function lineData(table: Table, spec: Of<"line">): LineData {
  const column = table.columns[spec.date];
  const dayOfRow = (column && daysOf(column)) ?? new Float64Array(table.rowCount).fill(Number.NaN);
  const rows = rowsOfLevel(table, spec.level).filter((row) => !Number.isNaN(dayOfRow[row] ?? Number.NaN));
  const days = [...new Set(rows.map((row) => dayOfRow[row] ?? 0))].sort((a, b) => a - b);
  const place = new Map(days.map((day, index) => [day, index]));
  const placeOf = (row: number) => place.get(dayOfRow[row] ?? Number.NaN) ?? 0;
  const lines =
    spec.split === undefined
      ? measureLines(table, spec.measures, rows, days.length, placeOf)
      : splitLines(table, spec.split, spec.measures[0] ?? 0, rows, days.length, placeOf);
  const { kept, note } = largest(lines, MOST_LINES, "line");
  return { kind: "line", title: titleOf(table, spec), days, series: kept, seriesCount: lines.length, ...note };
}

type Line = Series<Mark | undefined>;

function measureLines(
  table: Table,
  measures: readonly number[],
  rows: readonly number[],
  length: number,
  placeOf: (row: number) => number,
): Line[] {
  return measures.map((index, place) => {
    const values = new Array<Mark | undefined>(length).fill(undefined);
    const column = table.columns[index];
    for (const row of rows) values[placeOf(row)] = markOf(column, row);
    return { name: measureNames(table, measures)[place] ?? "", values };
  });
}

function splitLines(
  table: Table,
  split: number,
  measure: number,
  rows: readonly number[],
  length: number,
  placeOf: (row: number) => number,
): Line[] {
  const lines = new Map<string, (Mark | undefined)[]>();
  for (const row of rows) {
    const name = textOf(table.columns[split], row);
    const values = lines.get(name) ?? new Array<Mark | undefined>(length).fill(undefined);
    lines.set(name, values);
    values[placeOf(row)] = markOf(table.columns[measure], row);
  }
  return [...lines].map(([name, values]) => ({ name, values }));
}

/** The lines that reach farthest from zero, in the order in which they came. */
function largest(
  lines: readonly Line[],
  most: number,
  one: string,
): { kept: readonly Line[]; note: { note?: string } } {
  if (lines.length <= most) return { kept: lines, note: {} };
  const size = ({ values }: Line) => values.reduce((sum, mark) => Math.max(sum, Math.abs(mark?.value ?? 0)), 0);
  const kept = new Set([...lines].sort((a, b) => size(b) - size(a)).slice(0, most));
  const note = `The ${most} largest of ${countOf(lines.length, one)} are drawn.`;
  return { kept: lines.filter((line) => kept.has(line)), note: { note } };
}

function barData(table: Table, spec: Of<"bar">): BarData {
  const most = spec.across ? MOST_LINES : MOST_GROUPS;
  const all = rowsOfLevel(table, spec.level);
  const rows = farthestFromZero(table, spec.measures, all, most);
  const rowNames = distinctNames(table, spec.category, rows);
  const names = measureNames(table, spec.measures);
  const note =
    rows.length < all.length ? { note: `The ${most} largest of ${countOf(all.length, "group")} are drawn.` } : {};
  const markAt = (measure: number, row: number) => markOf(table.columns[measure], row);
  const title = titleOf(table, spec);
  if (spec.across) {
    const series = rows.map((row, place) => ({
      name: rowNames[place] ?? "",
      values: spec.measures.map((index) => markAt(index, row)),
    }));
    return { kind: "bar", title, groups: names, series, seriesCount: all.length, ...note };
  }
  const series = spec.measures.map((index, place) => ({
    name: names[place] ?? "",
    values: rows.map((row) => markAt(index, row)),
  }));
  return { kind: "bar", title, groups: rowNames, series, seriesCount: series.length, ...note };
}

/** The rows whose numbers reach farthest from zero, in the order of the table. */
function farthestFromZero(table: Table, measures: readonly number[], rows: readonly number[], most: number): number[] {
  if (rows.length <= most) return [...rows];
  const sizes = new Float64Array(table.rowCount);
  for (const index of measures) {
    const values = table.columns[index]?.values;
    if (values?.kind !== "number") continue;
    for (const row of rows) {
      const size = Math.abs(values.values[row] ?? 0);
      if (Number.isFinite(size) && size > (sizes[row] ?? 0)) sizes[row] = size;
    }
  }
  const kept = new Set([...rows].sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0)).slice(0, most));
  return rows.filter((row) => kept.has(row));
}

/** The texts of a column; where they repeat, with those of the other labels that tell the rows apart. */
function distinctNames(table: Table, category: number, rows: readonly number[]): string[] {
  const names = rows.map((row) => textOf(table.columns[category], row));
  if (new Set(names).size === names.length) return names;
  const { dates, categories } = rolesOf(table);
  const others = [...categories, ...dates].filter(
    (index) => index !== category && new Set(rows.map((row) => textOf(table.columns[index], row))).size > 1,
  );
  return rows.map((row, place) =>
    [names[place], ...others.map((index) => textOf(table.columns[index], row))].join(", "),
  );
}

function scatterData(table: Table, spec: Of<"scatter">): ScatterData {
  const found = rowsOfLevel(table, spec.level).flatMap((row) => {
    const x = markOf(table.columns[spec.x], row);
    const y = markOf(table.columns[spec.y], row);
    const label = spec.label === undefined ? "" : textOf(table.columns[spec.label], row);
    return x && y ? [{ label, x, y }] : [];
  });
  const step = Math.ceil(found.length / MOST_POINTS);
  const points = step > 1 ? found.filter((_, index) => index % step === 0) : found;
  const note =
    step > 1
      ? { note: `${countOf(points.length, "point")} of ${countOf(found.length, "row")} are drawn: one of ${step}.` }
      : {};
  return {
    kind: "scatter",
    title: titleOf(table, spec),
    xName: columnLabel(table, spec.x),
    yName: columnLabel(table, spec.y),
    points,
    ...note,
  };
}

/** Infinite numbers and nulls are not drawn. */
function markOf(column: Column | undefined, row: number): Mark | undefined {
  const value = column && cellValue(column, row);
  if (column === undefined || typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const text = () => formatCell(column, row);
  return { value, text, label: column.format === undefined ? () => shortNumbers.format(value) : text };
}

/** For numbers that the table gives no format. */
const shortNumbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

function textOf(column: Column | undefined, row: number): string {
  return (column && formatCell(column, row)) || "(none)";
}

/** What tells measures apart: the levels of their headers that they do not share. */
function measureNames(table: Table, measures: readonly number[]): string[] {
  const labels = measures.map((index) => columnLabel(table, index).split(" | "));
  const isShared = (level: string) => labels.length > 1 && labels.every((levels) => levels.includes(level));
  return labels.map((levels) => levels.filter((level) => !isShared(level)).join(" | ") || levels.join(" | "));
}

function sharedName(table: Table, measures: readonly number[]): string {
  const labels = measures.map((index) => columnLabel(table, index).split(" | "));
  const shared = labels[0]?.filter((level) => labels.every((levels) => levels.includes(level))) ?? [];
  return shared.length > 0 ? shared.join(" | ") : sharedEnd(labels.map((levels) => levels.at(-1) ?? ""));
}

/** The last words that names have in common: of `Initial Weight` and `Optimal Weight` the weight. */
function sharedEnd(names: readonly string[]): string {
  const words = names.map((name) => name.split(" "));
  let count = 0;
  const at = (list: readonly string[]) => list.at(-1 - count);
  while (words.every((list) => at(list) !== undefined && at(list) === at(words[0] ?? []))) count++;
  return count === 0 ? "" : (words[0]?.slice(-count).join(" ") ?? "");
}

function titleOf(table: Table, spec: ChartSpec): string {
  if (spec.kind === "scatter") return `${columnLabel(table, spec.y)} against ${columnLabel(table, spec.x)}`;
  const measure = sharedName(table, spec.measures) || "Several measures";
  const by = spec.kind === "bar" ? spec.category : spec.split;
  if (by === undefined || (spec.kind === "bar" && spec.across)) return measure;
  return `${measure} by ${columnLabel(table, by)}`;
}
