/** A chart of a table. Columns are indices into the table's columns; `level` takes the rows of one group level alone. */
export type ChartSpec =
  | {
      readonly kind: "line";
      readonly date: number;
      readonly measures: readonly number[];
      /** A column whose every text is a line of its own, of the first measure. */
      readonly split?: number;
      readonly level?: number;
    }
  | {
      readonly kind: "bar";
      readonly category: number;
      readonly measures: readonly number[];
      readonly level?: number;
      /** The measures are the groups, and each row has a colour. */
      readonly across?: true;
    }
  | {
      readonly kind: "scatter";
      readonly x: number;
      readonly y: number;
      readonly label?: number;
      readonly level?: number;
    };

export type ChartKind = ChartSpec["kind"];

export const chartNames: Readonly<Record<ChartKind, string>> = { line: "Line", bar: "Bars", scatter: "Scatter" };

/** What is drawn, free of the table: see chart-data.ts. */
export type ChartData = LineData | BarData | ScatterData;

interface ChartText {
  readonly title: string;
  /** What is left out of the picture, in a sentence; never left out silently. */
  readonly note?: string;
}

export interface Series<Value> {
  readonly name: string;
  readonly values: readonly Value[];
}

/** A cell drawn: its number, and the text that the table's format makes of it. */
export interface Mark {
  readonly value: number;
  readonly text: () => string;
  /** The same, short enough to stand in a picture. */
  readonly label: () => string;
}

/** How many series there are, those included that are left out. */
interface SeriesCount {
  readonly seriesCount: number;
}

export interface LineData extends ChartText, SeriesCount {
  readonly kind: "line";
  /** Milliseconds since 1970, rising. */
  readonly days: readonly number[];
  /** One value a day; undefined where there is none. */
  readonly series: readonly Series<Mark | undefined>[];
}

export interface BarData extends ChartText, SeriesCount {
  readonly kind: "bar";
  readonly groups: readonly string[];
  readonly series: readonly Series<Mark | undefined>[];
}

export interface ScatterData extends ChartText {
  readonly kind: "scatter";
  readonly xName: string;
  readonly yName: string;
  readonly points: readonly { readonly label: string; readonly x: Mark; readonly y: Mark }[];
}
