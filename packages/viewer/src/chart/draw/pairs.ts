import type { ScaleLinear } from "d3-scale";
import { colourOf } from "../colour/colours.ts";
import type { PairsData } from "../spec.ts";
import { readingsAt } from "./bars.ts";
import type { Box, Drawing, DrawingSize, Hit } from "./drawing.ts";
import { heading, type LegendSign, MARGIN, seriesNames, tickColumns, ticksThatFit, valueScale } from "./frame.ts";
import { fitText, picture, svg, textWidth } from "./svg.ts";

/** Pixels of a group: few groups share the height of the view, many make the drawing higher. */
const [MIN_BAND, MAX_BAND] = [18, 26];
const SECTION_GAP = 44;
/** The numbers of the lowest axis. */
const AXIS = 30;

/** Draws a dot for each fund and an upright bar for the benchmark on one line for each group. The axis need not start at zero. */
export function drawPairs(data: PairsData, { width, height: view }: DrawingSize): Drawing {
  const { groups, series, unit, breakAt } = data;
  const head = heading(data, seriesNames(series), width, signs(data));
  const names = Math.min(width * 0.34, Math.max(...groups.map((group) => textWidth(group)), 0));
  const [leftEdge, rightEdge] = [MARGIN + names + 14, width - MARGIN - 14];
  const sections =
    breakAt === undefined
      ? [[0, groups.length]]
      : [
          [0, breakAt],
          [breakAt, groups.length],
        ];
  let top = head.bottom + 6;
  const fair = (view - top - AXIS - SECTION_GAP * (sections.length - 1)) / groups.length;
  const band = Math.max(MIN_BAND, Math.min(MAX_BAND, fair));
  const rows: { y: number; scale: ScaleLinear<number, number> }[] = [];
  const parts = sections.flatMap(([from = 0, to = 0]) => {
    const box: Box = { left: leftEdge, right: rightEdge, top, bottom: top + band * (to - from) };
    const values = series
      .flatMap((one) => Array.from(one.values).slice(from, to))
      .filter((value) => !Number.isNaN(value));
    const most = Math.max(2, Math.floor((rightEdge - leftEdge) / 90));
    const scale = valueScale(values, [leftEdge, rightEdge], most);
    const ticks = tickColumns(scale, box, ticksThatFit(scale, most, unit), unit, { width });
    for (let place = from; place < to; place++) rows.push({ y: top + (place - from + 0.5) * band, scale });
    top = box.bottom + SECTION_GAP;
    return ticks;
  });
  const height = top - SECTION_GAP + AXIS;
  const marks = groups.flatMap((group, place) => {
    const { y = 0, scale } = rows[place] ?? {};
    const name = svg(
      "text",
      { class: "name", x: MARGIN + names, y, dy: "0.35em", "text-anchor": "end" },
      fitText(group, names),
    );
    const line = svg("line", { class: "rule", x1: leftEdge, x2: rightEdge, y1: y, y2: y });
    const dots = series.flatMap((one) => {
      const value = one.values[place] ?? Number.NaN;
      return Number.isNaN(value) || !scale ? [] : [mark(one.colour === "bench", scale(value), y, colourOf(one.colour))];
    });
    // The benchmark's bar is behind the dots.
    return [line, name, ...dots.toSorted((a, b) => Number(a.tagName === "circle") - Number(b.tagName === "circle"))];
  });
  const element = picture(width, height, ...head.parts, ...parts, ...marks);
  return { element, width, height, hit, readings: { count: groups.length, at } };

  function at(place: number): Hit | undefined {
    const group = groups[place];
    const row = rows[place];
    if (group === undefined || row === undefined) return undefined;
    return { x: (leftEdge + rightEdge) / 2, y: row.y, title: group, lines: readingsAt(data, place) };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    const nearest = at(rows.findIndex(({ y }) => Math.abs(y - atY) <= band / 2));
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
