import type { ScatterData } from "../kinds/scatter.ts";
import { seriesColor } from "../palette.ts";
import type { Drawing, DrawingSize } from "./drawing.ts";
import { heading, square, tickLines, ticksThatFit, valueScale, widestTick } from "./frame.ts";
import { fitText, picture, svg, textWidth } from "./svg.ts";

const MOST_LABELS = 40;
/** Pixels between the mouse and a point that it shows. */
const REACH = 24;

export function drawScatter(data: ScatterData, { width, height }: DrawingSize): Drawing {
  const head = heading(data.title, [], width, square(seriesColor));
  const top = head.bottom + 22;
  const bottom = height - 54;
  const upTicks = Math.max(3, Math.floor((bottom - top) / 56));
  const y = valueScale(
    data.points.map((point) => point.y.value),
    [bottom, top],
    upTicks,
  );
  const box = { left: 16 + widestTick(y, upTicks) + 8, right: width - 24, top, bottom };
  const mostAcross = Math.max(3, Math.floor((box.right - box.left) / 90));
  const x = valueScale(
    data.points.map((point) => point.x.value),
    [box.left, box.right],
    mostAcross,
  );
  const acrossTicks = ticksThatFit(x, mostAcross);
  const many = data.points.length > 300;
  const dots = data.points.map((point) =>
    svg("circle", {
      cx: x(point.x.value),
      cy: y(point.y.value),
      r: many ? 2.5 : 4.5,
      fill: seriesColor(0),
      "fill-opacity": many ? 0.55 : 0.9,
    }),
  );
  const element = picture(
    width,
    height,
    ...head.parts,
    svg("text", { class: "axis", x: 16, y: head.bottom + 6 }, `↑ ${fitText(data.yName, width - 60)}`),
    svg(
      "text",
      { class: "axis", x: box.right, y: height - 12, "text-anchor": "end" },
      `${fitText(data.xName, width - 60)} →`,
    ),
    ...tickLines(y, box, upTicks, "left"),
    ...tickLines(x, box, acrossTicks, "below"),
    ...dots,
    ...names(data, (point) => ({ x: x(point.x.value), y: y(point.y.value) }), box.right),
  );
  return { element, width, height, hit };

  function hit(atX: number, atY: number) {
    let best: { point: ScatterData["points"][number]; distance: number } | undefined;
    for (const point of data.points) {
      const distance = Math.hypot(x(point.x.value) - atX, y(point.y.value) - atY);
      if (distance < REACH && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { point, distance };
    }
    if (best === undefined) return undefined;
    const { point } = best;
    const color = seriesColor(0);
    return {
      x: x(point.x.value),
      y: y(point.y.value),
      title: point.label,
      lines: [
        { color, name: data.xName, text: point.x.text() },
        { color, name: data.yName, text: point.y.text() },
      ],
    };
  }
}

/** Names beside few dots. A name that would cover another one shows only at the mouse. */
function names(
  data: ScatterData,
  at: (point: ScatterData["points"][number]) => { x: number; y: number },
  right: number,
): SVGElement[] {
  if (data.points.length > MOST_LABELS) return [];
  const taken = data.points.map((point) => {
    const { x, y } = at(point);
    return { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 };
  });
  return data.points.flatMap((point) => {
    const { x, y } = at(point);
    const text = fitText(point.label, 150, 11);
    const size = textWidth(text, 11);
    for (const toLeft of [false, true]) {
      const left = toLeft ? x - 9 - size : x + 9;
      const box = { left, right: left + size, top: y - 7, bottom: y + 7 };
      const isFree = taken.every(
        (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
      );
      if (!isFree || box.right > right + 16 || box.left < 16) continue;
      taken.push(box);
      return [svg("text", { class: "point", x: left, y, dy: "0.35em" }, text)];
    }
    return [];
  });
}
