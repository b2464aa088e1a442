import type { Table } from "@analytics-engines/core/results";
import { type BarData, chartData, dayLabel, type LineData, suggestCharts } from "@analytics-engines/viewer/chart-data";

/** More would be unreadable at the width of a summary. */
const mostPoints = 24;
const fewestPoints = 3;
const longestTitle = 80;
const longestSeries = 40;
const longestLabel = 20;

/**
 * The chart that the report would offer first, as a mermaid `xychart` for GitHub to draw: one series, since such charts have no legend;
 * of several the title says so.
 * Empty where the table is better read than drawn.
 */
export function mermaidChart(table: Table): string {
  const [spec] = suggestCharts(table);
  if (spec === undefined || spec.kind === "scatter") return "";
  const data = chartData(table, spec);
  if (data.kind === "scatter") return "";
  const [series] = data.series;
  const labels = labelsOf(data);
  const values = series?.values.map((mark) => mark?.value);
  if (series === undefined || values === undefined || labels.length < fewestPoints || labels.length > mostPoints)
    return "";
  // A gap cannot be drawn, and a zero in its place would be a wrong number.
  if (!values.every((value) => value !== undefined && Number.isFinite(value))) return "";
  return [
    "```mermaid",
    "xychart-beta",
    `  title "${titleOf(data, series.name)}"`,
    `  x-axis [${labels.map((label) => `"${plain(label, longestLabel)}"`).join(", ")}]`,
    `  ${data.kind === "line" ? "line" : "bar"} [${values.map(decimal).join(", ")}]`,
    "```\n\n",
  ].join("\n");
}

function labelsOf(data: LineData | BarData): readonly string[] {
  return data.kind === "line" ? data.days.map(dayLabel) : data.groups;
}

/** Which numbers are drawn. A long title gives way to the name of the series, and to how many others are not drawn. */
function titleOf(data: LineData | BarData, series: string): string {
  const { series: kept, seriesCount } = data;
  if (seriesCount === 1) return plain(data.title, longestTitle);
  // Of a chart that leaves series out itself, the first that it keeps is not the first of all.
  const which = `${kept.length === seriesCount ? "first" : "one"} of ${seriesCount}`;
  const end = `, ${plain(series, longestSeries)} (${which})`;
  return `${plain(data.title, longestTitle - end.length)}${end}`;
}

/**
 * Letters, digits and plain punctuation alone: nothing of a result can end the text, the chart or the code block. What parts the levels
 * of a header stays apart.
 */
function plain(text: string, most: number): string {
  const characters = Array.from(
    text
      .normalize("NFC")
      .replace(/\s*\|\s*/gu, " – ")
      .replace(/:\s+/gu, ", ")
      .replace(/[^\p{L}\p{N} .,()%+/–-]/gu, " ")
      .replace(/\s+/gu, " ")
      .trim(),
  );
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : characters.join("");
}

/** Mermaid reads no exponents. */
function decimal(value: number | undefined): string {
  return (value ?? 0).toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 6 });
}
