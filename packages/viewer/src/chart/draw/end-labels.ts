import { type Colour, colourOf } from "../colour/colours.ts";
import { fitText, svg, textWidth } from "./svg.ts";

const LINE = 15;
/** A longer name ends in an ellipsis; a number is always whole. */
const MAX_NAME_WIDTH = 120;

/** The name and the last number of a series, at the height where it ends. */
export interface EndLabel {
  readonly name: string;
  readonly value: string;
  readonly colour: Colour;
  readonly y: number;
}

/** The width that labels at the ends of lines or areas need; 0 if the chart has no room for them, so that it needs a legend. */
export function endLabelWidth(labels: readonly Omit<EndLabel, "y">[], width: number, height: number): number {
  const text =
    Math.max(
      ...labels.map(({ name, value }) => Math.min(textWidth(name, 11), MAX_NAME_WIDTH) + textWidth(value, 11)),
      0,
    ) + 44;
  return labels.length * LINE > height || text > width * 0.4 ? 0 : text;
}

/** Labels beside the ends of their series. Those that would cover each other move apart, and a line leads to each end. */
export function endLabels(
  labels: readonly EndLabel[],
  leftEdge: number,
  rightEdge: number,
  top: number,
  bottom: number,
): SVGElement[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  const ys = spread(
    sorted.map(({ y }) => y),
    top + LINE / 2,
    bottom - LINE / 2,
  );
  return sorted.flatMap(({ name, value, colour, y }, index) => {
    const at = ys[index] ?? y;
    const room = rightEdge - leftEdge - 26 - textWidth(value, 11) - 8;
    return [
      svg("path", {
        class: "leader",
        d: `M${leftEdge},${y.toFixed(1)} L${leftEdge + 12},${at.toFixed(1)}`,
        fill: "none",
        stroke: colourOf(colour),
      }),
      svg("rect", { x: leftEdge + 13, y: at - 5, width: 4, height: 10, fill: colourOf(colour) }),
      svg("text", { class: "end", x: leftEdge + 22, y: at, dy: "0.35em" }, fitText(name, room, 11)),
      svg("text", { class: "end", x: rightEdge, y: at, dy: "0.35em", "text-anchor": "end" }, value),
    ];
  });
}

/** Heights at least a line apart, near the wanted ones and within the chart. */
function spread(idealYs: readonly number[], top: number, bottom: number): number[] {
  const ys = [...idealYs];
  for (const [index, y] of ys.entries()) ys[index] = Math.max(y, index === 0 ? top : (ys[index - 1] ?? top) + LINE);
  for (let index = ys.length - 1; index >= 0; index--) {
    ys[index] = Math.min(ys[index] ?? 0, index === ys.length - 1 ? bottom : (ys[index + 1] ?? bottom) - LINE);
  }
  return ys;
}
