import { scaleLinear, scaleLog } from "d3-scale";

/** A picture of the documents: points of measured or simulated figures. */
export interface Plot {
  /** The picture's file name, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly PlotSeries[];
}

export interface Axis {
  readonly label: string;
  readonly log?: boolean;
}

export interface PlotSeries {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly label?: string }[];
}

const width = 760;
const height = 420;
const left = 70;
const right = 190;
const top = 46;
const bottom = 56;
/** Distinct for colour-blind readers too; dark enough on white, light enough on black. */
const colours = ["#2f7ed8", "#d9822b", "#2a9d6f", "#b4529e"];

/** The plot as SVG for a light and a dark page. Each series has a marker of its own, so a reader needs no colours. */
export function plotSvg({ title, x, y, series }: Plot): string {
  const points = series.flatMap((each) => each.points);
  const across = scaleOf(
    x,
    points.map((point) => point.x),
    [left, width - right],
  );
  const up = scaleOf(
    y,
    points.map((point) => point.y),
    [height - bottom, top],
  );
  const lines = [
    `<text x="${left}" y="22" class="title">${escapeXml(title)}</text>`,
    ...ticksOf(y, up, 6).map((tick) => {
      const at = round(up(tick));
      return `<path d="M${left} ${at}H${width - right}" class="grid"/><text x="${left - 8}" y="${at + 4}" text-anchor="end">${tickText(tick)}</text>`;
    }),
    ...ticksOf(x, across, 8).map((tick) => {
      const at = round(across(tick));
      return `<path d="M${at} ${height - bottom}v5" class="axis"/><text x="${at}" y="${height - bottom + 20}" text-anchor="middle">${tickText(tick)}</text>`;
    }),
    `<path d="M${left} ${height - bottom}H${width - right}" class="axis"/>`,
    `<text x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle">${escapeXml(x.label)}</text>`,
    `<text transform="translate(18 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">${escapeXml(y.label)}</text>`,
    ...series.flatMap((each, index) => drawSeries(each, index, across, up)),
  ];
  const style =
    "text{font:12px system-ui,sans-serif;fill:#444}.title{font-size:15px;font-weight:600}.grid{stroke:#8883}.axis{stroke:#888}.line{fill:none;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#ccc}}";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(title)}"><style>${style}</style>\n${lines.join("\n")}\n</svg>\n`;
}

type Scale = ReturnType<typeof scaleLinear<number>> | ReturnType<typeof scaleLog<number>>;

function scaleOf({ log }: Axis, values: readonly number[], range: readonly [number, number]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return log === true ? scaleLog([least / 1.2, most * 1.2], range) : scaleLinear([0, most], range).nice();
}

/** A logarithmic axis shows only ticks that begin with 1, 2 or 5, so that their labels do not overlap. */
function ticksOf({ log }: Axis, scale: Scale, count: number): number[] {
  const ticks = scale.ticks(count);
  return log === true ? ticks.filter((tick) => ["1", "2", "5"].includes(tick.toExponential().slice(0, 1))) : ticks;
}

function drawSeries({ name, points }: PlotSeries, index: number, across: Scale, up: Scale): string[] {
  const colour = colours[index % colours.length];
  const at = points.map((point) => ({ x: round(across(point.x)), y: round(up(point.y)), label: point.label }));
  const line = at.map(({ x, y }, number) => `${number === 0 ? "M" : "L"}${x} ${y}`).join("");
  const legendY = top + 10 + 22 * index;
  return [
    `<path d="${line}" class="line" stroke="${colour}"/>`,
    ...at.map(({ x, y }) => marker(index, x, y, colour)),
    ...at.flatMap(({ x, y, label }) =>
      label === undefined ? [] : [`<text x="${x + 8}" y="${y - 7}">${escapeXml(label)}</text>`],
    ),
    marker(index, width - right + 22, legendY - 4, colour),
    `<text x="${width - right + 34}" y="${legendY}">${escapeXml(name)}</text>`,
  ];
}

function marker(index: number, x: number, y: number, colour: string | undefined): string {
  const shapes = [
    `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0`,
    `M${x - 4} ${y - 4}h8v8h-8z`,
    `M${x} ${y - 5}l5 9h-10z`,
    `M${x} ${y - 5}l5 5l-5 5l-5 -5z`,
  ];
  return `<path d="${shapes[index % shapes.length]}" fill="${colour}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function tickText(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
