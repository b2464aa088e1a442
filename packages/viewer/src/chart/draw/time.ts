import { scaleUtc } from "d3-scale";
import { dayLabel } from "../dates.ts";
import type { Box, PixelSpan } from "./drawing.ts";
import { svg, textWidth } from "./svg.ts";

const DAY = 86_400_000;

export type TimeScale = ReturnType<typeof timeScale>;

/** A scale over a part of the days. */
export function timeScale(days: readonly number[], [from, to]: PixelSpan, range: readonly [number, number]) {
  const first = days[0] ?? 0;
  const last = days.at(-1) ?? first;
  if (first === last) return scaleUtc([first - DAY, last + DAY], range);
  return scaleUtc([first + from * (last - first), first + to * (last - first)], range);
}

/** The places of the days in view, with one more on each side, so that lines reach the edges. */
export function daysInView(days: readonly number[], scale: TimeScale): { from: number; to: number } {
  const [first, last] = scale.domain().map(Number);
  const from = Math.max(0, timePlaceOf(days, first ?? 0) - 1);
  const to = Math.min(days.length - 1, timePlaceOf(days, last ?? 0) + 1);
  return { from, to };
}

/** The place of the first day that is not before a time. */
export function timePlaceOf(days: readonly number[], time: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the day nearest to a time. */
export function nearestPlace(days: readonly number[], time: number): number {
  const after = Math.min(timePlaceOf(days, time), days.length - 1);
  const before = Math.max(0, after - 1);
  return Math.abs((days[before] ?? 0) - time) <= Math.abs((days[after] ?? 0) - time) ? before : after;
}

/** All days if there is room for them, else round dates. */
export function dayTicks(scale: TimeScale, days: readonly number[], { left, right, bottom }: Box): SVGElement[] {
  const most = Math.max(2, Math.floor((right - left) / 84));
  const { from, to } = daysInView(days, scale);
  const shown = days.slice(from, to + 1).filter((day) => scale(day) >= left - 1 && scale(day) <= right + 1);
  const ticks =
    shown.length <= most
      ? shown.map((day) => ({ day, text: dayLabel(day) }))
      : scale.ticks(most).map((date) => ({ day: date.getTime(), text: roundDay(date.getTime()) }));
  return ticks.flatMap(({ day, text }) => {
    const half = textWidth(text, 11) / 2;
    const at = Math.max(left - 20 + half, Math.min(right + 20 - half, scale(day)));
    return [
      svg("line", { class: "zero", x1: scale(day), x2: scale(day), y1: bottom, y2: bottom + 4 }),
      svg("text", { class: "tick", x: at, y: bottom + 17, "text-anchor": "middle" }, text),
    ];
  });
}

/** `2024` for the first day of a year, `2024-02` for the first day of a month. */
function roundDay(day: number): string {
  return dayLabel(day)
    .replace(/-01$/, "")
    .replace(/^(\d{4})-01$/, "$1");
}
