import type { ChartData } from "../spec.ts";
import { drawBars } from "./bars.ts";
import type { Drawing, DrawingSize } from "./drawing.ts";
import { drawLine } from "./line.ts";
import { drawScatter } from "./scatter.ts";

/** Draws a chart as a new SVG element. Its colours, except those of series, come from the classes of chart-style.ts. */
export function drawChart(data: ChartData, size: DrawingSize): Drawing {
  if (data.kind === "line") return drawLine(data, size);
  return data.kind === "bar" ? drawBars(data, size) : drawScatter(data, size);
}
