import type { BarData, BarSpec } from "./kinds/bar.ts";
import type { LineData, LineSpec } from "./kinds/line.ts";
import type { ScatterData, ScatterSpec } from "./kinds/scatter.ts";

/** A chart of a table. Columns are indices into the table's columns; with a `level`, the chart shows the rows of one group level. */
export type ChartSpec = LineSpec | BarSpec | ScatterSpec;

export type ChartKind = ChartSpec["kind"];

/** The content of a chart, independent of its table. */
export type ChartData = LineData | BarData | ScatterData;
