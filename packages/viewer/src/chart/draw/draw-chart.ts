import { isShortenable, largestGroups } from "../read/series.ts";
import type { ChartData } from "../spec.ts";
import { drawAreas } from "./areas.ts";
import { drawBars } from "./bars.ts";
import { drawColumns, drawMonths, drawSteps } from "./columns.ts";
import type { Drawing, DrawingSize } from "./drawing.ts";
import { drawLines } from "./lines.ts";
import { drawPairs, drawPoints } from "./points.ts";

/** Draws a chart as a new SVG element. Its colours are variables, and come from the style sheet of the page or of the saved file. */
export function drawChart(data: ChartData, size: DrawingSize): Drawing {
  switch (data.shape) {
    case "bars":
      return data.isUpright ? drawColumns(data, size) : drawBars(data, size);
    case "steps":
      return drawSteps(data, size);
    case "lines":
      return drawLines(data, size);
    case "areas":
      return drawAreas(data, size);
    case "points":
      return drawPoints(data, size);
    case "months":
      return drawMonths(data, size);
    case "pairs":
      return drawPairs(data, size);
  }
}

/** Draws a chart in this height. If not all groups fit, it draws fewer, and its note says so. A chart that cannot be shortened may be higher. */
export function drawShortened(content: ChartData, size: DrawingSize): { data: ChartData; drawing: Drawing } {
  let data = content;
  let drawing = drawChart(data, size);
  while (drawing.height > size.height && isShortenable(data) && isShortenable(content) && data.groups.length > 1) {
    const count = data.groups.length;
    const groupHeight = drawing.height / count;
    const surplus = Math.max(1, Math.floor((drawing.height - size.height) / groupHeight));
    data = largestGroups(content, Math.max(1, count - surplus));
    drawing = drawChart(data, size);
  }
  return { data, drawing };
}
