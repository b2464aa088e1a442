import type { ChartData } from "../spec.ts";
import { drawBars } from "./bars.ts";
import type { Drawing, Size } from "./drawing.ts";
import { drawLine } from "./line.ts";
import { drawScatter } from "./scatter.ts";

/** Draws a chart into an SVG element of its own; colours other than those of series come from the classes of chart-style.ts. */
export function drawChart(data: ChartData, size: Size): Drawing {
  if (data.kind === "line") return drawLine(data, size);
  return data.kind === "bar" ? drawBars(data, size) : drawScatter(data, size);
}
