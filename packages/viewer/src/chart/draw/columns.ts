import { scaleBand } from "d3-scale";
import type { BarsData } from "../spec.ts";
import { readingsAt } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { allValues, heading, MARGIN, seriesNames, square, tickLines, valueScale, widestTick } from "./frame.ts";
import { labelIn } from "./labels.ts";
import { fillOf, hatches } from "./patterns.ts";
import { picture, svg } from "./svg.ts";

/** Draws upright bars in the order of their axis, such as the points of a curve. They start at zero. */
export function drawColumns(data: BarsData, { width, height, patterned = false }: DrawingSize): Drawing {
  const { series, groups, unit } = data;
  const isHatched = patterned && series.length > 1;
  const sign = square((index) => fillOf(index, series[index]?.colour ?? 0, isHatched));
  const head = heading(data, seriesNames(series), width, sign);
  const top = head.bottom + 8;
  const bottom = height - 30;
  const ticks = Math.max(3, Math.floor((bottom - top) / 48));
  const y = valueScale([0, ...allValues(series)], [bottom, top], ticks);
  const box = { left: MARGIN + widestTick(y, ticks, unit) + 8, right: width - MARGIN, top, bottom };
  const x = scaleBand(groups, [box.left, box.right]).paddingInner(0.25).paddingOuter(0.15);
  const lane = x.bandwidth() / series.length;
  const bars = groups.flatMap((group, place) => {
    const barX = x(group) ?? 0;
    const label = { class: "tick", x: barX + x.bandwidth() / 2, y: bottom + 16, "text-anchor": "middle" };
    const rects = series.flatMap((one, index) => {
      const value = one.values[place] ?? Number.NaN;
      if (Number.isNaN(value)) return [];
      const size = Math.max(Math.abs(y(value) - y(0)), 0.5);
      const at = { x: barX + index * lane, y: Math.min(y(value), y(0)), width: Math.max(lane - 1, 1), height: size };
      return [svg("rect", { class: "bar", ...at, fill: fillOf(index, one.colour, isHatched) })];
    });
    return [...rects, svg("text", label, labelIn(group, x.step() - 4))];
  });
  const element = picture(
    width,
    height,
    ...(isHatched ? [hatches(series.map(({ colour }) => colour))] : []),
    ...head.parts,
    ...tickLines(y, box, ticks, unit),
    ...bars,
  );
  return { element, width, height, hit, readings: { count: groups.length, at } };

  function at(place: number): Hit | undefined {
    const group = groups[place];
    if (group === undefined) return undefined;
    return {
      x: (x(group) ?? 0) + x.bandwidth() / 2,
      y: (top + bottom) / 2,
      title: group,
      lines: readingsAt(data, place),
    };
  }

  function hit(atX: number): Hit | undefined {
    return at(Math.floor((atX - box.left) / x.step()));
  }
}
