import type { TableReading } from "@analytics-engines/core/results";
import type { ChartControl } from "../controls.ts";
import type { ChartData, ChartSpec } from "../spec.ts";

/** A kind of chart. A new one stands with those of its shape, and is named in `charts.ts`. */
export interface ChartKindRules {
  /** Its name in the menu. */
  readonly name: string;
  /** The chart of this kind that suits a table best; undefined if the table does not prove that one is true. */
  readonly suggest: (reading: TableReading) => ChartSpec | undefined;
  readonly data: (reading: TableReading, spec: ChartSpec) => ChartData;
  readonly controls?: (reading: TableReading, spec: ChartSpec) => ChartControl[];
}
