import uPlot from "uplot";
import { chartData, drawChart, suggestCharts } from "../../../viewer/test/support/drawn.ts";
import { column, table } from "../../../viewer/test/support/tables.ts";

const size = { width: 960, height: 480 };
const DAY_SECONDS = 86_400;

/** Values of lines over this many days. */
function lineValues(lines: number, days: number): number[][] {
  return Array.from({ length: lines }, (_, index) =>
    Array.from({ length: days }, (_, day) => Math.sin(day / (90 + index)) * 10 + ((day * 7919) % 13)),
  );
}

/** Returns a function that draws the lines with the charts of this project. */
export function ourLines(lines: number, days: number, main: HTMLElement): () => void {
  const dates = Array.from({ length: days }, (_, day) => new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10));
  const one = table([
    column("Date", dates),
    ...lineValues(lines, days).map((values, index) => column(`Level ${index}`, values)),
  ]);
  return () => {
    const [spec] = suggestCharts(one);
    if (spec === undefined) throw new Error("no chart");
    const measures = Array.from({ length: lines }, (_, index) => index + 1);
    main.replaceChildren(drawChart(chartData(one, { ...spec, measures }), size).element);
  };
}

/** Returns a function that draws the same lines with uPlot. */
export function uPlotLines(lines: number, days: number, main: HTMLElement): () => void {
  const seconds = Array.from({ length: days }, (_, day) => day * DAY_SECONDS);
  const values = lineValues(lines, days);
  const series = values.map((_, index) => ({ label: `Level ${index}`, stroke: `hsl(${index * 60} 70% 40%)` }));
  return () => {
    main.replaceChildren();
    new uPlot({ ...size, series: [{}, ...series] }, [seconds, ...values], main);
  };
}
