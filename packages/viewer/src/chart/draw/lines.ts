import { type Colour, colourOf } from "../colour.ts";
import { countNumbers } from "../read/series.ts";
import type { LinesData, Series } from "../spec.ts";
import { withUnit } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import {
  colourSquares,
  heading,
  type LegendSign,
  MARGIN,
  seriesNames,
  tickLines,
  valueScale,
  widestTick,
} from "./frame.ts";
import { dashOf, fitText, picture, plotClip, seriesMark, svg, textWidth } from "./svg.ts";
import { daysInView, dayTicks, nearestDayIndex, timeScale, timeText } from "./time.ts";

/** A line of many points looks the same with the first, lowest, highest and last point of each pixel. */
const POINTS_PER_PIXEL = 4;

/**
 * The places of the points to draw between two places: all if there are few, else four of each column of pixels. The edges of a gap stay
 * where they are.
 */
function decimate(
  values: ArrayLike<number>,
  from: number,
  to: number,
  columnOf: (dayIndex: number) => number,
  width: number,
): number[] {
  const dayIndexes: number[] = [];
  if (to - from < width * POINTS_PER_PIXEL) {
    for (let dayIndex = from; dayIndex <= to; dayIndex++) dayIndexes.push(dayIndex);
    return dayIndexes;
  }
  let start = from;
  while (start <= to) {
    const column = columnOf(start);
    const wasGap = Number.isNaN(values[start] ?? Number.NaN);
    let [end, low, high] = [start, start, start];
    while (end < to && columnOf(end + 1) === column && Number.isNaN(values[end + 1] ?? Number.NaN) === wasGap) {
      end++;
      if ((values[end] ?? 0) < (values[low] ?? 0)) low = end;
      if ((values[end] ?? 0) > (values[high] ?? 0)) high = end;
    }
    for (const dayIndex of new Set([start, Math.min(low, high), Math.max(low, high), end])) dayIndexes.push(dayIndex);
    start = end + 1;
  }
  return dayIndexes;
}

const LINE = 15;
/** A longer name ends in an ellipsis; a number is always whole. */
const MAX_NAME_WIDTH = 120;

/** The name and the last number of a series, at the height where it ends. */
interface EndLabel {
  readonly name: string;
  readonly value: string;
  readonly colour: Colour;
  readonly y: number;
}

/** The width that labels at the ends of lines or areas need; 0 if the chart has no room for them, so that it needs a legend. */
export function endLabelWidth(labels: readonly Omit<EndLabel, "y">[], width: number, height: number): number {
  const text =
    Math.max(
      ...labels.map(({ name, value }) => Math.min(textWidth(name, 11), MAX_NAME_WIDTH) + textWidth(value, 11)),
      0,
    ) + 44;
  return labels.length * LINE > height || text > width * 0.4 ? 0 : text;
}

/** Labels beside the ends of their series. Those that would cover each other move apart, and a line leads to each end. */
export function endLabels(
  labels: readonly EndLabel[],
  leftEdge: number,
  rightEdge: number,
  top: number,
  bottom: number,
): SVGElement[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  const ys = spread(
    sorted.map(({ y }) => y),
    top + LINE / 2,
    bottom - LINE / 2,
  );
  return sorted.flatMap(({ name, value, colour, y }, index) => {
    const at = ys[index] ?? y;
    const room = rightEdge - leftEdge - 26 - textWidth(value, 11) - 8;
    return [
      svg("path", {
        class: "leader",
        d: `M${leftEdge},${y.toFixed(1)} L${leftEdge + 12},${at.toFixed(1)}`,
        fill: "none",
        stroke: colourOf(colour),
      }),
      svg("rect", { x: leftEdge + 13, y: at - 5, width: 4, height: 10, fill: colourOf(colour) }),
      svg("text", { class: "end", x: leftEdge + 22, y: at, dy: "0.35em" }, fitText(name, room, 11)),
      svg("text", { class: "end", x: rightEdge, y: at, dy: "0.35em", "text-anchor": "end" }, value),
    ];
  });
}

/** Heights at least a line apart, near the wanted ones and within the chart. */
function spread(idealYs: readonly number[], top: number, bottom: number): number[] {
  const ys = [...idealYs];
  for (const [index, y] of ys.entries()) ys[index] = Math.max(y, index === 0 ? top : (ys[index - 1] ?? top) + LINE);
  for (let index = ys.length - 1; index >= 0; index--) {
    ys[index] = Math.min(ys[index] ?? 0, index === ys.length - 1 ? bottom : (ys[index + 1] ?? bottom) - LINE);
  }
  return ys;
}

/** With at most this many days, each value has a dot. */
const MAX_DOTS = 60;
/** In high contrast, about this many values of a line have a mark. */
const MAX_MARKS = 24;

