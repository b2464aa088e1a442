import type { Table } from "@analytics-engines/core/results";
import { type BarData, chartData, dayLabel, type LineData, suggestCharts } from "@analytics-engines/viewer/chart-data";

/** More would be unreadable at the width of a summary. */
const mostPoints = 24;
const fewestPoints = 3;

/**
 * The chart that the report would offer first, as a mermaid `xychart` for GitHub to draw: one series, since such charts have no legend.
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
  const title = data.series.length > 1 ? `${data.title}: ${series.name}` : data.title;
  return [
    "```mermaid",
    "xychart-beta",
    `  title ${quoted(title, 80)}`,
    `  x-axis [${labels.map((label) => quoted(label, 20)).join(", ")}]`,
    `  ${data.kind === "line" ? "line" : "bar"} [${values.map(decimal).join(", ")}]`,
    "```\n\n",
  ].join("\n");
}

function labelsOf(data: LineData | BarData): readonly string[] {
  return data.kind === "line" ? data.days.map(dayLabel) : data.groups;
}

/** Letters, digits and plain punctuation alone: nothing of a result can end the text, the chart or the code block. */
function quoted(text: string, most: number): string {
  const plain = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} .,()%+/-]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  return `"${Array.from(plain).slice(0, most).join("")}"`;
}

/** Mermaid reads no exponents. */
function decimal(value: number | undefined): string {
  return (value ?? 0).toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 6 });
}
