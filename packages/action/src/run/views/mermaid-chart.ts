import type { Table } from "@analytics-engines/core/results";
import {
  type BarsData,
  chartData,
  type LinesData,
  localDay,
  possibleCharts,
} from "@analytics-engines/viewer/chart-data";

/** More points would be unreadable at the width of a summary. */
const MAX_POINTS = 24;
const MIN_POINTS = 3;
const MAX_TITLE_LENGTH = 80;
const MAX_SERIES_LENGTH = 40;
const MAX_LABEL_LENGTH = 20;

/**
 * The first chart of the report with bars or lines, as a mermaid `xychart`, which GitHub draws. Such charts have no legend, so only one
 * series is drawn, and the title says which one. Empty if a chart would not help to read the table.
 */
export function mermaidChart(table: Table): string {
  const data = possibleCharts(table)
    .map((spec) => chartData(table, spec))
    .find((one) => one.shape === "lines" || (one.shape === "bars" && !one.isStacked));
  if (data?.shape !== "lines" && data?.shape !== "bars") return "";
  const [series] = data.series;
  const labels = labelsOf(data);
  if (series === undefined || labels.length < MIN_POINTS || labels.length > MAX_POINTS) return "";
  const values = Array.from(series.values);
  // A gap cannot be drawn, and a zero in its place would be a wrong number.
  if (!values.every(Number.isFinite) || (data.shape === "bars" && data.missing)) return "";
  return [
    "```mermaid",
    "xychart-beta",
    `  title "${titleOf(data, series.name)}"`,
    `  x-axis [${labels.map((label) => `"${plain(label, MAX_LABEL_LENGTH)}"`).join(", ")}]`,
    `  ${data.shape === "lines" ? "line" : "bar"} [${values.map(decimal).join(", ")}]`,
    "```\n\n",
  ].join("\n");
}

function labelsOf(data: LinesData | BarsData): readonly string[] {
  return data.shape === "lines" ? data.days.map(localDay) : data.groups;
}

/** The title of the chart. A long one is cut, so that the name of the series and the number of series fit. */
function titleOf(data: LinesData | BarsData, series: string): string {
  const { series: chartSeries, seriesCount } = data;
  if (seriesCount === 1) return plain(data.title, MAX_TITLE_LENGTH);
  // A chart can leave out series, so its first one is not always the first of all.
  const which = `${chartSeries.length === seriesCount ? "first" : "one"} of ${seriesCount}`;
  const end = `, ${plain(series, MAX_SERIES_LENGTH)} (${which})`;
  return `${plain(data.title, MAX_TITLE_LENGTH - end.length)}${end}`;
}

/** Only letters, digits and plain punctuation, so that no text of a result can end the chart or the code block. */
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

/** Mermaid does not read exponents. */
function decimal(value: number): string {
  return value.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 6 });
}
