import "../chart/chart.ts";
import "../run/overview/overview.ts";
import { cellValue, columnFormat, type Table } from "@analytics-engines/core/results";
import { LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { suggestCharts } from "../chart/charts.ts";
import { alignOf, headerCells } from "../grid/state/columns.ts";
import { type GridTable, gridTable } from "../grid/state/grid-table.ts";
import { html } from "../html.ts";
import { localCount } from "../l10n.ts";
import { keyFigures } from "../run/head/key-figures.ts";
import { runHead, runHeadStyle } from "../run/head/run-head.ts";
import { unitHead, unitHeadStyle, unitNotes } from "../run/head/unit-head.ts";
import { eventTable, statusStyle } from "../run/parts.ts";
import { runNames, serviceErrorText } from "../run/text.ts";
import type { UnitContent, UnitRef, ViewedRun } from "../run/viewed-run.ts";
import { countOf, localCellText } from "../text.ts";
import { theme } from "../theme.ts";
import { paperStyle } from "./paper-style.ts";

const MAX_CHARTS = 2;
/** The paper is turned from this many columns on. */
const LANDSCAPE_COLUMNS = 8;
/** Further columns are printed below, in a table that repeats the first one: on one page they would be too small to read. */
const MAX_COLUMNS = 12;
/** More rows take the browser too long, and nobody reads 250 pages of a table. */
const MAX_ROWS = 10_000;
/** The most characters of a text that are printed. */
const MAX_TEXT_LENGTH = 20_000;

/** A unit with its content, to print. */
export interface PrintedUnit {
  readonly ref: UnitRef;
  readonly content: UnitContent;
}

/** A whole run on paper: the overview, then each unit on a new page with all rows of its tables. */
@customElement("ae-print")
export class PrintedRun extends LitElement {
  static override readonly styles = [theme, statusStyle, runHeadStyle, unitHeadStyle, paperStyle];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor units: readonly PrintedUnit[] = [];
  /** A sentence about what is not printed; empty if all is. */
  @property() accessor note = "";

  override render() {
    const { run } = this;
    if (run === undefined) return nothing;
    return html`
      <section class="portrait">
        ${runHead(run)}
        ${this.note ? html`<p>${this.note}</p>` : nothing}
        <ae-overview printed .run=${run}></ae-overview>
      </section>
      ${this.units.map((unit) => this.#unit(run, unit))}
    `;
  }

  #unit(run: ViewedRun, { ref, content }: PrintedUnit) {
    const { unit } = ref;
    const names = runNames(run.manifest);
    const tables = content.kind === "tables" ? content.tables : [];
    const [first] = tables;
    const grids = tables.map(gridTable);
    const isWide = grids.some((grid) => shownColumns(grid).length >= LANDSCAPE_COLUMNS);
    return html`<section class="unit ${isWide ? "wide" : "portrait"}">
      ${unitHead(ref, names, tables, first ? keyFigures(first, tables) : [], nothing)}
      ${unit.errors.length > 0 ? html`<ul class="messages bad">${unit.errors.map((item) => html`<li>${serviceErrorText(item)}</li>`)}</ul>` : nothing}
      ${unit.warnings.length > 0 ? html`<ul class="messages">${unit.warnings.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${tables.map(omittedNote)}
        ${
          first
            ? html`<div class="charts">
                ${suggestCharts(first)
                  .slice(0, MAX_CHARTS)
                  .map((spec) => html`<ae-chart plain .table=${first} .spec=${spec}></ae-chart>`)}
              </div>`
            : nothing
        }
        ${content.kind === "tables" ? unitNotes(tables).map((text) => html`<p>${text}</p>`) : nothing}
      ${content.kind === "elsewhere" ? html`<p>${content.reason}</p>` : nothing}
      ${content.kind === "document" ? html`<p>The result is the document ${content.name}. Open it from the report to print it.</p>` : nothing}
      ${content.kind === "text" && content.note ? html`<p>${content.note}</p>` : nothing}
      ${content.kind === "text" && content.events ? eventTable(content.events) : nothing}
      ${content.kind === "text" && !content.events ? html`<pre>${content.text.slice(0, MAX_TEXT_LENGTH)}</pre>` : nothing}
      ${grids.map((grid) => columnBands(grid).map((columns) => printedTable(grid, columns, names.title(ref))))}
    </section>`;
  }
}

/** Why not all rows of a table are printed. It stands above the table, since that has many pages. */
function omittedNote({ rowCount }: Table) {
  if (rowCount <= MAX_ROWS) return nothing;
  return html`<p>Only the first ${localCount(MAX_ROWS)} of ${countOf(rowCount, "row")} are on paper. The report has all.</p>`;
}

function shownColumns({ table, order, folded }: GridTable): readonly number[] {
  return order.filter((index) => table.columns[index]?.isHidden === false && !folded.has(index));
}

/** The columns of each printed table, the first one with the names of the rows. */
function columnBands(grid: GridTable): readonly (readonly number[])[] {
  const [first, ...others] = shownColumns(grid);
  if (first === undefined) return [];
  const bands = [[first, ...others.slice(0, MAX_COLUMNS - 1)]];
  for (let from = MAX_COLUMNS - 1; from < others.length; from += MAX_COLUMNS - 1)
    bands.push([first, ...others.slice(from, from + MAX_COLUMNS - 1)]);
  return bands;
}

/** A table whose head the browser repeats on each page: the unit, then the headings. */
function printedTable(grid: GridTable, columns: readonly number[], title: string) {
  const { rowCount } = grid.table;
  return html`<table>
    <thead>
      <tr><th class="unit-name" colspan=${columns.length}>${title}, ${countOf(rowCount, "row")}</th></tr>
      ${headings(grid.table, columns)}
    </thead>
    <tbody>${Array.from({ length: Math.min(rowCount, MAX_ROWS) }, (_, row) => rowOf(grid, columns, row))}</tbody>
  </table>`;
}

function headings(table: Table, columns: readonly number[]) {
  const cells = headerCells(table, columns, 1);
  const depth = cells.reduce((most, { bottom }) => Math.max(most, bottom), 1);
  return Array.from({ length: depth }, (_, level) => {
    const levelCells = cells.filter(({ top }) => top === level);
    return html`<tr>
      ${levelCells.map(({ text, from, end, top, bottom, isLeaf }) => {
        const column = table.columns[columns[from] ?? -1];
        const unit = isLeaf && column ? columnFormat(column).unit : "";
        const kind = isLeaf ? (column && alignOf(column) === "left" ? "text" : "") : "group";
        return html`<th class=${kind} colspan=${end - from} rowspan=${bottom - top}>${text}${unit ? html`<small>${unit}</small>` : nothing}</th>`;
      })}
    </tr>`;
  });
}

function rowOf({ table, tree }: GridTable, columns: readonly number[], row: number) {
  const level = table.groupLevels?.[row] ?? 0;
  const isGroup = table.groupLevels !== undefined && (table.groupLevels[row + 1] ?? 0) > level;
  return html`<tr class=${isGroup ? "group" : ""}>
    ${columns.map((index) => {
      const column = table.columns[index];
      if (column === undefined) return nothing;
      const value = cellValue(column, row);
      const kind = alignOf(column, row) === "left" ? "text" : typeof value === "number" && value < 0 ? "negative" : "";
      // A group has no symbol, but that is not a missing value.
      const text = isGroup && value === null && column.isDimension ? "" : localCellText(column, row);
      return html`<td class=${kind}>${index === tree ? "\u2003".repeat(level) : ""}${text}</td>`;
    })}
  </tr>`;
}
