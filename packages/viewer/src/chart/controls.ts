import type { Measure, Table, TableReading } from "@analytics-engines/core/results";
import { t } from "../l10n.ts";
import { nounOfLevel, usefulLevels } from "../result-words.ts";
import { columnLabel } from "../text.ts";
import { indicesOf, mayShareAxis, measuresOfChart } from "./read/axis.ts";
import { levelOf } from "./read/rows.ts";
import type { ChartControl, ChartSpec } from "./spec.ts";

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

/** A choice of one measure. */
export function measureChoice({ table }: TableReading, measures: readonly Measure[], spec: ChartSpec): ChartControl[] {
  if (measures.length < 2) return [];
  const columns = indicesOf(measures);
  return [columnChoice(table, t("Measure"), columns, spec.measures[0], (index) => ({ ...spec, measures: [index] }))];
}

/**
 * Adds and removes measures. One measure stays, and there are at most `most`. A measure that cannot share the axis, or that is the total of
 * the others, replaces them.
 */
export function measureChecklist(
  reading: TableReading,
  measures: readonly Measure[],
  spec: ChartSpec,
  most: number,
): ChartControl {
  const chosen = measuresOfChart(reading, spec);
  const toggled = (measure: Measure): ChartSpec => {
    const { index } = measure;
    if (spec.measures.includes(index)) {
      const rest = spec.measures.filter((measureIndex) => measureIndex !== index);
      return rest.length === 0 ? spec : { ...spec, measures: rest };
    }
    if (!chosen.every((peer) => mayShareAxis(measure, peer))) return { ...spec, measures: [index] };
    if (spec.measures.length >= most) return spec;
    return { ...spec, measures: [...spec.measures, index].sort((a, b) => a - b) };
  };
  const options = measures.map((measure) => ({
    text: columnLabel(reading.table, measure.index),
    isChosen: spec.measures.includes(measure.index),
    spec: toggled(measure),
  }));
  return { type: "checklist", label: t("Measures"), options };
}

/** The choice of the group level; none if a chart can show only one level. */
export function levelControls(reading: TableReading, spec: ChartSpec): ChartControl[] {
  const levels = usefulLevels(reading);
  if (levels.length < 2) return [];
  const names = levels.map((level) => nounOfLevel(reading, level));
  const options = levels.map((level, index) => ({
    // Levels without words of their own have numbers.
    text:
      names.indexOf(names[index] ?? "") === names.lastIndexOf(names[index] ?? "")
        ? (names[index] ?? "")
        : `${names[index]} ${level}`,
    isChosen: level === levelOf(reading, spec),
    spec: { ...spec, level },
  }));
  return [{ type: "choice", label: t("Level"), options }];
}
