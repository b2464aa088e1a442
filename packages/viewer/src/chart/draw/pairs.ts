import { colourOf } from "../colour/colours.ts";
import type { PairsData } from "../spec.ts";
import { readingsAt } from "./bars.ts";
import type { Box, Drawing, DrawingSize, Hit } from "./drawing.ts";
import {
  allValues,
  heading,
  type LegendSign,
  MARGIN,
  seriesNames,
  tickColumns,
  ticksThatFit,
  valueScale,
} from "./frame.ts";
import { fitText, picture, svg, textWidth } from "./svg.ts";

/** Pixels of a group: few groups share the height of the view, many make the drawing higher. */
const [MIN_BAND, MAX_BAND] = [18, 26];
/** The numbers of the axis. */
const AXIS = 30;

/** Draws a dot for each fund and an upright bar for the benchmark on one line for each group. The axis need not start at zero. */
export function drawPairs(data: PairsData, { width, height: view }: DrawingSize): Drawing {
  const { groups, series, unit } = data;
  const head = heading(data, seriesNames(series), width, signs(data));
  const names = Math.min(width * 0.34, Math.max(...groups.map((group) => textWidth(group)), 0));
  const [leftEdge, rightEdge] = [MARGIN + names + 14, width - MARGIN - 14];
  const top = head.bottom + 6;
  const band = Math.max(MIN_BAND, Math.min(MAX_BAND, (view - top - AXIS) / groups.length));
  const box: Box = { left: leftEdge, right: rightEdge, top, bottom: top + band * groups.length };
  const values = [...allValues(series)].filter((value) => !Number.isNaN(value));
  const most = Math.max(2, Math.floor((rightEdge - leftEdge) / 90));
  const scale = valueScale(values, [leftEdge, rightEdge], most);
  const ticks = tickColumns(scale, box, ticksThatFit(scale, most, unit), unit, { width });
  const height = box.bottom + AXIS;
  const yOf = (place: number) => top + (place + 0.5) * band;
  const marks = groups.flatMap((group, place) => {
    const y = yOf(place);
    const name = svg(
      "text",
      { class: "name", x: MARGIN + names, y, dy: "0.35em", "text-anchor": "end" },
      fitText(group, names),
    );
    const line = svg("line", { class: "rule", x1: leftEdge, x2: rightEdge, y1: y, y2: y });
    const dots = series.flatMap((one) => {
      const value = one.values[place] ?? Number.NaN;
      return Number.isNaN(value) ? [] : [mark(one.colour === "bench", scale(value), y, colourOf(one.colour))];
    });
    // The benchmark's bar is behind the dots.
    return [line, name, ...dots.toSorted((a, b) => Number(a.tagName === "circle") - Number(b.tagName === "circle"))];
  });
  const element = picture(width, height, ...head.parts, ...ticks, ...marks);
  return { element, width, height, hit, readings: { count: groups.length, at } };

  function at(place: number): Hit | undefined {
    const group = groups[place];
    if (group === undefined) return undefined;
    return { x: (leftEdge + rightEdge) / 2, y: yOf(place), title: group, lines: readingsAt(data, place) };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    const nearest = at(Math.floor((atY - top) / band));
    return nearest && { ...nearest, x: Math.max(leftEdge, Math.min(atX, rightEdge)) };
  }
}

function mark(isBenchmark: boolean, x: number, y: number, fill: string): SVGElement {
  return isBenchmark
    ? svg("rect", { class: "bar", x: x - 2, y: y - 8, width: 4, height: 16, fill })
    : svg("circle", { cx: x, cy: y, r: 5, fill });
}

function signs({ series }: PairsData): LegendSign {
  return {
    width: 10,
    draw: (index, x, y) => {
      const colour = series[index]?.colour ?? 0;
      return [mark(colour === "bench", x + 5, y + 5, colourOf(colour))];
    },
  };
}