/** Draws lines over time. The axis need not start at zero: a line shows how a value moves, not how large it is. */
export function drawLines(data: LinesData, { width, height, patterned = false, span = [0, 1] }: DrawingSize): Drawing {
  const { series, days, unit, base } = data;
  const isMarked = patterned && series.length > 1;
  const ends = series.map((line) => ({ name: line.name, value: endText(line), colour: line.colour }));
  const labelRoom = series.length > 1 && !isMarked ? endLabelWidth(ends, width, height - 90) : 0;
  const sign = isMarked ? markedLine(series) : colourSquares(series.map(({ colour }) => colour));
  const head = heading(data, labelRoom === 0 ? seriesNames(series) : [], width, sign);
  const [top, bottom] = [head.bottom + 8, height - 30];
  const x = timeScale(days, span, [0, 1]);
  const { from, to } = daysInView(days, x);
  const ticks = Math.max(3, Math.floor((bottom - top) / 48));
  const y = valueScale(valuesBetween(series, from, to, base), [bottom, top], ticks);
  const box = {
    left: MARGIN + widestTick(y, ticks, unit) + 8,
    right: width - MARGIN - Math.max(labelRoom, 6),
    top,
    bottom,
  };
  x.range([box.left, box.right]);
  const xs = Float64Array.from(days, (day) => x(day));
  const lines = series.map((line, index) => lineOf(line, index));
  const element = picture(
    width,
    height,
    plotClip(box, 4, 6),
    ...head.parts,
    ...tickLines(y, box, ticks, unit),
    ...(base === undefined
      ? []
      : [svg("line", { class: "zero", x1: box.left, x2: box.right, y1: y(base), y2: y(base) })]),
    ...dayTicks(x, days, box),
    ...lines,
    ...(labelRoom > 0 && span[1] === 1
      ? endLabels(
          series.filter(({ values }) => countNumbers(values) > 0).map(endOf),
          box.right,
          width - MARGIN,
          top,
          bottom,
        )
      : []),
  );
  return { element, width, height, hit, timeBox: box, readings: { count: days.length, at } };

  function endOf(line: Series) {
    const { values, name, colour } = line;
    const dayIndex = lastDayIndex(values);
    return { name, colour, value: endText(line), y: y(values[dayIndex] ?? 0) };
  }

  function lineOf({ values, colour }: Series, index: number): SVGElement {
    const stroke = colourOf(colour);
    const group = svg("g", { class: "line", "clip-path": "url(#plot)" });
    const isFew = to - from <= MAX_DOTS;
    const every = Math.ceil((to - from + 1) / MAX_MARKS);
    let path = "";
    let isDown = false;
    for (const dayIndex of decimate(values, from, to, (at) => Math.floor(xs[at] ?? 0), box.right - box.left)) {
      const value = values[dayIndex] ?? Number.NaN;
      if (Number.isNaN(value)) {
        isDown = false;
        continue;
      }
      const [atX, atY] = [xs[dayIndex] ?? 0, y(value)];
      path += `${isDown ? "L" : "M"}${atX.toFixed(1)},${atY.toFixed(1)}`;
      isDown = true;
      const isAlone =
        Number.isNaN(values[dayIndex - 1] ?? Number.NaN) && Number.isNaN(values[dayIndex + 1] ?? Number.NaN);
      if (isMarked && (isAlone || dayIndex % every === 0)) group.append(seriesMark(index, colour, atX, atY));
      else if (isFew || isAlone)
        group.append(svg("circle", { cx: atX, cy: atY, r: days.length > 30 ? 1.8 : 2.5, fill: stroke }));
    }
    const dashes = isMarked ? dashOf(index) : undefined;
    const line = {
      d: path,
      fill: "none",
      stroke,
      "stroke-width": 1.8,
      "stroke-dasharray": dashes,
      "stroke-linejoin": "round",
    };
    group.prepend(svg("path", line));
    return group;
  }

  /** The values of all lines on a day. */
  function at(dayIndex: number): Hit | undefined {
    const day = days[dayIndex];
    if (day === undefined) return undefined;
    const items = series.flatMap(({ values, colour, name, text }) => {
      const value = values[dayIndex] ?? Number.NaN;
      return Number.isNaN(value)
        ? []
        : [
            {
              color: colourOf(colour),
              name,
              text: withUnit(text(dayIndex), text(dayIndex).includes(unit) ? "" : unit),
              value,
            },
          ];
    });
    const lines = items.sort((a, b) => b.value - a.value);
    return { x: xs[dayIndex] ?? 0, y: lines[0] ? y(lines[0].value) : top, title: timeText(day), lines };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    if (atX < box.left - 20 || atX > box.right + 20 || atY < top - 20 || atY > bottom + 20) return undefined;
    const nearest = at(nearestDayIndex(days, Number(x.invert(atX))));
    return nearest && { ...nearest, y: atY };
  }
}

/** A piece of the line with its dashes and its mark. */
function markedLine(series: readonly Series[]): LegendSign {
  return {
    width: 34,
    draw: (index, x, y) => {
      const colour = series[index]?.colour ?? 0;
      const line = { class: "sample", x1: x, x2: x + 34, y1: y + 5, y2: y + 5, "stroke-width": 2 };
      return [
        svg("line", { ...line, stroke: colourOf(colour), "stroke-dasharray": dashOf(index) }),
        seriesMark(index, colour, x + 17, y + 5),
      ];
    },
  };
}

function* valuesBetween(
  series: readonly Series[],
  from: number,
  to: number,
  base: number | undefined,
): Generator<number> {
  if (base !== undefined) yield base;
  for (const { values } of series)
    for (let dayIndex = from; dayIndex <= to; dayIndex++) yield values[dayIndex] ?? Number.NaN;
}

function lastDayIndex(values: ArrayLike<number>): number {
  let dayIndex = values.length - 1;
  while (dayIndex > 0 && Number.isNaN(values[dayIndex] ?? Number.NaN)) dayIndex--;
  return dayIndex;
}

function endText({ values, text }: Series): string {
  return text(lastDayIndex(values)).replace(/ \(.*/, "");
}
