import type { TableReading } from "@analytics-engines/core/results";
import type { Colour } from "./colour.ts";
import type { FormattedValues } from "./read/values.ts";

export type ChartKind =
  | "bars"
  | "active"
  | "trades"
  | "waterfall"
  | "effects"
  | "risk"
  | "area"
  | "line"
  | "cumulative"
  | "drawdown"
  | "rebased"
  | "months"
  | "periods"
  | "horizons"
  | "keyRates"
  | "scatter"
  | "riskReturn"
  | "style"
  | "pairs";

/** A chart of a table. */
export interface ChartSpec {
  readonly kind: ChartKind;
  /** The numbers that the chart draws, as indices of columns; of a scatter chart the number across, then the number up. */
  readonly measures: readonly number[];
  /** The level of the rows; without it, the rows of the innermost level. */
  readonly level?: number | undefined;
  /** The measures are the groups, and each row has a colour. */
  readonly measuresAsGroups?: boolean | undefined;
}

/** The content of a chart, independent of its table. A `shape` is drawn in one way; several kinds of chart share it. */
export type ChartData = BarsData | StepsData | LinesData | AreasData | PointsData | MonthsData | PairsData;

interface ChartText {
  readonly title: string;
  /** What the title does not say: the unit, the date, the order. */
  readonly subtitle: string;
  /** Sentences about the data that the chart leaves out; undefined if it shows all. */
  readonly note?: string | undefined;
  /** How many of the rows the chart draws; undefined if it draws all. */
  readonly largest?: Largest | undefined;
}

/** The rows with the largest numbers, which a chart draws in place of all. */
export interface Largest {
  readonly count: number;
  /** The rows with a number. */
  readonly rowCount: number;
  /** How many the whole chart draws, where this is a smaller picture of it. */
  readonly chartCount?: number;
}

export interface Series extends FormattedValues {
  readonly name: string;
  readonly colour: Colour;
}

export interface BarsData extends ChartText {
  readonly shape: "bars";
  /** The groups are side by side, in the order of an axis, and not below each other. */
  readonly isUpright?: true;
  /** The bars of a group are its parts, one after the other. */
  readonly isStacked?: boolean;
  readonly groups: readonly string[];
  readonly series: readonly Series[];
  /** The number of series, with those that the chart leaves out. */
  readonly seriesCount: number;
  /** The sums of stacked bars: a tick and a number, never a bar. */
  readonly totals?: FormattedValues | undefined;
  /** The number of rows without a number, which have no bar. */
  readonly missing?: number;
  readonly unit: string;
}

/** From one result to another by the effects between them. */
export interface StepsData extends ChartText {
  readonly shape: "steps";
  readonly steps: readonly WaterfallStep[];
  readonly unit: string;
}

export interface WaterfallStep {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly colour: Colour;
}

export interface LinesData extends ChartText {
  readonly shape: "lines";
  /** Milliseconds since 1970, ascending. */
  readonly days: readonly number[];
  /** The values of a series have one number for each day. */
  readonly series: readonly Series[];
  readonly seriesCount: number;
  readonly unit: string;
  /** The value at which all lines begin, drawn as a line. */
  readonly base?: number | undefined;
}

/** Parts of 100 % over time. */
export interface AreasData extends ChartText {
  readonly shape: "areas";
  readonly days: readonly number[];
  readonly series: readonly Series[];
  readonly unit: string;
}

export interface PointsData extends ChartText {
  readonly shape: "points";
  readonly x: PointAxis;
  readonly y: PointAxis;
  readonly points: readonly Point[];
}

export interface PointAxis {
  readonly name: string;
  readonly unit: string;
  /** The ends of an axis that has a meaning at each. */
  readonly ends?: readonly [low: string, high: string] | undefined;
}

export interface Point {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly xText: string;
  readonly yText: string;
  readonly colour: Colour;
}

/** A value for each month of each year. */
export interface MonthsData extends ChartText {
  readonly shape: "months";
  readonly years: readonly number[];
  readonly cells: readonly MonthCell[];
}

export interface MonthCell {
  readonly year: number;
  /** From 0. */
  readonly month: number;
  readonly value: number;
  readonly text: string;
}

/** The numbers of fund and benchmark on one line for each group: dots, and a bar for the benchmark. */
export interface PairsData extends ChartText {
  readonly shape: "pairs";
  readonly groups: readonly string[];
  readonly series: readonly Series[];
  readonly seriesCount: number;
  readonly unit: string;
}

/** A kind of chart. A new one stands with those of its shape, and is named in `charts.ts`. */
export interface ChartKindRules {
  /** Its name in the menu. */
  readonly name: string;
  /** The chart of this kind that suits a table best; undefined if the table does not prove that one is true. */
  readonly suggest: (reading: TableReading) => ChartSpec | undefined;
  readonly data: (reading: TableReading, spec: ChartSpec) => ChartData;
  readonly controls?: (reading: TableReading, spec: ChartSpec) => ChartControl[];
}

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
