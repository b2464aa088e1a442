import "../chart/chart.ts";
import "../compare/compare-page.ts";
import "./commentary.ts";
import "./document.ts";
import { messageOf } from "@analytics-engines/core/basics";
import { exportName, type Table } from "@analytics-engines/core/results";
import { css, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { suggestCharts } from "../chart/charts.ts";
import { earlierUnit } from "../compare/match-units.ts";
import { segments, selectField } from "../controls.ts";
import { CellSelectedEvent } from "../grid/grid.ts";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { countOf } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { keyFigures } from "./head/key-figures.ts";
import { cellsStyle, failureBox, failuresOf, markFailures, troubleBoxes, troubleStyle } from "./head/trouble.ts";
import { unitHead, unitHeadStyle, unitNotes } from "./head/unit-head.ts";
import { eventTable, factList, factsStyle, statusStyle } from "./parts.ts";
import { runNames, tableFacts, unitFacts } from "./text.ts";
import {
  candidates,
  type UnitCell,
  UnitCellEvent,
  UnitChosenEvent,
  type UnitContent,
  type UnitRef,
  UnitShownEvent,
  unitKey,
  type ViewedRun,
} from "./viewed-run.ts";

const viewNames = {
  summary: t("Summary"),
  table: t("Table"),
  chart: t("Chart"),
  compare: t("Compare"),
  about: t("About"),
} as const;
export type View = keyof typeof viewNames;
/** In the order of their keys, 1 to 5. */
export const viewOrder: readonly View[] = ["summary", "table", "chart", "compare", "about"];

const MAX_CHARTS = 2;

/** One unit: its messages, and its tables as grids, as charts and beside the tables of another unit. */
@customElement("ae-unit")
export class UnitPage extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    statusStyle,
    unitHeadStyle,
    troubleStyle,
    cellsStyle,
    factsStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-width: 0;
        min-height: 0;
        gap: 6px;
        overflow: auto;
      }
      .note {
        margin: 0;
        color: var(--text-quiet);
        font-size: 12px;
      }
      .view {
        flex: 1;
        min-height: 0;
        display: flex;
        flex-direction: column;
      }
      .view > * {
        flex: 1;
        min-height: 0;
      }
      .charts {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(420px, 100%), 1fr));
        gap: 8px 16px;
        align-items: start;
        margin-bottom: 8px;
      }
      .view > .charts {
        flex: none;
      }
      /* The page scrolls where charts and table do not fit. */
      .view.summary {
        flex: 1 0 auto;
      }
      .summary > ae-grid {
        flex: 1 1 240px;
        min-height: 240px;
      }
      @media (max-width: 900px) and (min-height: 521px) {
        .summary > ae-grid {
          flex-basis: max(320px, 70vh);
        }
      }
      :host([alone]) .back {
        display: none;
      }
      @media (max-height: 520px) {
        :host {
          gap: 4px;
        }
        .charts {
          display: none;
        }
        .view.summary {
          flex: 1;
        }
        .summary > ae-grid {
          min-height: 0;
        }
      }
      .about {
        overflow: auto;
      }
      div.text {
        display: flex;
        flex-direction: column;
      }
      h3 {
        font-size: 1em;
        margin: 14px 0 6px;
      }
      .events {
        align-self: start;
        margin-bottom: 12px;
        border-collapse: collapse;
        font-variant-numeric: tabular-nums;
      }
      .events th,
      .events td {
        padding: 3px 24px 3px 0;
        border-bottom: 1px solid var(--line);
        text-align: left;
        vertical-align: top;
        overflow-wrap: anywhere;
      }
      .events th {
        font-size: 12px;
      }
      pre {
        margin: 0;
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: 4px;
        padding: 10px;
        font: 0.95em / 1.5 var(--font-code);
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .message {
        color: var(--text-quiet);
      }
      /* A short wait needs no words. */
      .late {
        animation: appear 0s 1s both;
      }
      @keyframes appear {
        from {
          visibility: hidden;
        }
      }
      select {
        max-width: 300px;
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor ref: UnitRef | undefined;
  /** The key of the candidate to compare with, if not the matching unit of the earlier run. */
  @property() accessor candidateKey: string | undefined;
  /** The cell that is marked: the page shows its table. */
  @property({ attribute: false }) accessor cell: UnitCell | undefined;
  /** Whether the page around it lets the user choose another run to compare with. */
  @property({ type: Boolean }) accessor choosable = false;
  @state() accessor content: UnitContent | undefined;
  @state() accessor problem: string | undefined;
  @state() accessor view: View = "summary";
  @state() accessor tableIndex = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has("ref") || changed.has("run");
    if (isOther || (changed.has("candidateKey") && this.candidateKey)) void this.#open();
    if (this.cell !== undefined && (isOther || changed.has("cell"))) {
      this.tableIndex = this.cell.table;
      this.view = "table";
    }
  }

  async #open(): Promise<void> {
    const { ref, run } = this;
    this.content = undefined;
    this.problem = undefined;
    this.tableIndex = 0;
    // Beside an earlier run, the user most likely wants the changes.
    if (ref && run && (this.candidateKey !== undefined || earlierUnit(run, ref)?.unit.file !== undefined))
      this.view = "compare";
    else if (this.view === "compare") this.view = "summary";
    if (!ref || !run) return;
    try {
      const content = await run.open(ref.file, ref.unit);
      if (this.ref !== ref) return;
      this.content = content;
      this.dispatchEvent(new UnitShownEvent(ref, content));
    } catch (error) {
      if (this.ref === ref) this.problem = messageOf(error);
    }
  }

  focusOn(): void {
    this.renderRoot.querySelector("h2")?.focus();
  }

  override render() {
    const { ref, run } = this;
    if (ref === undefined || run === undefined) return nothing;
    const tables = this.content?.kind === "tables" ? this.content.tables : [];
    const table = tables[this.tableIndex];
    const currentView = this.#currentView(tables.length > 0);
    return html`
      ${unitHead(ref, runNames(run.manifest), tables, table && currentView === "summary" ? keyFigures(table, tables) : [], this.#viewChoice(tables.length > 0, currentView))}
      ${troubleBoxes(ref, this.content)}
      ${failureBox(failuresOf(run, ref, this.tableIndex), (cell) => this.dispatchEvent(new UnitChosenEvent(ref, cell)))}
      ${tables.length > 1 ? html`<div class="toolbar">${this.#tableChoice(tables)}</div>` : nothing}
      <div class="view ${currentView}">${this.#content(currentView)}</div>
      ${unitNotes(tables).map((note) => html`<p class="note">${note}</p>`)}
      ${currentView === "about" ? nothing : html`<ae-commentary .run=${this.run} .ref=${ref}></ae-commentary>`}
    `;
  }

  /** Shows a view if the unit has it. */
  choose(view: View): void {
    if (this.#views(this.content?.kind === "tables").includes(view)) this.view = view;
  }

  #viewChoice(hasTables: boolean, currentView: View) {
    const options = this.#views(hasTables).map((name) => ({
      name,
      text: hasTables || name !== "table" ? viewNames[name] : t("Result"),
      key: String(viewOrder.indexOf(name) + 1),
    }));
    return segments(t("View"), options, currentView, (view) => {
      this.view = view;
    });
  }

  #currentView(hasTables: boolean): View {
    const views = this.#views(hasTables);
    return views.includes(this.view) ? this.view : (views[0] ?? "table");
  }

  #views(hasTables: boolean): readonly View[] {
    if (!hasTables) return ["table", "about"];
    const { run, ref } = this;
    const isComparable = run !== undefined && ref !== undefined && (this.choosable || candidates(run, ref).length > 0);
    return viewOrder.filter((view) => view !== "compare" || isComparable);
  }

  #tableChoice(tables: readonly Table[]) {
    const options = tables.map(({ id, rowCount }, index) => ({
      text: `${id} (${countOf(rowCount, "row")})`,
      isChosen: index === this.tableIndex,
    }));
    return selectField(t("Table"), options, (index) => {
      this.tableIndex = index;
    });
  }

  #content(view: View) {
    const { content, ref, run } = this;
    if (ref === undefined || run === undefined) return nothing;
    if (view === "about") return this.#about(ref);
    if (this.problem !== undefined) return html`<p role="alert">${this.problem}</p>`;
    if (content === undefined) return html`<p class="message late" role="status">${readingText(ref)}</p>`;
    if (content.kind === "elsewhere") {
      if (content.altered) return nothing;
      const { reason, action } = content;
      return html`<p class="message">${reason} ${action ? html`<button @click=${action.act}>${action.text}</button>` : nothing}</p>`;
    }
    if (content.kind === "text") {
      return html`<div class="text">
        ${content.note ? html`<p role="status">${content.note}</p>` : nothing}
        ${content.events ? eventTable(content.events) : nothing}
        <pre tabindex="0">${content.text}</pre>
      </div>`;
    }
    if (content.kind === "document") return html`<ae-document .content=${content}></ae-document>`;
    const table = content.tables[this.tableIndex];
    if (table === undefined)
      return html`<p class="message">${t("The result has no table.")} <button @click=${() => this.choose("about")}>${t("About")}</button></p>`;
    const source = `${ref.unit.id}, ${ref.file.path}`;
    const name = exportName(runNames(run.manifest).title(ref), this.tableIndex, content.tables.length);
    if (view === "chart") return html`<ae-chart .table=${table} .source=${source} .exportName=${name}></ae-chart>`;
    if (view === "compare")
      return html`<ae-compare .run=${run} .ref=${ref} .preferred=${this.candidateKey} .table=${table} .tables=${content.tables} .exportName=${name} ?choosable=${this.choosable}></ae-compare>`;
    const mark = markFailures(table, failuresOf(run, ref, this.tableIndex));
    const target = this.cell?.table === this.tableIndex ? this.cell : undefined;
    const grid = html`<ae-grid .table=${table} .mark=${mark} .target=${target} .exportName=${name} label=${source} @cell-selected=${this.#onCell}></ae-grid>`;
    return view === "table" ? grid : html`${this.#charts(table)}${grid}`;
  }

  readonly #onCell = (event: Event) => {
    if (this.ref !== undefined && event instanceof CellSelectedEvent)
      this.dispatchEvent(new UnitCellEvent(this.ref, { table: this.tableIndex, ...event.cell }));
  };

  /** The charts that the rules choose, at most two. */
  #charts(table: Table) {
    const specs = suggestCharts(table).slice(0, MAX_CHARTS);
    if (specs.length === 0) return nothing;
    return html`<div class="charts">
      ${specs.map((spec) => html`<ae-chart plain brief .table=${table} .spec=${spec}></ae-chart>`)}
    </div>`;
  }

  #about(ref: UnitRef) {
    const tables = this.content?.kind === "tables" ? this.content.tables : [];
    return html`<div class="about" tabindex="0" role="group" aria-label=${t("About {0}", unitKey(ref))}>
      ${factList(unitFacts(ref))}
      ${tables.map((table) => html`<h3>${table.id}</h3>${factList(tableFacts(table))}`)}
    </div>`;
  }
}

/** `Reading 679 rows`. */
function readingText({ unit }: UnitRef): string {
  const rows = (unit.tables ?? []).reduce((sum, table) => sum + table.rows, 0);
  return rows > 0 ? t("Reading {0}", countOf(rows, "row")) : t("Reading the result");
}
