import { t } from "../../l10n.ts";
import { colourOf } from "../colour.ts";
import type { PairsData, Point, PointAxis, PointsData } from "../spec.ts";
import { readingsAt, withUnit } from "./bars.ts";
import type { Box, Drawing, DrawingSize, Hit } from "./drawing.ts";
import {
  allValues,
  colourSquares,
  extent,
  heading,
  type LegendSign,
  MARGIN,
  seriesNames,
  tickColumns,
  tickLines,
  ticksThatFit,
  valueScale,
  widestTick,
} from "./frame.ts";
import { fitText, picture, svg, textWidth } from "./svg.ts";

const MAX_LABELS = 40;
/** The mouse shows a point at most this many pixels away. */
const REACH = 24;

/** Draws two numbers of each row against each other. The axes need not start at zero. */
export function drawPoints(data: PointsData, { width, height }: DrawingSize): Drawing {
  const { points } = data;
  const head = heading(data, [], width, colourSquares([]));
  const [top, bottom] = [head.bottom + 20, height - 46];
  const upTicks = Math.max(3, Math.floor((bottom - top) / 48));
  const y = valueScale(valuesOf(data, "y"), [bottom, top], upTicks);
  const box = { left: MARGIN + widestTick(y, upTicks, data.y.unit) + 8, right: width - MARGIN - 14, top, bottom };
  const mostAcross = Math.max(3, Math.floor((box.right - box.left) / 90));
  const x = valueScale(valuesOf(data, "x"), [box.left, box.right], mostAcross);
  const acrossTicks = ticksThatFit(x, mostAcross, data.x.unit);
  const isMany = points.length > 300;
  const at = (point: Point) => ({ x: x(point.x), y: y(point.y) });
  const dots = points.map((point) =>
    svg("circle", {
      cx: x(point.x),
      cy: y(point.y),
      r: isMany ? 2.5 : 4.5,
      fill: colourOf(point.colour),
      "fill-opacity": isMany ? 0.55 : 0.9,
    }),
  );
  const element = picture(
    width,
    height,
    ...head.parts,
    svg("text", { class: "axis", x: MARGIN, y: head.bottom + 6 }, `↑ ${fitText(axisText(data.y), width - 60, 11)}`),
    svg(
      "text",
      { class: "axis", x: box.right, y: height - 10, "text-anchor": "end" },
      `${fitText(axisText(data.x), width - 60, 11)} →`,
    ),
    ...tickLines(y, box, upTicks, data.y.unit),
    ...tickColumns(x, box, acrossTicks, data.x.unit, { width }),
    ...dots,
    ...names(points, at, box),
  );
  // The arrow keys go from left to right.
  const ordered = points.toSorted((a, b) => a.x - b.x);
  return { element, width, height, hit, readings: { count: points.length, at: (index) => hitOf(ordered[index]) } };

  function hitOf(point: Point | undefined): Hit | undefined {
    if (point === undefined) return undefined;
    const color = colourOf(point.colour);
    const lines = [
      { color, name: data.x.name, text: withUnit(point.xText, data.x.unit) },
      { color, name: data.y.name, text: withUnit(point.yText, data.y.unit) },
    ];
    return { ...at(point), title: point.name, lines };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    let best: { point: Point; distance: number } | undefined;
    for (const point of points) {
      const distance = Math.hypot(x(point.x) - atX, y(point.y) - atY);
      if (distance < REACH && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { point, distance };
    }
    return hitOf(best?.point);
  }
}

/** Of the distance between the outermost points: a point on the edge would be cut, and have no space for its name. */
const EDGE_PART = 0.05;

/** The numbers that an axis has to show. One with a meaning at each end has its middle at zero and shows both ends. */
function valuesOf({ points, ...axes }: PointsData, axis: "x" | "y"): readonly number[] {
  const values = points.map((point) => point[axis]);
  if (axes[axis].ends !== undefined) return [-100, 100, ...values];
  const [low, high] = extent(values);
  return [low - (high - low) * EDGE_PART, high + (high - low) * EDGE_PART];
}

function axisText({ name, unit, ends }: PointAxis): string {
  return ends ? t("{0} to {1}", ...ends) : [name, unit].filter(Boolean).join(", ");
}

/** Pixels of a name that has no space for its whole length. */
const SHORT_NAME = 150;

/** Names beside few dots. A name that would cover another one even when it is cut shows only at the mouse. */
function names(points: readonly Point[], at: (point: Point) => { x: number; y: number }, area: Box): SVGElement[] {
  if (points.length > MAX_LABELS) return [];
  const occupiedBoxes = points.map((point) => {
    const { x, y } = at(point);
    return { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 };
  });
  return points.flatMap((point) => {
    const { x, y } = at(point);
    const shortName = fitText(point.name, SHORT_NAME, 11);
    const choices = [point.name, shortName].flatMap((text) => [false, true].map((toLeft) => ({ text, toLeft })));
    for (const { text, toLeft } of choices) {
      const size = textWidth(text, 11);
      const textX = toLeft ? x - 9 - size : x + 9;
      const box = { left: textX, right: textX + size, top: y - 7, bottom: y + 7 };
      const isFree = occupiedBoxes.every(
        (taken) => box.right < taken.left || box.left > taken.right || box.bottom < taken.top || box.top > taken.bottom,
      );
      if (!isFree || box.right > area.right || box.left < area.left || box.bottom > area.bottom) continue;
      occupiedBoxes.push(box);
      return [svg("text", { class: "point", x: textX, y, dy: "0.35em" }, text)];
    }
    return [];
  });
}

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
  const yOf = (groupIndex: number) => top + (groupIndex + 0.5) * band;
  const marks = groups.flatMap((group, groupIndex) => {
    const y = yOf(groupIndex);
    const name = svg(
      "text",
      { class: "name", x: MARGIN + names, y, dy: "0.35em", "text-anchor": "end" },
      fitText(group, names),
    );
    const line = svg("line", { class: "rule", x1: leftEdge, x2: rightEdge, y1: y, y2: y });
    const dots = series.flatMap((dotSet) => {
      const value = dotSet.values[groupIndex] ?? Number.NaN;
      return Number.isNaN(value) ? [] : [mark(dotSet.colour === "bench", scale(value), y, colourOf(dotSet.colour))];
    });
    // The benchmark's bar is behind the dots.
    return [line, name, ...dots.toSorted((a, b) => Number(a.tagName === "circle") - Number(b.tagName === "circle"))];
  });
  const element = picture(width, height, ...head.parts, ...ticks, ...marks);
  return { element, width, height, hit, readings: { count: groups.length, at } };

  function at(groupIndex: number): Hit | undefined {
    const group = groups[groupIndex];
    if (group === undefined) return undefined;
    return { x: (leftEdge + rightEdge) / 2, y: yOf(groupIndex), title: group, lines: readingsAt(data, groupIndex) };
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
