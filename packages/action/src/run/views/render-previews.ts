import { count, escapeMarkdown, shorten } from "@analytics-engines/core/basics";
import { formatCell, readTable, rowIndents, type Table } from "@analytics-engines/core/results";
import { code, table as markdownTable } from "@analytics-engines/runs/host";
import { mermaidChart } from "./mermaid-chart.ts";
import type { Preview } from "./previews.ts";

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
