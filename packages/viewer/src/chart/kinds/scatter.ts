import type { Table } from "@analytics-engines/core/results";
import { columnLabel } from "../../column-text.ts";
import { countOf } from "../../text.ts";
import { type ChartControl, columnChoice } from "../controls.ts";
import { byInterest, measureName, measureUnit } from "../measures.ts";
import { mostDistinct, type Roles, rowsOfLevel, usedLevels } from "../roles.ts";
import { type ChartText, type ChartValue, nameAt, valueAt } from "../values.ts";

/** Two measures against each other. */
export interface ScatterSpec {
  readonly kind: "scatter";
  readonly x: number;
  readonly y: number;
  /** The column that names the points. */
  readonly label?: number | undefined;
  readonly level?: number | undefined;
}

export interface ScatterData extends ChartText {
  readonly kind: "scatter";
  readonly xName: string;
  readonly yName: string;
  readonly points: readonly { readonly label: string; readonly x: ChartValue; readonly y: ChartValue }[];
}

const FEWEST_POINTS = 6;
const MOST_POINTS = 4000;

export function suggestScatters(table: Table, { categories, measures, dates }: Roles): ScatterSpec[] {
  const level = usedLevels(table).at(-1);
  const rows = rowsOfLevel(table, level);
  const [x, y] = pairOf(table, measures);
  if (x === undefined || y === undefined || rows.length < FEWEST_POINTS) return [];
  return [{ kind: "scatter", x, y, label: mostDistinct(table, categories, rows) ?? dates[0], level }];
}

/** The first columns that make a scatter chart. */
export function firstScatter({ categories, dates, measures: [x, y] }: Roles): ScatterSpec | undefined {
  return x === undefined || y === undefined ? undefined : { kind: "scatter", x, y, label: categories[0] ?? dates[0] };
}

/** Measures that readers compare: yield by duration of bonds, else the first and one with another name. */
function pairOf(table: Table, measures: readonly number[]): readonly [number | undefined, number | undefined] {
  const years = measures.find((index) => measureUnit(table, index) === "years");
  const yields = measures.find((index) => measureUnit(table, index) === "yield");
  if (years !== undefined && yields !== undefined) return [years, yields];
  const ordered = byInterest(table, measures);
  const [x = -1] = ordered;
  return [ordered[0], ordered.find((index) => measureName(table, index) !== measureName(table, x)) ?? ordered[1]];
}

export function scatterControls(
  table: Table,
  spec: ScatterSpec,
  { categories, measures }: Roles,
): ChartControl<ScatterSpec>[] {
  return [
    columnChoice(table, "Across", measures, spec.x, (x) => ({ ...spec, x })),
    columnChoice(table, "Up", measures, spec.y, (y) => ({ ...spec, y })),
    ...(categories.length > 1 && spec.label !== undefined
      ? [columnChoice(table, "Names", categories, spec.label, (label) => ({ ...spec, label }))]
      : []),
  ];
}

export function scatterData(table: Table, { x, y, label, level }: ScatterSpec): ScatterData {
  const all = rowsOfLevel(table, level).flatMap((row) => {
    const [across, up] = [valueAt(table, x, row), valueAt(table, y, row)];
    return across && up ? [{ label: label === undefined ? "" : nameAt(table, label, row), x: across, y: up }] : [];
  });
  const step = Math.max(1, Math.ceil(all.length / MOST_POINTS));
  const points = all.filter((_, index) => index % step === 0);
  const [xName, yName] = [columnLabel(table, x), columnLabel(table, y)];
  const note = `${countOf(points.length, "point")} of ${countOf(all.length, "row")} are drawn: one of ${step}.`;
  return {
    kind: "scatter",
    title: `${yName} against ${xName}`,
    note: step > 1 ? note : undefined,
    xName,
    yName,
    points,
  };
}
