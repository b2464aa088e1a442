import { scaleUtc } from "d3-scale";
import { line as linePath } from "d3-shape";
import { dayLabel } from "../dates.ts";
import { seriesColor } from "../palette.ts";
import type { LineData, Mark } from "../spec.ts";
import type { Drawing, Size } from "./drawing.ts";
import { heading, type Sample, square, valueScale, valuesUp, widestTick } from "./frame.ts";
import { dashOf, markOf } from "./patterns.ts";
import { round, svg, textWidth } from "./svg.ts";

/** Below this many days each value gets a dot. */
const MOST_DOTS = 60;
/** So many values of a line get a mark that tells it from the others. */
const MOST_MARKS = 24;

/** A piece of a line with its dashes and its mark. */
const markedLine: Sample = {
  width: 34,
  draw: (index, x, y) => [
    svg("line", {
      class: "sample",
      x1: x,
      x2: x + 34,
      y1: y + 6,
      y2: y + 6,
      stroke: seriesColor(index),
      "stroke-width": 2,
      "stroke-dasharray": dashOf(index),
    }),
    markOf(index, x + 17, y + 6),
  ],
};

export function drawLine(data: LineData, { width, height, patterned = false }: Size): Drawing {
  const isMarked = patterned && data.series.length > 1;
  const head = heading(
    data.title,
    data.series.map(({ name }) => name),
    width,
    isMarked ? markedLine : square(seriesColor),
  );
  const values = data.series.flatMap((series) => series.values.flatMap((mark) => (mark ? [mark.value] : [])));
  const ticks = Math.max(3, Math.floor((height - head.bottom) / 56));
  const top = head.bottom + 8;
  const bottom = height - 34;
  const y = valueScale(values, [bottom, top], ticks);
  const box = { left: 16 + widestTick(y, ticks) + 8, right: width - 24, top, bottom };
  const first = data.days[0] ?? 0;
  const last = data.days.at(-1) ?? first;
  const x = scaleUtc(first === last ? [first - 86_400_000, last + 86_400_000] : [first, last], [box.left, box.right]);
  const path = linePath<Mark | undefined>(
    (_, index) => round(x(data.days[index] ?? first)),
    (mark) => round(y(mark?.value ?? 0)),
  ).defined((mark) => mark !== undefined);
  const lines = data.series.map((series, index) => {
    const color = seriesColor(index);
    const group = svg("g", { class: "line" });
    group.append(
      svg("path", {
        d: path(series.values) ?? "",
        fill: "none",
        stroke: color,
        "stroke-width": 2,
        "stroke-dasharray": isMarked ? dashOf(index) : undefined,
        "stroke-linejoin": "round",
      }),
    );
    for (const [place, mark] of series.values.entries()) {
      const isAlone = !series.values[place - 1] && !series.values[place + 1];
      if (!mark) continue;
      if (isMarked && (isAlone || place % Math.ceil(data.days.length / MOST_MARKS) === 0)) {
        group.append(markOf(index, x(data.days[place] ?? first), y(mark.value)));
        continue;
      }
      if (data.days.length > MOST_DOTS && !isAlone) continue;
      group.append(
        svg("circle", {
          cx: x(data.days[place] ?? first),
          cy: y(mark.value),
          r: data.days.length > 30 ? 2 : 3,
          fill: color,
        }),
      );
    }
    return group;
  });
  const element = svg(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}` },
    ...head.parts,
    ...valuesUp(y, box, ticks),
    ...dayTicks(x, data.days, box.left, box.right, bottom),
    ...lines,
  );
  return { element, width, height, hit };

  /** The day nearest to the mouse, with the value of every line. */
  function hit(atX: number, atY: number) {
    if (atX < box.left - 20 || atX > box.right + 20 || atY < top - 20 || atY > bottom + 20) return undefined;
    const place = nearest(data.days, Number(x.invert(atX)));
    const day = data.days[place];
    if (day === undefined) return undefined;
    const found = data.series.flatMap((series, index) => {
      const mark = series.values[place];
      return mark ? [{ color: seriesColor(index), name: series.name, text: mark.text(), value: mark.value }] : [];
    });
    return { x: x(day), y: atY, title: dayLabel(day), lines: found.sort((a, b) => b.value - a.value) };
  }
}

/** The days themselves where they are few and have room, else round dates. */
function dayTicks(
  x: ReturnType<typeof scaleUtc<number, number>>,
  days: readonly number[],
  left: number,
  right: number,
  bottom: number,
): SVGElement[] {
  const most = Math.max(2, Math.floor((right - left) / 90));
  const ticks =
    days.length <= most
      ? days.map((day) => ({ day, text: dayLabel(day) }))
      : x.ticks(most).map((date) => ({ day: date.getTime(), text: roundDay(date.getTime()) }));
  return ticks.flatMap(({ day, text }) => {
    const half = textWidth(text) / 2;
    const at = Math.max(left - 30 + half, Math.min(right + 20 - half, x(day)));
    return [
      svg("line", { class: "zero", x1: x(day), x2: x(day), y1: bottom, y2: bottom + 5 }),
      svg("text", { class: "tick", x: at, y: bottom + 20, "text-anchor": "middle" }, text),
    ];
  });
}

/** The first of a year as the year, the first of a month as the month. */
function roundDay(day: number): string {
  return dayLabel(day)
    .replace(/-01$/, "")
    .replace(/^(\d{4})-01$/, "$1");
}

function nearest(days: readonly number[], time: number): number {
  let low = 0;
  let high = days.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  return Math.abs((days[high] ?? 0) - time) < Math.abs((days[low] ?? 0) - time) ? high : low;
}
