import { scaleUtc } from "d3-scale";
import { localDay, localMonth } from "../../l10n.ts";
import type { Box, PixelSpan } from "./drawing.ts";
import { type AxisLabel, areApart, labelsApart, labelsInside } from "./frame.ts";
import { svg } from "./svg.ts";

const DAY = 86_400_000;

export type TimeScale = ReturnType<typeof timeScale>;

/** A scale over a part of the days. */
export function timeScale(days: readonly number[], [from, to]: PixelSpan, range: readonly [number, number]) {
  const first = days[0] ?? 0;
  const last = days.at(-1) ?? first;
  if (first === last) return scaleUtc([first - DAY, last + DAY], range);
  return scaleUtc([first + from * (last - first), first + to * (last - first)], range);
}

/** The indexes of the days in view, with one more on each side, so that lines reach the edges. */
export function daysInView(days: readonly number[], scale: TimeScale): { from: number; to: number } {
  const [first, last] = scale.domain().map(Number);
  const from = Math.max(0, timeIndexOf(days, first ?? 0) - 1);
  const to = Math.min(days.length - 1, timeIndexOf(days, last ?? 0) + 1);
  return { from, to };
}

/** The index of the first day that is not before a time. */
export function timeIndexOf(days: readonly number[], time: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the day nearest to a time. */
export function nearestDayIndex(days: readonly number[], time: number): number {
  const after = Math.min(timeIndexOf(days, time), days.length - 1);
  const before = Math.max(0, after - 1);
  return Math.abs((days[before] ?? 0) - time) <= Math.abs((days[after] ?? 0) - time) ? before : after;
}

/** A label may reach this far beyond the ends of the axis. */
const OVERHANG = 16;
/** The narrowest label, such as `2026`, with the space to the next one. */
const MIN_LABEL_WIDTH = 34;

interface DayLabel extends AxisLabel {
  readonly day: number;
}

/** All days if there is room for their labels, else round dates; at least the first and the last day. */
export function dayTicks(scale: TimeScale, days: readonly number[], box: Box): SVGElement[] {
  const { bottom } = box;
  return dayLabels(scale, days, box).flatMap(({ day, text, middle }) => [
    svg("line", { class: "zero", x1: scale(day), x2: scale(day), y1: bottom, y2: bottom + 4 }),
    svg("text", { class: "tick day", x: middle, y: bottom + 17, "text-anchor": "middle" }, text),
  ]);
}

function dayLabels(scale: TimeScale, days: readonly number[], { left: leftEdge, right: rightEdge }: Box): DayLabel[] {
  const labelsOf = (some: readonly number[], textOf: (day: number) => string): DayLabel[] => {
    const texts = differentTexts(some, textOf);
    const labels = some.map((day, index) => ({ text: texts[index] ?? "", middle: scale(day) }));
    return labelsInside(labels, leftEdge - OVERHANG, rightEdge + OVERHANG).map((label, index) => ({
      ...label,
      day: some[index] ?? 0,
    }));
  };
  const { from, to } = daysInView(days, scale);
  const visibleDays = days
    .slice(from, to + 1)
    .filter((day) => scale(day) >= leftEdge - 1 && scale(day) <= rightEdge + 1);
  const maxLabels = Math.max(1, Math.floor((rightEdge - leftEdge) / MIN_LABEL_WIDTH));
  // To measure a label for each of thousands of days takes longer than all else of the drawing.
  const everyDay = visibleDays.length <= maxLabels ? labelsOf(visibleDays, localDay) : undefined;
  if (everyDay && areApart(everyDay)) return everyDay;
  const densest = roundDays(scale, maxLabels)
    .filter((some) => some.length > 1)
    .sort((a, b) => b.length - a.length);
  for (const some of densest) {
    const labels = labelsOf(some, roundDay);
    if (areApart(labels)) return labels;
  }
  const ends = labelsOf([visibleDays[0] ?? 0, visibleDays.at(-1) ?? 0], localDay);
  const visible = new Set(labelsApart(ends).map(({ text }) => text));
  return ends.filter(({ text }) => visible.has(text));
}

/** How many characters of an ISO time say the minute, the second and the millisecond after the day. */
const TIME_ENDS = [16, 19, 23] as const;

/** The texts of times, which may be on one day: then they have the time of day, and the day where it begins. */
function differentTexts(times: readonly number[], textOf: (day: number) => string): readonly string[] {
  const texts = times.map(textOf);
  const differ = (some: readonly string[]) => new Set(some).size === new Set(times).size;
  if (differ(texts)) return texts;
  const timesOfDay = (end: number) => times.map((time) => new Date(time).toISOString().slice(11, end));
  const isEnough = (end: number) => differ(timesOfDay(end).map((text, index) => `${texts[index]} ${text}`));
  return timesOfDay(TIME_ENDS.find(isEnough) ?? TIME_ENDS[2]).map((text, index) =>
    texts[index] === texts[index - 1] ? text : `${texts[index]} ${text}`,
  );
}

/** A time in the words of its day, with the time of day if it is not the beginning of the day in UTC. */
export function timeText(time: number): string {
  return time % DAY === 0 ? localDay(time) : `${localDay(time)} ${new Date(time).toISOString().slice(11, 16)} UTC`;
}

/** Round dates in several densities; also each second and third of them, which gives half-years. Each list has the roundest date. */
function roundDays(scale: TimeScale, most: number): number[][] {
  return Array.from({ length: Math.max(0, most - 1) }, (_, step) => most - step).flatMap((count) => {
    const all = scale.ticks(count).map(Number);
    const first = Math.max(
      0,
      all.findIndex((day) => roundDay(day).length === 4),
    );
    return [1, 2, 3].map((step) => all.filter((_, index) => (index - first) % step === 0));
  });
}

/** `2024` for the first day of a year, `2024-02` for the first day of a month, in the language of the reader. */
function roundDay(day: number): string {
  const date = new Date(day);
  if (date.getUTCDate() !== 1) return localDay(day);
  return date.getUTCMonth() === 0 ? String(date.getUTCFullYear()) : localMonth(day);
}
