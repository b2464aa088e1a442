import { type ScaleLinear, scaleLinear } from "d3-scale";
import type { Box } from "./drawing.ts";
import { fitText, svg, textWidth } from "./svg.ts";

const MARGIN = 16;
const LEGEND_LINE = 20;

/** The sign of a series in the legend, eleven pixels high. */
export interface LegendSign {
  readonly width: number;
  draw(index: number, x: number, y: number): readonly SVGElement[];
}

/** A square with the fill of its series. */
export function square(fill: (index: number) => string): LegendSign {
  return {
    width: 11,
    draw: (index, x, y) => [svg("rect", { x, y, width: 11, height: 11, rx: 2.5, fill: fill(index) })],
  };
}

/** The title and the legend of several series. `bottom` is the top edge of the space for the chart. */
export function heading(
  title: string,
  names: readonly string[],
  width: number,
  sign: LegendSign,
): { parts: SVGElement[]; bottom: number } {
  const parts: SVGElement[] = [
    svg("text", { class: "title", x: MARGIN, y: 24 }, fitText(title, width - 2 * MARGIN, 15)),
  ];
  if (names.length < 2) return { parts, bottom: 44 };
  let x = MARGIN;
  let y = 46;
  for (const [index, name] of names.entries()) {
    const text = fitText(name, 240);
    const room = textWidth(text) + sign.width + 23;
    if (x > MARGIN && x + room > width - MARGIN) {
      x = MARGIN;
      y += LEGEND_LINE;
    }
    parts.push(...sign.draw(index, x, y - 10), svg("text", { class: "legend", x: x + sign.width + 6, y }, text));
    x += room;
  }
  return { parts, bottom: y + 16 };
}

/** A scale over the values that begins and ends at round numbers. It includes zero if zero is near. */
export function valueScale(
  values: readonly number[],
  range: readonly [number, number],
  ticks: number,
): ScaleLinear<number, number> {
  let [low, high] = extent(values);
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

/** The smallest and the largest value. Math.min(...values) would overflow the stack for a long list. */
function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/** A line at each tick of a scale, with its number on the left, below or above the chart. */
export function tickLines(
  scale: ScaleLinear<number, number>,
  box: Box,
  ticks: number,
  side: "left" | "below" | "above",
): SVGElement[] {
  const format = scale.tickFormat(ticks);
  return scale.ticks(ticks).flatMap((tick) => {
    const at = scale(tick);
    const line =
      side === "left"
        ? { x1: box.left, x2: box.right, y1: at, y2: at }
        : { x1: at, x2: at, y1: box.top, y2: box.bottom };
    const text =
      side === "left"
        ? { x: box.left - 8, y: at, dy: "0.35em", "text-anchor": "end" }
        : { x: at, y: side === "above" ? box.top - 8 : box.bottom + 18, "text-anchor": "middle" };
    return [
      svg("line", { class: tick === 0 ? "zero" : "rule", ...line }),
      svg("text", { class: "tick", ...text }, format(tick)),
    ];
  });
}

/** The most ticks whose numbers do not overlap side by side. */
export function ticksThatFit(scale: ScaleLinear<number, number>, most: number): number {
  for (let ticks = most; ticks > 1; ticks--) {
    const [first = 0, second] = scale.ticks(ticks);
    if (second === undefined || Math.abs(scale(second) - scale(first)) > widestTick(scale, ticks) + 10) return ticks;
  }
  return 1;
}

/** The width of the widest number of a scale, in pixels. */
export function widestTick(scale: ScaleLinear<number, number>, ticks: number): number {
  const format = scale.tickFormat(ticks);
  return Math.max(...scale.ticks(ticks).map((tick) => textWidth(format(tick))));
}
