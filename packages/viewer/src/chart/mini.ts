import type { Table } from "@analytics-engines/core/results";
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { t } from "../l10n.ts";
import { startSmall } from "../text.ts";
import { chartData, suggestCharts } from "./charts.ts";
import { type Colour, colourOf } from "./colour/colours.ts";
import type {
  AreasData,
  BarsData,
  ChartData,
  LinesData,
  PairsData,
  PointsData,
  Series,
  StepsData,
  TreeData,
} from "./spec.ts";

export const MINI_WIDTH = 132;
export const MINI_HEIGHT = 28;
const PAD = 2;
const MAX_BARS = 60;
const MAX_POINTS = 120;
/** More dots would merge in such a small picture. */
const MAX_DOTS = 500;
const MAX_LINES = 4;

/** The default chart of a table as a small picture of 132 × 28 pixels, with what it shows in words. It can be kept as JSON. */
export interface MiniChart {
  readonly marks: readonly MiniMark[];
  /** `active weight by sector`: it names the picture for readers who do not see it. */
  readonly caption: string;
}

/** A shape with its corner and size, its middle and radius, its two ends, or its path. */
export type MiniMark =
  | { readonly rect: readonly [x: number, y: number, width: number, height: number]; readonly fill: string }
  | { readonly circle: readonly [x: number, y: number, radius: number]; readonly fill: string }
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

/** An SVG element with the marks. The component that shows it needs `chartColours` (colour-style.ts) and `theme` among its styles. */
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
  if ("circle" in mark) {
    const [x, y, radius] = mark.circle;
    return svg`<circle cx=${x} cy=${y} r=${radius} fill=${mark.fill}></circle>`;
  }
  if ("line" in mark) {
    const [x1, y1, x2, y2] = mark.line;
    return svg`<line x1=${x1} y1=${y1} x2=${x2} y2=${y2} stroke="var(--line-strong)"></line>`;
  }
  if ("stroke" in mark) return svg`<path d=${mark.path} fill="none" stroke=${mark.stroke} stroke-width="1.5"></path>`;
  return svg`<path d=${mark.path} fill=${mark.fill}></path>`;
}

function captionOf(data: ChartData): string {
  if (data.shape === "areas") return t("weights to 100 %, {0} dates", data.days.length);
  if (data.shape === "steps") return t("effects");
  if (data.shape === "pairs" && data.breakAt !== undefined) return t("returns by period");
  const title = data.title.replaceAll(/\b(portfolio|benchmark|active) \| /gi, "");
  return startSmall(title);
}

function marksOf(data: ChartData): MiniMark[] {
  switch (data.shape) {
    case "bars":
      return barMarks(data);
    case "steps":
      return stepMarks(data);
    case "lines":
      return lineMarks(data);
    case "areas":
      return areaMarks(data);
    case "points":
      return pointMarks(data);
    case "tree":
      return treeMarks(data);
    case "months":
      return columns(data.cells.map(({ value }) => [0, value, "sign"]));
    case "pairs":
      return pairMarks(data);
  }
}

function barMarks({ series, totals, groups }: BarsData): MiniMark[] {
  const [first] = series;
  if (first === undefined) return [];
  const { values } = totals ?? first;
  const colour: Colour = totals || first.colour === "sign" ? "sign" : first.colour;
  const all = groups.map((_, place) => values[place] || 0);
  // Of many bars, the largest and the smallest: a reader looks at the ends of the list.
  const visibleValues = all.length <= MAX_BARS ? all : [...all.slice(0, MAX_BARS / 2), ...all.slice(-MAX_BARS / 2)];
  return columns(visibleValues.map((value) => [0, value, colour]));
}

function stepMarks({ steps }: StepsData): MiniMark[] {
  return columns(steps.map(({ from, to, colour }) => [from, to, colour]));
}

/** Upright bars between two values each, over a line at zero. */
function columns(all: readonly (readonly [from: number, to: number, colour: Colour])[]): MiniMark[] {
  const ends = [0, ...all.map(([from]) => from), ...all.map(([, to]) => to)];
  const y = scale(ends, MINI_HEIGHT - PAD, PAD);
  const step = MINI_WIDTH / Math.max(all.length, 1);
  const gap = step > 4 ? 1.5 : 0.4;
  const bars = all.map(([from, to, colour], place) => {
    const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
    return rect(
      place * step,
      top,
      Math.max(Math.min(step - gap, 22), 0.6),
      Math.max(bottom - top, 0.6),
      colourOf(colour, to - from),
    );
  });
  return [...bars, line(0, y(0), MINI_WIDTH, y(0))];
}

