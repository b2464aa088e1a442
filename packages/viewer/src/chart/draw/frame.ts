import { withMinus } from "@analytics-engines/core/results";
import { type ScaleLinear, scaleLinear } from "d3-scale";
import { localNumber } from "../../l10n.ts";
import { type Colour, colourOf } from "../colour.ts";
import type { Series } from "../spec.ts";
import type { Box } from "./drawing.ts";
import { fitText, svg, textWidth } from "./svg.ts";

const LABEL_SIZE = 11;
/** Pixels between two labels of an axis. */
const GAP = 8;
/** Fewer letters before an ellipsis say nothing: the mouse and the arrow keys show the whole name. */
const MIN_LETTERS = 8;

/** A label of a horizontal axis, with the place of its middle. */
export interface AxisLabel {
  readonly text: string;
  readonly middle: number;
}

/** The text in this width, shortened if enough of it fits; empty if too little of it would be left to read. */
export function labelIn(text: string, width: number, weight = 400): string {
  const label = fitText(text, width, LABEL_SIZE, weight);
  if (label === text) return textWidth(text, LABEL_SIZE, weight) <= width ? text : "";
  return label.length > MIN_LETTERS ? label : "";
}

/** The labels, moved inside of two edges. */
export function labelsInside(labels: readonly AxisLabel[], leftEdge: number, rightEdge: number): AxisLabel[] {
  return labels.map(({ text, middle }) => {
    const half = textWidth(text, LABEL_SIZE) / 2;
    return { text, middle: Math.max(leftEdge + half, Math.min(rightEdge - half, middle)) };
  });
}

/** Whether no two labels in the order of an axis touch. */
export function areApart(labels: readonly AxisLabel[]): boolean {
  return labels.every((label, index) => index === 0 || isApart(labels[index - 1], label));
}

/** The labels without those that would touch another one. The last one stays: it has the unit, or the latest date. */
export function labelsApart(labels: readonly AxisLabel[]): AxisLabel[] {
  const visible: AxisLabel[] = [];
  for (const label of labels.toReversed()) if (isApart(label, visible[0])) visible.unshift(label);
  return visible;
}

function isApart(before: AxisLabel | undefined, after: AxisLabel | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  const halves = (textWidth(before.text, LABEL_SIZE) + textWidth(after.text, LABEL_SIZE)) / 2;
  return after.middle - before.middle >= halves + GAP;
}

export const MARGIN = 12;
/** The space between a label and the edge of the drawing. */
const EDGE = 2;
const LEGEND_LINE = 18;

/** The sign of a series in the legend, ten pixels high. */
export interface LegendSign {
  readonly width: number;
  draw(index: number, x: number, y: number): readonly SVGElement[];
}

/** A square with the fill of its series. */
export function square(fill: (index: number) => string): LegendSign {
  return {
    width: 10,
    draw: (index, x, y) => [svg("rect", { x, y, width: 10, height: 10, fill: fill(index) })],
  };
}

/** Squares in the colours of series. */
export function colourSquares(colours: readonly Colour[]): LegendSign {
  return square((index) => colourOf(colours[index] ?? 0));
}

/** The names of series, for a legend. */
export function seriesNames(series: readonly Pick<Series, "name">[]): string[] {
  return series.map(({ name }) => name);
}

interface Heading {
  readonly parts: SVGElement[];
  /** The top edge of the space for the chart. */
  readonly bottom: number;
}

/** The title, the subtitle beside or below it, and the legend of several series; one series needs none. */
export function heading(
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
  names: readonly string[],
  width: number,
  sign: LegendSign,
): Heading {
  const fittedTitle = fitText(title, width - 2 * MARGIN, 13, 600);
  const subtitleX = MARGIN + textWidth(fittedTitle, 13, 600) + 12;
  const isBeside = subtitleX + textWidth(subtitle, 11) < width - MARGIN;
  const parts: SVGElement[] = [
    svg("text", { class: "title", x: MARGIN, y: 20 }, fittedTitle),
    svg(
      "text",
      { class: "subtitle", x: isBeside ? subtitleX : MARGIN, y: isBeside ? 20 : 36 },
      fitText(subtitle, width - 2 * MARGIN, 11),
    ),
  ];
  const bottom = isBeside ? 32 : 48;
  if (names.length < 2) return { parts, bottom };
  let x = MARGIN;
  let y = bottom + 10;
  for (const [index, name] of names.entries()) {
    const text = fitText(name, 220, 11);
    const room = textWidth(text, 11) + sign.width + 20;
    if (x > MARGIN && x + room > width - MARGIN) {
      x = MARGIN;
      y += LEGEND_LINE;
    }
    parts.push(...sign.draw(index, x, y - 9), svg("text", { class: "legend", x: x + sign.width + 6, y }, text));
    x += room;
  }
  return { parts, bottom: y + 12 };
}

