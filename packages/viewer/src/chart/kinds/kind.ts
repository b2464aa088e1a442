import type { ChartControl } from "../controls.ts";
import type { Outline } from "../read/outline.ts";
import type { ChartData, ChartSpec } from "../spec.ts";

/** A kind of chart. A new one is a file beside this one, named in `charts.ts`. */
export interface ChartKindRules {
  /** Its name in the menu. */
  readonly name: string;
  /** The chart of this kind that suits a table best; undefined if its columns allow none. */
  readonly suggest: (outline: Outline) => ChartSpec | undefined;
  readonly data: (outline: Outline, spec: ChartSpec) => ChartData;
  readonly controls?: (outline: Outline, spec: ChartSpec) => ChartControl[];
}
