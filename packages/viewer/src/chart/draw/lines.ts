import { localDay } from "../../language/number-language.ts";
import { colourOf } from "../colour/colours.ts";
import { countNumbers } from "../read/series.ts";
import type { LinesData, Series } from "../spec.ts";
import { withUnit } from "./bars.ts";
import { decimate } from "./decimate.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { endLabels, endLabelWidth } from "./end-labels.ts";
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
import { dashOf, seriesMark } from "./patterns.ts";
import { picture, plotClip, svg } from "./svg.ts";
import { daysInView, dayTicks, nearestPlace, timeScale } from "./time.ts";

/** With at most this many days, each value has a dot. */
const MAX_DOTS = 60;
/** In high contrast, about this many values of a line have a mark. */
const MAX_MARKS = 24;

/** Draws lines over time. The axis need not start at zero: a line shows how a value moves, not how large it is. */
export function drawLines(data: LinesData, { width, height, patterned = false, span = [0, 1] }: DrawingSize): Drawing {
  const { series, days, unit, base } = data;
  const isMarked = patterned && series.length > 1;
  const ends = series.map((one) => ({ name: one.name, value: endText(one), colour: one.colour }));
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
  const lines = series.map((one, index) => lineOf(one, index));
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

  function endOf(one: Series) {
    const { values, name, colour } = one;
    const place = lastPlace(values);
    return { name, colour, value: endText(one), y: y(values[place] ?? 0) };
  }

  function lineOf({ values, colour }: Series, index: number): SVGElement {
    const stroke = colourOf(colour);
    const group = svg("g", { class: "line", "clip-path": "url(#plot)" });
    const isFew = to - from <= MAX_DOTS;
    const every = Math.ceil((to - from + 1) / MAX_MARKS);
    let path = "";
    let isDown = false;
    for (const place of decimate(values, from, to, (one) => Math.floor(xs[one] ?? 0), box.right - box.left)) {
      const value = values[place] ?? Number.NaN;
      if (Number.isNaN(value)) {
        isDown = false;
        continue;
      }
      const [atX, atY] = [xs[place] ?? 0, y(value)];
      path += `${isDown ? "L" : "M"}${atX.toFixed(1)},${atY.toFixed(1)}`;
      isDown = true;
      const isAlone = Number.isNaN(values[place - 1] ?? Number.NaN) && Number.isNaN(values[place + 1] ?? Number.NaN);
      if (isMarked && (isAlone || place % every === 0)) group.append(seriesMark(index, colour, atX, atY));
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
  function at(place: number): Hit | undefined {
    const day = days[place];
    if (day === undefined) return undefined;
    const items = series.flatMap(({ values, colour, name, text }) => {
      const value = values[place] ?? Number.NaN;
      return Number.isNaN(value)
        ? []
        : [
            {
              color: colourOf(colour),
              name,
              text: withUnit(text(place), text(place).includes(unit) ? "" : unit),
              value,
            },
          ];
    });
    const lines = items.sort((a, b) => b.value - a.value);
    return { x: xs[place] ?? 0, y: lines[0] ? y(lines[0].value) : top, title: localDay(day), lines };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    if (atX < box.left - 20 || atX > box.right + 20 || atY < top - 20 || atY > bottom + 20) return undefined;
    const nearest = at(nearestPlace(days, Number(x.invert(atX))));
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
  for (const { values } of series) for (let place = from; place <= to; place++) yield values[place] ?? Number.NaN;
}

function lastPlace(values: ArrayLike<number>): number {
  let place = values.length - 1;
  while (place > 0 && Number.isNaN(values[place] ?? Number.NaN)) place--;
  return place;
}

function endText({ values, text }: Series): string {
  return text(lastPlace(values)).replace(/ \(.*/, "");
}