/** The ends of a scale are multiples of a step of about this many: the step of two or three ticks would leave up to half of the drawing empty. */
const END_STEPS = 5;

/** A scale over the values that begins and ends at round numbers. */
export function valueScale(
  values: Iterable<number>,
  range: readonly [number, number],
  ticks: number,
): ScaleLinear<number, number> {
  let [low, high] = extent(values);
  if (low === high) {
    const room = Math.abs(low) || 1;
    if (low >= 0) high += room;
    if (high <= 0 || low > 0) low -= room;
  }
  return scaleLinear([low, high], range).nice(Math.max(END_STEPS, ticks));
}

/** The smallest and the largest value, without NaN. */
export function extent(values: Iterable<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** All numbers of series. */
export function* allValues(series: readonly Pick<Series, "values">[]): Generator<number> {
  for (const { values } of series)
    for (let index = 0; index < values.length; index++) yield values[index] ?? Number.NaN;
}

/** A horizontal line at each tick of a scale, with its number on the left; the last number has the unit. */
export function tickLines(scale: ScaleLinear<number, number>, box: Box, ticks: number, unit: string): SVGElement[] {
  const texts = tickTexts(scale, ticks, unit);
  return ticksOf(scale, ticks).flatMap((tick, index) => {
    const y = scale(tick);
    return [
      svg("line", { class: tick === 0 ? "zero" : "rule", x1: box.left, x2: box.right, y1: y, y2: y }),
      svg("text", { class: "tick", x: box.left - 8, y, dy: "0.35em", "text-anchor": "end" }, texts[index] ?? ""),
    ];
  });
}

/**
 * An upright line at each tick of a scale, with its number below the box, or also above it; the last number has the unit. Numbers stay within the
 * drawing, and none touches another.
 */
export function tickColumns(
  scale: ScaleLinear<number, number>,
  box: Box,
  ticks: number,
  unit: string,
  { width, isAlsoAbove = false }: { readonly width: number; readonly isAlsoAbove?: boolean },
): SVGElement[] {
  const texts = tickTexts(scale, ticks, unit);
  const all = ticksOf(scale, ticks);
  const lines = all.map((tick) =>
    svg("line", {
      class: tick === 0 ? "zero" : "rule",
      x1: scale(tick),
      x2: scale(tick),
      y1: box.top,
      y2: box.bottom,
    }),
  );
  const labels = all.map((tick, index) => ({ text: texts[index] ?? "", middle: scale(tick) }));
  const visible = labelsApart(labelsInside(labels, EDGE, width - EDGE));
  const numbersAt = (y: number) =>
    visible.map(({ text, middle }) => svg("text", { class: "tick", x: middle, y, "text-anchor": "middle" }, text));
  return [...lines, ...(isAlsoAbove ? numbersAt(box.top - 6) : []), ...numbersAt(box.bottom + 16)];
}

/** About this many ticks, and at least two: one number does not say how long a part of an axis is. */
function ticksOf(scale: ScaleLinear<number, number>, ticks: number): number[] {
  return scale.ticks(tickCount(scale, ticks));
}

function tickCount(scale: ScaleLinear<number, number>, ticks: number): number {
  let count = ticks;
  while (scale.ticks(count).length < 2 && count < 2 * END_STEPS) count += 1;
  return count;
}

/** The numbers of the ticks. The last one has the unit: `4 %`. */
function tickTexts(scale: ScaleLinear<number, number>, ticks: number, unit: string): string[] {
  const format = scale.tickFormat(tickCount(scale, ticks));
  const all = ticksOf(scale, ticks).map((tick) => localNumber(withMinus(format(tick).replace("\u2212", "-"))));
  const last = all.length - 1;
  return all.map((text, index) => (index === last && unit !== "" ? `${text} ${unit}` : text));
}

/** How many ticks have room for their numbers side by side. If not even two have, it is `most`, and `tickColumns` leaves numbers out. */
export function ticksThatFit(scale: ScaleLinear<number, number>, most: number, unit: string): number {
  for (let ticks = most; ticks > 1; ticks--) {
    const [first = 0, second = first] = ticksOf(scale, ticks);
    if (Math.abs(scale(second) - scale(first)) > widestTick(scale, ticks, unit) + 10) return ticks;
  }
  return most;
}

/** The width of the widest number of a scale, in pixels. */
export function widestTick(scale: ScaleLinear<number, number>, ticks: number, unit: string): number {
  return Math.max(...tickTexts(scale, ticks, unit).map((text) => textWidth(text, LABEL_SIZE)), 0);
}
