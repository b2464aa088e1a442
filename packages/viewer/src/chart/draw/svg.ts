import { isolated } from "@analytics-engines/core/basics";
import { type Colour, colourOf } from "../colour.ts";
import type { Box } from "./drawing.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An SVG element. Texts become text nodes, so that data never becomes markup. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    const text = typeof value === "number" ? String(round(value)) : value;
    element.setAttribute(key, key === "aria-label" || key === "title" ? isolated(text) : text);
  }
  // Names come from results: what they hide is spelt out.
  element.append(...children.map((child) => (typeof child === "string" ? isolated(child) : child)));
  return element;
}

/** An SVG picture of this size in pixels. */
export function picture(width: number, height: number, ...children: readonly Node[]): SVGSVGElement {
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ...children);
}

/** Lines and areas with `clip-path: url(#plot)` end at the axes, or so many pixels beyond them. */
export function plotClip({ left: x, right, top: y, bottom }: Box, across: number, upright: number): SVGElement {
  const size = { width: right - x + 2 * across, height: bottom - y + 2 * upright };
  return svg("defs", {}, svg("clipPath", { id: "plot" }, svg("rect", { x: x - across, y: y - upright, ...size })));
}

/** To a tenth of a pixel, which is finer than a screen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

// Without a page, widths are estimated.
const measurer = globalThis.document === undefined ? null : document.createElement("canvas").getContext("2d");

/** The width of a text in the charts' font, in pixels. */
export function textWidth(text: string, size = 12, weight = 400): number {
  if (measurer === null) return text.length * size * 0.6;
  measurer.font = `${weight} ${size}px system-ui, -apple-system, "Segoe UI", sans-serif`;
  return measurer.measureText(text).width;
}

/** The text, shortened to this width with an ellipsis. */
export function fitText(text: string, width: number, size = 12, weight = 400): string {
  const widthOf = (part: string) => textWidth(part, size, weight);
  if (widthOf(text) <= width) return text;
  let letterCount = Math.max(1, Math.floor((text.length * width) / widthOf(text)));
  while (letterCount > 1 && widthOf(`${text.slice(0, letterCount)}…`) > width) letterCount -= 1;
  return `${text.slice(0, letterCount).trimEnd()}…`;
}

/** In high contrast, bars also differ by a hatch, and lines by dashes and by the marks at their values. */
const dashPatterns = [undefined, "8 4", "2 4", "12 4 2 4", "16 6", "5 3 5 8", "2 2", "20 4 6 4"];

const hatchPatterns = [
  undefined,
  "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2",
  "M0,3 h6",
  "M-1,5 l2,2 M0,0 l6,6 M5,-1 l2,2",
  "M3,0 v6",
  "M0,3 h6 M3,0 v6",
  "M1.5,3 h3",
  "M0,0 l6,6 M0,6 l6,-6",
];

/** Paths around the origin. */
const markShapes = [
  "M-3.5,0 a3.5,3.5 0 1,0 7,0 a3.5,3.5 0 1,0 -7,0 z",
  "M-3.5,-3.5 h7 v7 h-7 z",
  "M0,-4.5 l4.5,8 h-9 z",
  "M0,-5 l5,5 l-5,5 l-5,-5 z",
  "M0,4.5 l4.5,-8 h-9 z",
  "M-1.5,-4.5 h3 v3 h3 v3 h-3 v3 h-3 v-3 h-3 v-3 h3 z",
  "M-5,-2 h10 v4 h-10 z",
  "M-2,-5 h4 v10 h-4 z",
];

export function dashOf(index: number): string | undefined {
  return dashPatterns[index % dashPatterns.length];
}

/** The mark of a series at a place. */
export function seriesMark(index: number, colour: Colour, x: number, y: number): SVGElement {
  return svg("path", {
    class: "mark",
    d: markShapes[index % markShapes.length],
    transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`,
    fill: colourOf(colour),
  });
}

/** The fill of the series at a place: its colour, or with `isPatterned` its hatch, which the drawing must define with `hatches`. */
export function fillOf(index: number, colour: Colour, isPatterned: boolean): string {
  return isPatterned && hatchPatterns[index % hatchPatterns.length] !== undefined
    ? `url(#${hatchId(index)})`
    : colourOf(colour);
}

/** Defines the hatches of series with these colours. */
export function hatches(colours: readonly Colour[]): SVGElement {
  const patterns = colours.map((colour, index) => {
    const lines = hatchPatterns[index % hatchPatterns.length];
    if (lines === undefined) return [];
    const size = { width: 6, height: 6 };
    return [
      svg(
        "pattern",
        { id: hatchId(index), patternUnits: "userSpaceOnUse", ...size },
        svg("rect", { ...size, fill: colourOf(colour) }),
        svg("path", { class: "hatch", d: lines, fill: "none", "stroke-width": 1.8 }),
      ),
    ];
  });
  return svg("defs", {}, ...patterns.flat());
}

function hatchId(index: number): string {
  return `hatch-${index}`;
}
