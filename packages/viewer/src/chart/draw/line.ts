import { scaleUtc } from "d3-scale";
import { line as linePath } from "d3-shape";
import { dayLabel } from "../dates.ts";
import type { LineData } from "../kinds/line.ts";
import { seriesColor } from "../palette.ts";
import type { ChartValue } from "../values.ts";
import type { Drawing, DrawingSize } from "./drawing.ts";
import { heading, type LegendSign, square, tickLines, valueScale, widestTick } from "./frame.ts";
import { dashOf, seriesMark } from "./patterns.ts";
import { picture, round, svg, textWidth } from "./svg.ts";

/** With at most this many days, each value has a dot. */
const MOST_DOTS = 60;
/** In high contrast, about this many values of a line have its mark. */
const MOST_MARKS = 24;

/** A piece of the line with its dashes and its mark. */
const markedLine: LegendSign = {
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
    seriesMark(index, x + 17, y + 6),
  ],
};

export function drawLine(data: LineData, { width, height, patterned = false }: DrawingSize): Drawing {
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
  const path = linePath<ChartValue | undefined>(
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
        group.append(seriesMark(index, x(data.days[place] ?? first), y(mark.value)));
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
  const element = picture(
    width,
    height,
    ...head.parts,
    ...tickLines(y, box, ticks, "left"),
    ...dayTicks(x, data.days, box.left, box.right, bottom),
    ...lines,
  );
  return { element, width, height, hit };

  /** The day nearest to the mouse, with the values of all lines. */
  function hit(atX: number, atY: number) {
    if (atX < box.left - 20 || atX > box.right + 20 || atY < top - 20 || atY > bottom + 20) return undefined;
    const time = Number(x.invert(atX));
    const distance = (day: number) => Math.abs(day - time);
    const day = data.days.reduce((best, one) => (distance(one) < distance(best) ? one : best), first);
    const place = data.days.indexOf(day);
    if (place < 0) return undefined;
    const found = data.series.flatMap((series, index) => {
      const mark = series.values[place];
      return mark ? [{ color: seriesColor(index), name: series.name, text: mark.text(), value: mark.value }] : [];
    });
    return { x: x(day), y: atY, title: dayLabel(day), lines: found.sort((a, b) => b.value - a.value) };
  }
}

/** All days if there is room for them, else round dates. */
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

/** `2024` for the first day of a year, `2024-02` for the first day of a month. */
function roundDay(day: number): string {
  return dayLabel(day)
    .replace(/-01$/, "")
    .replace(/^(\d{4})-01$/, "$1");
}
