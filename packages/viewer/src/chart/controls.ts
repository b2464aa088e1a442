import type { Table } from "@analytics-engines/core/results";
import { columnLabel } from "../column-text.ts";
import { usedLevels } from "./roles.ts";

/** A control of the chart's menu. Each option carries the chart that choosing it makes. */
export interface ChartControl<Spec> {
  readonly type: "choice" | "checklist" | "checkbox";
  readonly label: string;
  readonly options: readonly ControlOption<Spec>[];
}

interface ControlOption<Spec> {
  readonly text: string;
  readonly isChosen: boolean;
  readonly spec: Spec;
}

/** A choice of a column. */
export function columnChoice<Spec>(
  table: Table,
  label: string,
  columns: readonly number[],
  chosen: number,
  specOf: (column: number) => Spec,
): ChartControl<Spec> {
  const options = columns.map((column) => ({
    text: columnLabel(table, column),
    isChosen: column === chosen,
    spec: specOf(column),
  }));
  return { type: "choice", label, options };
}

/** A choice of a number or none. */
export function optionalChoice<Spec>(
  label: string,
  noneText: string,
  values: readonly number[],
  chosen: number | undefined,
  textOf: (value: number) => string,
  specOf: (value: number | undefined) => Spec,
): ChartControl<Spec> {
  const options = values.map((value) => ({ text: textOf(value), isChosen: value === chosen, spec: specOf(value) }));
  const none = { text: noneText, isChosen: chosen === undefined, spec: specOf(undefined) };
  return { type: "choice", label, options: [none, ...options] };
}

/** Adds and removes measures. One measure stays, and there are at most `most`. */
export function measureChecklist<Spec extends { readonly measures: readonly number[] }>(
  table: Table,
  measures: readonly number[],
  spec: Spec,
  most: number,
): ChartControl<Spec> {
  const toggled = (measure: number): Spec => {
    const chosen = spec.measures.includes(measure)
      ? spec.measures.filter((index) => index !== measure)
      : [...spec.measures, measure].sort((a, b) => a - b);
    return chosen.length === 0 || chosen.length > most ? spec : { ...spec, measures: chosen };
  };
  const options = measures.map((measure) => ({
    text: columnLabel(table, measure),
    isChosen: spec.measures.includes(measure),
    spec: toggled(measure),
  }));
  return { type: "checklist", label: "Measures", options };
}

/** Chooses the group level; none for a table without several. */
export function levelControls<Spec extends { readonly level?: number | undefined }>(
  table: Table,
  spec: Spec,
): ChartControl<Spec>[] {
  const levels = usedLevels(table);
  if (levels.length < 2) return [];
  const text = (level: number) => `${level + 1}`;
  return [optionalChoice("Level", "all", levels, spec.level, text, (level) => ({ ...spec, level }))];
}
