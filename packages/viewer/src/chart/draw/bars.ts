import type { BarData } from "../kinds/bar.ts";
import { seriesColor } from "../palette.ts";
import type { Drawing, DrawingSize } from "./drawing.ts";
import { heading, square, tickLines, ticksThatFit, valueScale } from "./frame.ts";
import { fillOf, hatches } from "./patterns.ts";
import { fitText, picture, svg, textWidth } from "./svg.ts";

const TICKS_EVERY = 90;

/** Draws horizontal bars, which leave room for the names of the groups. */
export function drawBars(data: BarData, { width, height: view, patterned = false }: DrawingSize): Drawing {
  const isHatched = patterned && data.series.length > 1;
  const fill = (index: number) => fillOf(index, isHatched);
  const head = heading(
    data.title,
    data.series.map(({ name }) => name),
    width,
    square(fill),
  );
  const top = head.bottom + 18;
  const least = data.series.length === 1 ? 18 : Math.max(6, 16 - 2 * data.series.length);
  const gap = data.series.length === 1 ? 8 : 18;
  // Few bars share the height of the view; many make the drawing higher.
  const fair = ((view - top - 16) / data.groups.length - gap) / data.series.length;
  const thickness = Math.min(Math.max(least, fair), data.series.length === 1 ? 30 : 20);
  const band = thickness * data.series.length + gap;
  const bottom = top + band * data.groups.length;
  const height = bottom + 16;
  const names = Math.min(width * 0.35, Math.max(...data.groups.map((group) => textWidth(group)), 0));
  const values = data.series.flatMap((series) => series.values.flatMap((mark) => (mark ? [mark.value] : [])));
  // A single series has room for numbers beside its bars.
  const room = data.series.length === 1 ? Math.max(...data.series.flatMap(labels), 0) + 8 : 0;
  const hasNegative = values.some((value) => value < 0);
  const box = { left: 16 + names + 12 + (hasNegative ? room : 0), right: width - 24 - room, top, bottom };
  const most = Math.max(2, Math.floor((box.right - box.left) / TICKS_EVERY));
  const x = valueScale([0, ...values], [box.left, box.right], most);
  const ticks = ticksThatFit(x, most);
  const bars = data.groups.flatMap((group, place) => {
    const y = top + place * band + gap / 2;
    const parts: SVGElement[] = [
      svg(
        "text",
        { class: "name", x: 16 + names, y: y + (band - gap) / 2, dy: "0.35em", "text-anchor": "end" },
        fitText(group, names),
      ),
    ];
    for (const [index, series] of data.series.entries()) {
      const mark = series.values[place];
      if (!mark) continue;
      const from = Math.min(x(0), x(mark.value));
      const size = Math.max(Math.abs(x(mark.value) - x(0)), 0.5);
      const at = y + index * thickness;
      parts.push(svg("rect", { x: from, y: at, width: size, height: thickness - 1, rx: 1.5, fill: fill(index) }));
      if (data.series.length > 1) continue;
      const isLeft = mark.value < 0;
      const anchor = isLeft ? "end" : "start";
      const textX = isLeft ? from - 6 : from + size + 6;
      parts.push(
        svg(
          "text",
          { class: "value", x: textX, y: at + thickness / 2, dy: "0.33em", "text-anchor": anchor },
          mark.label(),
        ),
      );
    }
    return parts;
  });
  const element = picture(
    width,
    height,
    ...(isHatched ? [hatches(data.series.length)] : []),
    ...head.parts,
    ...tickLines(x, box, ticks, "above"),
    ...bars,
  );
  return { element, width, height, hit };

  function hit(atX: number, atY: number) {
    const place = Math.floor((atY - top) / band);
    const group = data.groups[place];
    if (group === undefined || atX < 0 || atX > width) return undefined;
    const lines = data.series.map((series, index) => ({
      color: seriesColor(index),
      name: series.name,
      text: series.values[place]?.text() ?? "no value",
    }));
    return { x: Math.max(box.left, Math.min(atX, box.right)), y: top + (place + 0.5) * band, title: group, lines };
  }
}

function labels(series: BarData["series"][number]): number[] {
  return series.values.map((mark) => (mark ? textWidth(mark.label()) : 0));
}
