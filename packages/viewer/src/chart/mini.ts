import type { Table } from "@analytics-engines/core/results";
import { type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { startSmall } from "../text.ts";
import { chartData, suggestCharts } from "./charts.ts";
import { type Colour, colourOf } from "./colour.ts";
import type { ChartData, Series } from "./spec.ts";

export const MINI_WIDTH = 132;
export const MINI_HEIGHT = 28;
const PAD = 2;
const MAX_BARS = 60;
const MAX_POINTS = 120;
const MAX_LINES = 4;

/** The default chart of a table as a small picture of 132 × 28 pixels, with what it shows in words. It can be kept as JSON. */
export interface MiniChart {
  readonly marks: readonly MiniMark[];
  /** `active weight by sector`: it names the picture for readers who do not see it. */
  readonly caption: string;
}

/** A shape with its corner and size, its two ends, or its path. */
export type MiniMark =
  | { readonly rect: readonly [x: number, y: number, width: number, height: number]; readonly fill: string }
  | { readonly line: readonly [x1: number, y1: number, x2: number, y2: number] }
  | { readonly path: string; readonly stroke: string }
  | { readonly path: string; readonly fill: string };

type DrawnMark = Exclude<MiniMark, { readonly rect: unknown }>;

/** The default chart of a table as a small picture; undefined if the table has nothing to draw. */
export function miniChart(table: Table): MiniChart | undefined {
  const [spec] = suggestCharts(table);
  if (spec === undefined) return undefined;
  const data = chartData(table, spec);
  return { caption: captionOf(data), marks: marksOf(data) };
}

/** An SVG element with the marks. The component that shows it needs `chartColours` (swatch.ts) and `theme` among its styles. */
export function miniPicture({ marks, caption }: MiniChart): TemplateResult {
  return html`<svg width=${MINI_WIDTH} height=${MINI_HEIGHT} viewBox="0 0 ${MINI_WIDTH} ${MINI_HEIGHT}" role="img" aria-label=${caption}>${withJoinedRects(marks).map(markElement)}</svg>`;
}

/** The rectangles of one colour as one path: a list of hundreds of pictures scrolls smoothly only with few elements. */
function withJoinedRects(marks: readonly MiniMark[]): DrawnMark[] {
  const paths = new Map<string, string>();
  const others: DrawnMark[] = [];
  for (const mark of marks) {
    if (!("rect" in mark)) {
      others.push(mark);
      continue;
    }
    const [x, y, width, height] = mark.rect;
    paths.set(mark.fill, `${paths.get(mark.fill) ?? ""}M${x},${y}h${width}v${height}h${-width}z`);
  }
  return [...Array.from(paths, ([fill, path]) => ({ path, fill })), ...others];
}

function markElement(mark: DrawnMark): SVGTemplateResult {
  if ("line" in mark) {
    const [x1, y1, x2, y2] = mark.line;
    return svg`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} stroke="var(--line-strong)"></line>`;
  }
  if ("stroke" in mark) return svg`<path d=${mark.path} fill="none" stroke=${mark.stroke} stroke-width="1.5"></path>`;
  return svg`<path d=${mark.path} fill=${mark.fill}></path>`;
}

function captionOf(data: ChartData): string {
  if (data.shape === "steps") return t("effects");
  return startSmall(data.title);
}

/** Upright bars for numbers of groups, and lines for numbers over time. */
function marksOf(data: ChartData): MiniMark[] {
  switch (data.shape) {
    case "lines":
    case "areas":
      return lineMarks(data.series, data.days, data.shape === "lines" ? data.base : 0);
    case "steps":
      return barMarks(data.steps.map(({ from, to, colour }) => [from, to, colour]));
    case "months":
      return barMarks(data.cells.map(({ value }) => [0, value, "sign"]));
    case "points":
      // The number up of each point, from left to right.
      return barMarks(data.points.toSorted((a, b) => a.x - b.x).map(({ y, colour }) => [0, y, colour]));
    case "bars":
    case "pairs":
      return barMarks(
        groupBars(data.series, data.shape === "bars" ? data.totals?.values : undefined, data.groups.length),
      );
  }
}

type Bar = readonly [from: number, to: number, colour: Colour];

/** The bars of the totals, else of each series side by side. */
function groupBars(series: readonly Series[], totals: ArrayLike<number> | undefined, count: number): readonly Bar[] {
  return Array.from({ length: count }, (_, valueIndex): readonly Bar[] =>
    totals === undefined
      ? series.map(({ values, colour }) => [0, values[valueIndex] || 0, colour])
      : [[0, totals[valueIndex] || 0, "sign"]],
  ).flat();
}

/** Upright bars between two values each, over a line at zero. Of many bars, the first and the last: a reader looks at the ends of the list. */
function barMarks(bars: readonly Bar[]): MiniMark[] {
  const visible = bars.length <= MAX_BARS ? bars : [...bars.slice(0, MAX_BARS / 2), ...bars.slice(-MAX_BARS / 2)];
  const y = scale([0, ...visible.map(([from]) => from), ...visible.map(([, to]) => to)], MINI_HEIGHT - PAD, PAD);
  const step = MINI_WIDTH / Math.max(visible.length, 1);
  const gap = step > 4 ? 1.5 : 0.4;
  const rects = visible.map(([from, to, colour], valueIndex): MiniMark => {
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
    const width = Math.max(Math.min(step - gap, 22), 0.6);
    const height = Math.max(bottom - top, 0.6);
    return {
      rect: [rounded(valueIndex * step), rounded(top), rounded(width), rounded(height)],
      fill: colourOf(colour, to - from),
    };
  });
  return [...rects, zeroLine(y(0))];
}

function lineMarks(all: readonly Series[], days: readonly number[], base: number | undefined): MiniMark[] {
  const lines = all.slice(0, MAX_LINES);
  const dayIndexes = sampledIndexes(days);
  const values = lines.flatMap((line) => dayIndexes.map((valueIndex) => line.values[valueIndex] ?? Number.NaN));
  const y = scale(base === undefined ? values : [base, ...values], MINI_HEIGHT - PAD, PAD);
  const x = scale([days[0] ?? 0, days.at(-1) ?? 1], PAD, MINI_WIDTH - PAD);
  const paths = lines.map((line) => {
    const points = dayIndexes.filter((valueIndex) => !Number.isNaN(line.values[valueIndex] ?? Number.NaN));
    const path = points.map(
      (valueIndex, at) =>
        `${at === 0 ? "M" : "L"}${x(days[valueIndex] ?? 0).toFixed(1)},${y(line.values[valueIndex] ?? 0).toFixed(1)}`,
    );
    return { path: path.join(""), stroke: colourOf(line.colour) };
  });
  return [...(base === undefined ? [] : [zeroLine(y(base))]), ...paths];
}

/** The places of at most about `MAX_POINTS` days, with the last. */
function sampledIndexes(days: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(days.length / MAX_POINTS));
  return [...days.keys()].filter((valueIndex) => valueIndex % step === 0 || valueIndex === days.length - 1);
}

/** A linear scale over the numbers among the values. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const numbers = values.filter((value) => !Number.isNaN(value));
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const span = high - low;
  return (value) => (span > 0 ? from + ((value - low) / span) * (to - from) : (from + to) / 2);
}

function zeroLine(y: number): MiniMark {
  return { line: [0, rounded(y), MINI_WIDTH, rounded(y)] };
}

/** A tenth of a pixel is enough. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
