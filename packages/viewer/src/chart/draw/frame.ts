import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Box } from "./drawing.ts";
import { fitText, svg, textWidth } from "./svg.ts";

const MARGIN = 16;
const LEGEND_LINE = 20;

/** What stands in the legend for a series, eleven pixels high. */
export interface Sample {
  readonly width: number;
  draw(index: number, x: number, y: number): readonly SVGElement[];
}

/** A square of the fill of a series. */
export function square(fill: (index: number) => string): Sample {
  return {
    width: 11,
    draw: (index, x, y) => [svg("rect", { x, y, width: 11, height: 11, rx: 2.5, fill: fill(index) })],
  };
}

/** The title and, below it, what each colour stands for by a `sample` of its series. `bottom` is where the chart may begin. */
export function heading(
  title: string,
  names: readonly string[],
  width: number,
  sample: Sample,
): { parts: SVGElement[]; bottom: number } {
  const parts: SVGElement[] = [
    svg("text", { class: "title", x: MARGIN, y: 24 }, fitText(title, width - 2 * MARGIN, 15)),
  ];
  if (names.length < 2) return { parts, bottom: 44 };
  let x = MARGIN;
  let y = 46;
  for (const [index, name] of names.entries()) {
    const text = fitText(name, 240);
    const room = textWidth(text) + sample.width + 23;
    if (x > MARGIN && x + room > width - MARGIN) {
      x = MARGIN;
      y += LEGEND_LINE;
    }
    parts.push(...sample.draw(index, x, y - 10), svg("text", { class: "legend", x: x + sample.width + 6, y }, text));
    x += room;
  }
  return { parts, bottom: y + 16 };
}

/** A scale over the values, from round number to round number; from zero where zero is near. */
export function valueScale(
  values: readonly number[],
  range: readonly [number, number],
  ticks: number,
): ScaleLinear<number, number> {
  let low = Math.min(...extent(values));
  let high = Math.max(...extent(values));
  if (low === high) {
    const room = Math.abs(low) || 1;
    if (low >= 0) high += room;
    if (high <= 0 || low > 0) low -= room;
  }
  const span = high - low;
  if (low > 0 && low < span) low = 0;
  if (high < 0 && -high < span) high = 0;
  return scaleLinear([low, high], range).nice(ticks);
}

/** The least and the largest; spreading a long list into Math.min would overflow the stack. */
function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** Lines across the chart with their numbers on the left. */
export function valuesUp(scale: ScaleLinear<number, number>, box: Box, ticks: number): SVGElement[] {
  const format = scale.tickFormat(ticks);
  return scale
    .ticks(ticks)
    .flatMap((tick) => [
      svg("line", { class: lineClass(tick), x1: box.left, x2: box.right, y1: scale(tick), y2: scale(tick) }),
      svg("text", { class: "tick", x: box.left - 8, y: scale(tick), dy: "0.35em", "text-anchor": "end" }, format(tick)),
    ]);
}

/** Lines down the chart with their numbers below, or above where the chart may be longer than the view. */
export function valuesAcross(
  scale: ScaleLinear<number, number>,
  box: Box,
  ticks: number,
  isAbove = false,
): SVGElement[] {
  const format = scale.tickFormat(ticks);
  return scale
    .ticks(ticks)
    .flatMap((tick) => [
      svg("line", { class: lineClass(tick), x1: scale(tick), x2: scale(tick), y1: box.top, y2: box.bottom }),
      svg(
        "text",
        { class: "tick", x: scale(tick), y: isAbove ? box.top - 8 : box.bottom + 18, "text-anchor": "middle" },
        format(tick),
      ),
    ]);
}

/** How many ticks to ask for, so that their numbers stand apart side by side. */
export function ticksThatFit(scale: ScaleLinear<number, number>, most: number): number {
  for (let ticks = most; ticks > 1; ticks--) {
    const [first = 0, second] = scale.ticks(ticks);
    if (second === undefined || Math.abs(scale(second) - scale(first)) > widestTick(scale, ticks) + 10) return ticks;
  }
  return 1;
}

/** The room that the numbers of a scale need beside the chart. */
export function widestTick(scale: ScaleLinear<number, number>, ticks: number): number {
  const format = scale.tickFormat(ticks);
  return Math.max(...scale.ticks(ticks).map((tick) => textWidth(format(tick))));
}

function lineClass(tick: number): string {
  return tick === 0 ? "zero" : "rule";
}
