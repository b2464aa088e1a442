import { isolated } from "@analytics-engines/core/basics";
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

const measurer = document.createElement("canvas").getContext("2d");

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
