import { cellValue, columnFormat, type Table } from "@analytics-engines/core/results";
import { LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { html } from "../html.ts";
import "../chart/chart.ts";
import { suggestCharts } from "../chart/charts.ts";
import { alignOf } from "../grid/state/columns.ts";
import { headerCells } from "../grid/state/header.ts";
import { textMeter } from "../grid/state/text-meter.ts";
import { serviceErrorText } from "../run/error-text.ts";
import { keyFigures } from "../run/head/key-figures.ts";
import { unitHead, unitHeadStyle } from "../run/head/unit-head.ts";
import { unitNotes } from "../run/head/unit-notes.ts";
import { eventTable } from "../run/job-events.ts";
import { runNames } from "../run/names.ts";
import { theme } from "../theme.ts";
import "../run/overview/overview.ts";
import { localCellText } from "../language/local-cell.ts";
import { localCount } from "../language/number-language.ts";
import { runHead, runHeadStyle } from "../run/head/run-head.ts";
import { statusStyle } from "../run/status.ts";
import { type UnitContent, type UnitRef, unitKey, type ViewedRun } from "../run/viewed-run.ts";
import { LANDSCAPE, PORTRAIT, paperStyle, rowsOnPage } from "./paper-style.ts";
import { omittedText, type PrintedTable, printedTable, type Sheet } from "./sheets.ts";

const MAX_CHARTS = 2;
/** With room for fewer rows than this below its charts, a table begins on a new page. */
const FEW_ROWS = 5;
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
  /** The heights of the heads of the units, which the first page of a table has above it; empty until they are measured. */
  @state() accessor heights: ReadonlyMap<string, number> | undefined;

  /** Lays out the tables, once heads and charts have their size. */
  async layOut(): Promise<void> {
    await this.updateComplete;
    const heads = [...this.renderRoot.querySelectorAll<HTMLElement>("[data-unit]")];
    this.heights = new Map(heads.map((head) => [head.dataset["unit"] ?? "", head.offsetHeight]));
    await this.updateComplete;
  }

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
    const key = unitKey(ref);
    const tables = content.kind === "tables" ? content.tables : [];
    const [first] = tables;
    const printed = this.#printedTables(key, tables);
    const isWide = printed[0]?.isWide === true;
    return html`<section class="unit ${isWide ? "wide" : "portrait"} ${this.#isFresh(key, isWide) ? "fresh" : ""}">
      <div data-unit=${key}>
        ${unitHead(ref, runNames(run.manifest), tables, first ? keyFigures(first, tables) : [], nothing)}
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
      </div>
      ${content.kind === "elsewhere" ? html`<p>${content.reason}</p>` : nothing}
      ${content.kind === "document" ? html`<p>The result is the document ${content.name}. Open it from the report to print it.</p>` : nothing}
      ${content.kind === "text" && content.note ? html`<p>${content.note}</p>` : nothing}
      ${content.kind === "text" && content.events ? eventTable(content.events) : nothing}
      ${content.kind === "text" && !content.events ? html`<pre>${content.text.slice(0, MAX_TEXT_LENGTH)}</pre>` : nothing}
      ${this.heights ? printed.map((one) => this.#table(one, runNames(run.manifest).title(ref))) : nothing}
    </section>`;
  }

  #printedTables(key: string, tables: readonly Table[]): PrintedTable[] {
    const measure = this.#meter();
    return tables.map((table, place) =>
      printedTable(table, {
        portrait: PORTRAIT,
        landscape: LANDSCAPE,
        widthOf: (text) => measure(text, 600),
        rows: (isWide, isFirst) => {
          const isBelowHead = isFirst && place === 0 && !this.#isFresh(key, isWide);
          return rowsOnPage(isWide, isBelowHead ? this.#headOf(key) : 0);
        },
      }),
    );
  }

  #headOf(key: string): number {
    return this.heights?.get(key) ?? 0;
  }

  /** Whether the table begins on a new page, since the head of the unit leaves no room for it. */
  #isFresh(key: string, isWide: boolean): boolean {
    return rowsOnPage(isWide, this.#headOf(key)) < FEW_ROWS;
  }

  #measure: ((text: string, weight?: 400 | 600) => number) | undefined;

  /** Widths of texts of 10 pixels; the meter is for 12. */
  #meter() {
    const meter = textMeter(this.renderRoot, getComputedStyle(this).fontFamily);
    this.#measure ??= (text, weight) => (meter(text, weight) * 10) / 12;
    return this.#measure;
  }

  #table(printed: PrintedTable, title: string) {
    const { grid, sheets } = printed;
    const { rowCount } = grid.table;
    return html`${sheets.map(
      (sheet) => html`<div class="sheet">
        <div class="range">
          <span>${sheet.ancestors.length > 0 ? `continued: ${sheet.ancestors.join(" › ")}` : nothing}</span>
          <span>${title}, rows ${localCount(Math.min(sheet.first + 1, rowCount))} to ${localCount(sheet.end)} of ${localCount(rowCount)}</span>
        </div>
        <table>
          ${headings(printed, sheet)}
          <tbody>
            ${Array.from({ length: sheet.end - sheet.first }, (_, place) => rowOf(printed, sheet, sheet.first + place))}
          </tbody>
        </table>
      </div>`,
    )}${omittedNote(grid.table)}`;
  }
}

/** This note appears above and below a table, since the table has many pages. */
function omittedNote(table: Table) {
  const text = omittedText(table);
  return text === undefined ? nothing : html`<p>${text}</p>`;
}

function headings({ grid: { table } }: PrintedTable, { columns }: Sheet) {
  const cells = headerCells(table, columns, 1);
  const depth = cells.reduce((most, { bottom }) => Math.max(most, bottom), 1);
  return html`<thead>
    ${Array.from({ length: depth }, (_, level) => {
      const levelCells = cells.filter(({ top }) => top === level);
      return html`<tr>
        ${levelCells.map(({ text, from, end, top, bottom, isLeaf }) => {
          const column = table.columns[columns[from] ?? -1];
          const unit = isLeaf && column ? columnFormat(column).unit : "";
          const kind = isLeaf ? (column && alignOf(column) === "left" ? "text" : "") : "group";
          return html`<th class=${kind} colspan=${end - from} rowspan=${bottom - top}>${text}${unit ? html`<small>${unit}</small>` : nothing}</th>`;
        })}
      </tr>`;
    })}
  </thead>`;
}

function rowOf({ grid: { table, tree } }: PrintedTable, { columns }: Sheet, row: number) {
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
      return index === tree
        ? html`<td class=${kind}>${"\u2003".repeat(level)}${text}</td>`
        : html`<td class=${kind}>${text}</td>`;
    })}
  </tr>`;
}
