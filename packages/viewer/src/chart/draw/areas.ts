import { scaleLinear } from "d3-scale";
import { localDay } from "../../l10n.ts";
import type { AreasData } from "../spec.ts";
import { readingsAt } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { heading, MARGIN, seriesNames, square, tickLines, widestTick } from "./frame.ts";
import { endLabels, endLabelWidth } from "./lines.ts";
import { fillOf, hatches, picture, plotClip, round, svg } from "./svg.ts";
import { daysInView, dayTicks, nearestDayIndex, timeScale } from "./time.ts";

/** A sum this near to 100 counts as 100, since the service rounds its numbers. */
const ROUNDING = 0.5;

/** Draws stacked parts of 100 % over time. It does not scale them: where they add up to less, the stack is lower. */
export function drawAreas(data: AreasData, { width, height, patterned = false, span = [0, 1] }: DrawingSize): Drawing {
  const { series, days, unit } = data;
  const last = days.length - 1;
  const ends = series.map((area) => ({ name: area.name, value: area.text(last), colour: area.colour }));
  const labelRoom = endLabelWidth(ends, width, height - 90);
  const fill = (index: number) => fillOf(index, series[index]?.colour ?? 0, patterned);
  const head = heading(data, labelRoom > 0 ? [] : seriesNames(series), width, square(fill));
  const [top, bottom] = [head.bottom + 10, height - 30];
  const stacks = stackOf(data);
  const highest = Math.max(...(stacks[0] ?? [0]));
  const isWhole = highest > 100 - ROUNDING && highest < 100 + ROUNDING;
  const y = scaleLinear([0, isWhole ? 100 : highest], [bottom, top]);
  if (!isWhole) y.nice();
  const box = {
    left: MARGIN + widestTick(y, 4, unit) + 8,
    right: width - MARGIN - Math.max(labelRoom, 6),
    top,
    bottom,
  };
  const x = timeScale(days, span, [box.left, box.right]);
  const { from, to } = daysInView(days, x);
  const dayIndexes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const areas = series.map((_, index) => {
    const edge = (of: number, dayIndex: number) =>
      `${round(x(days[dayIndex] ?? 0))},${round(y(stacks[of]?.[dayIndex] ?? 0))}`;
    const top = dayIndexes.map((dayIndex) => edge(index, dayIndex));
    const bottom = dayIndexes.map((dayIndex) => edge(index + 1, dayIndex)).toReversed();
    return svg("path", {
      class: "area",
      d: `M${[...top, ...bottom].join("L")}Z`,
      fill: fill(index),
      "clip-path": "url(#plot)",
    });
  });
  const middle = (index: number) => y(((stacks[index]?.[last] ?? 0) + (stacks[index + 1]?.[last] ?? 0)) / 2);
  const element = picture(
    width,
    height,
    patterned ? hatches(series.map(({ colour }) => colour)) : svg("defs"),
    plotClip(box, 0, 2),
    ...head.parts,
    // Behind the areas: a line across them would look like the border of another part.
    ...tickLines(y, box, 4, unit),
    ...areas,
    ...dayTicks(x, days, box),
    ...(labelRoom > 0 && span[1] === 1
      ? endLabels(
          ends.map((end, index) => ({ ...end, y: middle(index) })),
          box.right,
          width - MARGIN,
          top,
          bottom,
        )
      : []),
  );
  return { element, width, height, hit, timeBox: box, readings: { count: days.length, at } };

  function at(dayIndex: number): Hit | undefined {
    const day = days[dayIndex];
    if (day === undefined) return undefined;
    return { x: x(day), y: top, title: localDay(day), lines: readingsAt(data, dayIndex) };
  }

  function hit(atX: number, atY: number): Hit | undefined {
    if (atX < box.left - 10 || atX > box.right + 10 || atY < top - 10 || atY > bottom + 10) return undefined;
    const nearest = at(nearestDayIndex(days, Number(x.invert(atX))));
    return nearest && { ...nearest, y: atY };
  }
}

/** The edges between the parts on each day, from the top one down to zero. */
function stackOf({ series, days }: AreasData): Float64Array[] {
  const sums = days.map((_, dayIndex) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[dayIndex] || 0), 0),
  );
  const edges = [Float64Array.from(days, (_, dayIndex) => sums[dayIndex] ?? 0)];
  for (const { values } of series) {
    const upperEdge = edges.at(-1);
    edges.push(
      Float64Array.from(days, (_, dayIndex) => (upperEdge?.[dayIndex] ?? 0) - Math.max(0, values[dayIndex] || 0)),
    );
  }
  return edges;
}
