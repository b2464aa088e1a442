import { t } from "../../l10n.ts";
import { colourOf } from "../colour.ts";
import type { BarsData, Series } from "../spec.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { allValues, heading, MARGIN, seriesNames, square, tickColumns, ticksThatFit, valueScale } from "./frame.ts";
import { fillOf, fitText, hatches, picture, svg, textWidth } from "./svg.ts";

const TICKS_EVERY = 90;
const GAP = 6;
/** The numbers of the lower axis. */
const AXIS = 30;

/** Draws horizontal bars, which leave room for the names of the groups. They start at zero. */
export function drawBars(data: BarsData, { width, height: view, patterned = false }: DrawingSize): Drawing {
  const { series, groups, isStacked, totals, unit } = data;
  const isHatched = patterned && series.length > 1;
  const sign = square((index) => fillOf(index, series[index]?.colour ?? "sign", isHatched));
  const head = heading(data, seriesNames(series), width, sign);
  const lanes = isStacked ? 1 : series.length;
  // Few bars share the height of the view; many make the drawing higher.
  const fair = ((view - head.bottom - 6 - AXIS) / groups.length - GAP) / lanes;
  const thickness = Math.min(Math.max(lanes === 1 ? 13 : 7, fair), lanes === 1 ? 22 : 16);
  const band = thickness * lanes + GAP;
  // The user scrolls to the lower end of a high drawing, so the axis is also at the upper end.
  const isHigh = head.bottom + 6 + band * groups.length + AXIS > view;
  const top = head.bottom + (isHigh ? 20 : 6);
  const bottom = top + band * groups.length;
  const height = bottom + AXIS;
  const names = Math.min(width * 0.34, Math.max(...groups.map((group) => textWidth(group)), 0));
  // The number of each group: at the end of a single bar, or to the right of a stack.
  const labelSeries = totals ?? (series.length === 1 ? series[0] : undefined);
  const room = labelSeries
    ? Math.max(...groups.map((_, groupIndex) => textWidth(labelSeries.text(groupIndex), 11, 600)), 0) + 8
    : 0;
  const stacks = isStacked ? stacksOf(series, groups.length) : undefined;
  const values = stacks
    ? stacks.flatMap(({ parts }) => parts.flatMap(({ from, to }) => [from, to]))
    : [...allValues(series)];
  const hasNegative = values.some((value) => value < 0);
  const box = {
    left: MARGIN + names + 10 + (hasNegative && !totals ? room : 0),
    right: width - MARGIN - room - 6,
    top,
    bottom,
  };
  const most = Math.max(2, Math.floor((box.right - box.left) / TICKS_EVERY));
  const x = valueScale([0, ...values], [box.left, box.right], most);
  const ticks = ticksThatFit(x, most, unit);
  const bars = groups.flatMap((group, groupIndex) => {
    const y = top + groupIndex * band + GAP / 2;
    const middle = y + (band - GAP) / 2;
    const name = { class: "name", x: MARGIN + names, y: middle, dy: "0.35em", "text-anchor": "end" };
    return [
      svg("text", name, fitText(group, names)),
      ...(stacks ? stackAt(groupIndex, y) : lanesAt(groupIndex, y)),
      ...numberAt(groupIndex, middle),
    ];
  });
  const element = picture(
    width,
    height,
    ...(isHatched ? [hatches(series.map(({ colour }) => colour))] : []),
    ...head.parts,
    ...tickColumns(x, box, ticks, unit, { width, isAlsoAbove: isHigh }),
    ...bars,
  );
  return { element, width, height, hit, readings: { count: groups.length, at } };

  function lanesAt(groupIndex: number, y: number): SVGElement[] {
    return series.flatMap((barSeries, index) => {
      const value = barSeries.values[groupIndex] ?? Number.NaN;
      if (Number.isNaN(value)) return [];
      const fill = barSeries.colour === "sign" ? colourOf("sign", value) : fillOf(index, barSeries.colour, isHatched);
      return [bar(0, value, y + index * thickness, thickness - (lanes > 1 ? 1 : 0), fill)];
    });
  }

  function stackAt(groupIndex: number, y: number): SVGElement[] {
    const parts = stacks?.[groupIndex]?.parts ?? [];
    const rects = parts.map(({ index, from, to }) =>
      bar(from, to, y, thickness, fillOf(index, series[index]?.colour ?? 0, isHatched)),
    );
    const total = totals?.values[groupIndex] ?? Number.NaN;
    if (Number.isNaN(total)) return rects;
    const tick = { class: "total", x: x(total) - 1, y: y - 1.5, width: 2, height: thickness + 3 };
    return [...rects, svg("rect", tick)];
  }

  function bar(from: number, to: number, y: number, size: number, fill: string): SVGElement {
    const length = Math.max(Math.abs(x(to) - x(from)), 0.5);
    return svg("rect", { class: "bar", x: Math.min(x(from), x(to)), y, width: length, height: size, fill });
  }

  function numberAt(groupIndex: number, y: number): SVGElement[] {
    const value = labelSeries?.values[groupIndex] ?? Number.NaN;
    if (!labelSeries || Number.isNaN(value)) return [];
    const isLeft = value < 0 && !totals;
    const at = totals ? width - MARGIN : isLeft ? x(value) - 6 : x(value) + 6;
    const anchor = totals || isLeft ? "end" : "start";
    const kind = value < 0 ? "value negative" : "value";
    return [svg("text", { class: kind, x: at, y, dy: "0.33em", "text-anchor": anchor }, labelSeries.text(groupIndex))];
  }

  function at(groupIndex: number): Hit | undefined {
    const group = groups[groupIndex];
    if (group === undefined) return undefined;
    const lines = readingsAt(data, groupIndex);
    const total = totals && { color: "var(--text)", name: t("Total"), text: withUnit(totals.text(groupIndex), unit) };
    return { x: x(0), y: top + (groupIndex + 0.5) * band, title: group, lines: total ? [...lines, total] : lines };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    if (atX < 0 || atX > width || atY < top) return undefined;
    const nearest = at(Math.floor((atY - top) / band));
    return nearest && { ...nearest, x: Math.max(box.left, Math.min(atX, box.right)) };
  }
}

/** A number with its unit, for a reader without the axis. */
export function withUnit(text: string, unit: string): string {
  return unit === "" || text === "–" ? text : `${text} ${unit}`;
}

/** What the series say at a place, for a reader without the axis. */
export function readingsAt({ series, unit }: Pick<BarsData, "series" | "unit">, groupIndex: number): Hit["lines"] {
  return series.map(({ values, colour, name, text }) => {
    const color = colourOf(colour, values[groupIndex] ?? Number.NaN);
    return { color, name, text: withUnit(text(groupIndex), unit) };
  });
}

interface Stack {
  readonly parts: readonly { readonly index: number; readonly from: number; readonly to: number }[];
}

/** The parts of each group: those above zero to the right of it, those below to the left. */
function stacksOf(series: readonly Series[], count: number): Stack[] {
  return Array.from({ length: count }, (_, groupIndex) => {
    let [positiveSum, negativeSum] = [0, 0];
    const parts = series.flatMap(({ values }, index) => {
      const value = values[groupIndex] || 0;
      if (value === 0) return [];
      const from = value > 0 ? positiveSum : negativeSum;
      if (value > 0) positiveSum += value;
      else negativeSum += value;
      return [{ index, from, to: from + value }];
    });
    return { parts };
  });
}
