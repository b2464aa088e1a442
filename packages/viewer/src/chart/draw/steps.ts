import { scaleBand } from "d3-scale";
import { t } from "../../l10n.ts";
import { colourOf } from "../colour/colours.ts";
import type { StepsData } from "../spec.ts";
import { withUnit } from "./bars.ts";
import type { Drawing, DrawingSize, Hit } from "./drawing.ts";
import { colourSquares, heading, MARGIN, tickLines, valueScale, widestTick } from "./frame.ts";
import { labelIn } from "./labels.ts";
import { picture, svg, textWidth } from "./svg.ts";

/** Draws a waterfall: the results from zero, the effects between them. */
export function drawSteps(data: StepsData, { width, height }: DrawingSize): Drawing {
  const { steps, unit } = data;
  const head = heading(data, [], width, colourSquares([]));
  const top = head.bottom + 16;
  const bottom = height - 40;
  const ticks = Math.max(3, Math.floor((bottom - top) / 48));
  const y = valueScale([0, ...steps.flatMap(({ from, to }) => [from, to])], [bottom, top], ticks);
  const box = { left: MARGIN + widestTick(y, ticks, unit) + 8, right: width - MARGIN, top, bottom };
  const x = scaleBand<number>([...steps.keys()], [box.left, box.right])
    .paddingInner(0.28)
    .paddingOuter(0.1);
  const bars = steps.flatMap(({ name, from, to, text, colour }, place) => {
    const barX = x(place) ?? 0;
    const middle = barX + x.bandwidth() / 2;
    const [high, low] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
    // The number is at the end of the step: above a gain, below a loss.
    const isDown = to < from;
    const value = {
      class: isDown ? "value negative" : "value",
      x: middle,
      y: isDown ? low + 14 : high - 6,
      "text-anchor": "middle",
    };
    const next = steps[place + 1];
    return [
      ...(next
        ? [svg("line", { class: "zero", x1: barX, x2: (x(place + 1) ?? 0) + x.bandwidth(), y1: y(to), y2: y(to) })]
        : []),
      svg("rect", {
        class: "bar",
        x: barX,
        y: high,
        width: x.bandwidth(),
        height: Math.max(low - high, 1),
        fill: colourOf(colour),
      }),
      svg("text", value, textWidth(text, 11, 600) <= x.step() - 2 ? text : ""),
      svg("text", { class: "tick", x: middle, y: height - 12, "text-anchor": "middle" }, labelIn(name, x.step() - 4)),
    ];
  });
  const element = picture(width, height, ...head.parts, ...tickLines(y, box, ticks, unit), ...bars);
  return { element, width, height, hit, readings: { count: steps.length, at } };

  function at(place: number): Hit | undefined {
    const step = steps[place];
    if (step === undefined) return undefined;
    const line = { color: colourOf(step.colour), name: t("Return"), text: withUnit(step.text, unit) };
    return { x: (x(place) ?? 0) + x.bandwidth() / 2, y: y(step.to), title: step.name, lines: [line] };
  }

  function hit(atX: number): Hit | undefined {
    return at(Math.floor((atX - box.left) / x.step()));
  }
}
