import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { formatCell, readTable, rowIndents, type Table } from "@analytics-engines/core/results";
import type { Manifest, ManifestUnit } from "@analytics-engines/runs";
import { code, table as markdownTable } from "@analytics-engines/runs/progress";
import { readStored } from "@analytics-engines/runs/review";
import {
  type BarsData,
  chartData,
  type LinesData,
  localDay,
  possibleCharts,
} from "@analytics-engines/viewer/chart-data";

/** The tables of a unit. Their first rows are shown. */
interface Preview {
  readonly path: string;
  readonly unitId: string;
  readonly tables: readonly Table[];
}

/** The most units with a preview; the report shows all units. */
const MAX_UNITS = 24;
/** The largest result that gets a preview, bytes. */
const MAX_BYTES = 2_000_000;

/** Reads the tables of the first results of a run. A result that cannot be decoded, or was altered, has no preview. */
export async function readPreviews(folder: string, manifest: Manifest): Promise<readonly Preview[]> {
  const previews: Preview[] = [];
  for (const { path: file, units } of manifest.files) {
    for (const unit of units) {
      if (previews.length === MAX_UNITS) return previews;
      const tables = await tablesOf(folder, unit);
      if (tables.length > 0) previews.push({ path: file, unitId: unit.id, tables });
    }
  }
  return previews;
}

async function tablesOf(folder: string, unit: ManifestUnit): Promise<readonly Table[]> {
  const { status, bytes = Number.POSITIVE_INFINITY, contentType = "" } = unit;
  if (status !== "success" || bytes > MAX_BYTES || !/json|arrow|feather/.test(contentType)) return [];
  const stored = await readStored(folder, unit);
  return stored.kind === "tables" ? stored.tables : [];
}

const MAX_ROWS = 5;
const MAX_COLUMNS = 8;
/** The most charts in a summary: GitHub draws each in a frame of its own, so many charts make a page slow. */
const MAX_CHARTS = 8;

/** The first rows of each table, folded, with a chart below if one is useful. */
export function renderPreviews(previews: readonly Preview[]): string {
  let charts = 0;
  const blocks = previews.flatMap(({ path, unitId, tables }) =>
    tables.map((table) => {
      const size = `${count(table.rowCount, "row")}, ${count(table.columns.length, "column")}`;
      const name = tables.length > 1 ? ` ${code(shorten(table.id, 100))}` : "";
      const chart = charts < MAX_CHARTS ? mermaidChart(table) : "";
      if (chart !== "") charts += 1;
      const summary = `<summary>${code(path)} ${code(shorten(unitId, 300))}${name}: ${size}</summary>`;
      return `<details>${summary}\n\n${firstRows(table)}\n${chart}</details>\n`;
    }),
  );
  return blocks.length === 0 ? "" : `### Tables\n\n${blocks.join("\n")}`;
}

function firstRows(table: Table): string {
  const visibleColumns = table.columns.filter((column) => !column.isHidden);
  const columns = visibleColumns.slice(0, MAX_COLUMNS);
  const indents = rowIndents(readTable(table));
  const rows = Array.from({ length: Math.min(MAX_ROWS, table.rowCount) }, (_, row) =>
    columns.map((column, index) => {
      const indent = index === 0 ? "&emsp;".repeat(indents?.[row] ?? 0) : "";
      return `${indent}${escapeMarkdown(shorten(formatCell(column, row), 100))}`;
    }),
  );
  const head = columns.map(({ header }) => escapeMarkdown(shorten(header.join(" | "), 100)));
  const omissions = [
    ...(table.rowCount > MAX_ROWS ? [count(table.rowCount - MAX_ROWS, "more row")] : []),
    ...(visibleColumns.length > MAX_COLUMNS ? [count(visibleColumns.length - MAX_COLUMNS, "more column")] : []),
  ];
  return `${markdownTable(head, rows)}${omissions.length === 0 ? "" : `\n… ${omissions.join(", ")}\n`}`;
}

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
    .find((chart) => chart.shape === "lines" || (chart.shape === "bars" && !chart.isStacked));
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
