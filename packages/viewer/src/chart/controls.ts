import type { Table } from "@analytics-engines/core/results";
import { columnLabel } from "../column-text.ts";
import { t } from "../l10n.ts";
import type { ChartMeasure } from "./read/measures.ts";
import { levelName, type Outline } from "./read/outline.ts";
import { areAlike, measuresOfChart } from "./read/pick.ts";
import type { ChartSpec } from "./spec.ts";

/** A control of the chart's menu. Each option carries the chart that choosing it makes. */
export interface ChartControl {
  readonly type: "choice" | "checklist" | "checkbox";
  readonly label: string;
  readonly options: readonly ControlOption[];
}

export interface ControlOption {
  readonly text: string;
  readonly isChosen: boolean;
  readonly spec: ChartSpec;
}

/** A choice of a column. */
export function columnChoice(
  table: Table,
  label: string,
  columns: readonly number[],
  selectedColumn: number | undefined,
  specOf: (column: number) => ChartSpec,
): ChartControl {
  const options = columns.map((column) => ({
    text: columnLabel(table, column),
    isChosen: column === selectedColumn,
    spec: specOf(column),
  }));
  return { type: "choice", label, options };
}

/** A choice of the column that names the rows. */
export function nameChoice(table: Table, columns: readonly number[], spec: ChartSpec): ChartControl[] {
  if (columns.length < 2) return [];
  const selectedColumn = spec.category ?? columns.at(-1);
  return [columnChoice(table, t("Names"), columns, selectedColumn, (category) => ({ ...spec, category }))];
}

/** A choice of one measure. */
export function measureChoice(outline: Outline, measures: readonly ChartMeasure[], spec: ChartSpec): ChartControl[] {
  if (measures.length < 2) return [];
  const columns = measures.map(({ index }) => index);
  return [
    columnChoice(outline.table, t("Measure"), columns, spec.measures[0], (index) => ({ ...spec, measures: [index] })),
  ];
}

/**
 * Adds and removes measures. One measure stays, and there are at most `most`. A measure that cannot share the axis, or that is the total of
 * the others, replaces them.
 */
export function measureChecklist(outline: Outline, spec: ChartSpec, most: number): ChartControl {
  const { table, measures } = outline;
  const toggled = (measure: ChartMeasure): ChartSpec => {
    const { index } = measure;
    if (spec.measures.includes(index)) {
      const rest = spec.measures.filter((one) => one !== index);
      return rest.length === 0 ? spec : { ...spec, measures: rest };
    }
    const others = measuresOfChart(outline, spec);
    if (!others.every((one) => areAlike(measure, one) && !isTotalOf(measure, one) && !isTotalOf(one, measure))) {
      return { ...spec, measures: [index] };
    }
    if (spec.measures.length >= most) return spec;
    return { ...spec, measures: [...spec.measures, index].sort((a, b) => a - b) };
  };
  const options = measures.map((measure) => ({
    text: columnLabel(table, measure.index),
    isChosen: spec.measures.includes(measure.index),
    spec: toggled(measure),
  }));
  return { type: "checklist", label: t("Measures"), options };
}

/** A total effect is the sum of the other effects: a bar of it beside theirs would count them twice. */
function isTotalOf(total: ChartMeasure, part: ChartMeasure): boolean {
  return total.quantity === "total effect" && part.quantity === "effect";
}

/** The choice of the group level; none if a chart can show only one level. */
export function levelControls(outline: Outline, spec: ChartSpec): ChartControl[] {
  const { usefulLevels } = outline;
  if (usefulLevels.length < 2) return [];
  const options = usefulLevels.map((level) => ({
    text: levelName(outline, level) || `${level + 1}`,
    isChosen: level === (spec.level ?? usefulLevels.at(-1)),
    spec: { ...spec, level },
  }));
  return [{ type: "choice", label: t("Level"), options }];
}