function lineMarks({ series, days, base }: LinesData): MiniMark[] {
  const lines = series.slice(0, MAX_LINES);
  const places = sampledPlaces(days);
  const values = lines.flatMap((one) => places.map((place) => one.values[place] ?? Number.NaN));
  const y = scale(base === undefined ? values : [base, ...values], MINI_HEIGHT - PAD, PAD);
  const x = scale([days[0] ?? 0, days.at(-1) ?? 1], PAD, MINI_WIDTH - PAD);
  const paths = lines.map((one) => {
    const points = places.filter((place) => !Number.isNaN(one.values[place] ?? Number.NaN));
    const path = points.map(
      (place, at) => `${at === 0 ? "M" : "L"}${x(days[place] ?? 0).toFixed(1)},${y(one.values[place] ?? 0).toFixed(1)}`,
    );
    return { path: path.join(""), stroke: colourOf(one.colour) };
  });
  return [...(base === undefined ? [] : [line(0, y(base), MINI_WIDTH, y(base))]), ...paths];
}

/** The places of at most about `MAX_POINTS` days, with the last. */
function sampledPlaces(days: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(days.length / MAX_POINTS));
  return [...days.keys()].filter((place) => place % step === 0 || place === days.length - 1);
}

function areaMarks({ series, days }: AreasData): MiniMark[] {
  const places = sampledPlaces(days);
  const x = scale([0, Math.max(places.length - 1, 1)], 0, MINI_WIDTH);
  const value = (one: Series, place: number) => Math.max(0, one.values[place] || 0);
  const sums = places.map((place) => series.reduce((sum, one) => sum + value(one, place), 0) || 1);
  let upperEdge = places.map(() => 0);
  return series.map((one) => {
    const lowerEdge = upperEdge.map((edge, at) => edge + (MINI_HEIGHT * value(one, places[at] ?? 0)) / (sums[at] ?? 1));
    const upper = upperEdge.map((edge, at) => `${x(at).toFixed(1)},${edge.toFixed(1)}`);
    const lower = lowerEdge.map((edge, at) => `${x(at).toFixed(1)},${edge.toFixed(1)}`).toReversed();
    upperEdge = lowerEdge;
    return { path: `M${[...upper, ...lower].join("L")}Z`, fill: colourOf(one.colour) };
  });
}

function pointMarks({ points: all }: PointsData): MiniMark[] {
  const points = all.slice(0, MAX_DOTS);
  const x = scale(
    points.map((point) => point.x),
    8,
    MINI_WIDTH - 8,
  );
  const y = scale(
    points.map((point) => point.y),
    MINI_HEIGHT - 8,
    6,
  );
  return [
    line(1, 2, 1, MINI_HEIGHT - 1),
    line(1, MINI_HEIGHT - 1, MINI_WIDTH, MINI_HEIGHT - 1),
    ...points
      .slice(0, MAX_POINTS)
      .map((point) => circle(x(point.x), y(point.y), points.length > 30 ? 1.5 : 3, point.colour)),
  ];
}

/** The parts side by side. */
function treeMarks({ leaves }: TreeData): MiniMark[] {
  const sum = leaves.reduce((total, { value }) => total + value, 0) || 1;
  let x = 0;
  return leaves
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_BARS)
    .map(({ value }, place) => {
      const width = (MINI_WIDTH * value) / sum;
      x += width;
      return rect(x - width, 0, Math.max(width - 0.5, 0.3), MINI_HEIGHT, colourOf(place));
    });
}

function pairMarks({ groups, series }: PairsData): MiniMark[] {
  const y = scale(
    series.flatMap(({ values }) => Array.from(values)),
    MINI_HEIGHT - 6,
    6,
  );
  const step = MINI_WIDTH / Math.max(groups.length, 1);
  return groups.flatMap((_, place) => {
    const middle = (place + 0.5) * step;
    return series.flatMap(({ values, colour }) => {
      const value = values[place] ?? Number.NaN;
      if (Number.isNaN(value)) return [];
      return colour === "bench"
        ? rect(middle - 5, y(value) - 1, 10, 2, colourOf(colour))
        : circle(middle, y(value), 2.5, colour);
    });
  });
}

/** A linear scale over the numbers among the values. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const numbers = values.filter((value) => !Number.isNaN(value));
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const span = high - low;
  return (value) => (span > 0 ? from + ((value - low) / span) * (to - from) : (from + to) / 2);
}

function rect(x: number, y: number, width: number, height: number, fill: string): MiniMark {
  return { rect: [rounded(x), rounded(y), rounded(width), rounded(height)], fill };
}

function circle(x: number, y: number, radius: number, colour: Colour): MiniMark {
  return { circle: [rounded(x), rounded(y), radius], fill: colourOf(colour) };
}

function line(x1: number, y1: number, x2: number, y2: number): MiniMark {
  return { line: [x1, rounded(y1), x2, rounded(y2)] };
}

/** A tenth of a pixel is enough. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
