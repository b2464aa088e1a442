import type { ServiceErrorItem } from "@analytics-engines/core";
import type { Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import "../chart/chart.ts";
import "../compare/compare.ts";
import { selectField } from "../controls.ts";
import "../grid/grid.ts";
import { countOf, errorMessage } from "../text.ts";
import { controls, theme } from "../theme.ts";
import "./commentary.ts";
import { factList, factsStyle } from "./facts.ts";
import { emptyColumnsNote } from "./head/empty-columns.ts";
import { keyFigures } from "./head/key-figures.ts";
import { unitHead, unitHeadStyle } from "./head/unit-head.ts";
import { runNames } from "./names.ts";
import { statusStyle } from "./status.ts";
import { tableFacts, unitFacts } from "./unit-facts.ts";
import { candidates, type UnitContent, type UnitRef, unitByKey, unitKey, type ViewedRun } from "./viewed-run.ts";

type View = "table" | "chart" | "about" | "compare";
const viewNames: Readonly<Record<View, string>> = {
  table: "Table",
  chart: "Chart",
  about: "About",
  compare: "Compare",
};

/** One unit: its messages, and its tables as grids, as charts and beside the tables of another unit. */
@customElement("ae-unit")
export class UnitPage extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    statusStyle,
    unitHeadStyle,
    factsStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-width: 0;
        min-height: 0;
        gap: 6px;
      }
      .messages {
        margin: 0;
        padding: 8px 12px;
        list-style: none;
        border-left: 3px solid var(--bad);
        background: var(--surface);
        overflow: auto;
        max-height: 30vh;
        flex: none;
      }
      .messages.warnings {
        border-color: var(--warn);
      }
      .messages li {
        overflow-wrap: anywhere;
        white-space: pre-wrap;
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
      .about {
        overflow: auto;
      }
      .text {
        display: flex;
        flex-direction: column;
      }
      h3 {
        font-size: 1em;
        margin: 14px 0 6px;
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
      select {
        max-width: 300px;
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor ref: UnitRef | undefined;
  @state() accessor content: UnitContent | undefined;
  @state() accessor problem: string | undefined;
  @state() accessor view: View = "table";
  @state() accessor tableIndex = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("ref") || changed.has("run")) void this.#open();
  }

  async #open(): Promise<void> {
    const { ref, run } = this;
    this.content = undefined;
    this.problem = undefined;
    this.tableIndex = 0;
    // Beside an earlier run, the user most likely wants the changes.
    if (ref && run?.earlier && unitByKey(run.earlier.manifest, unitKey(ref))?.unit.file !== undefined)
      this.view = "compare";
    else if (this.view === "compare") this.view = "table";
    if (!ref || !run) return;
    try {
      const content = await run.open(ref.file, ref.unit);
      if (this.ref === ref) this.content = content;
    } catch (error) {
      if (this.ref === ref) this.problem = errorMessage(error);
    }
  }

  focusOn(): void {
    this.renderRoot.querySelector("h2")?.focus();
  }

  override render() {
    const { ref, run } = this;
    if (ref === undefined || run === undefined) return nothing;
    const { unit } = ref;
    const tables = this.content?.kind === "tables" ? this.content.tables : [];
    const note = emptyColumnsNote(tables);
    const table = tables[this.tableIndex];
    const views = this.#views(tables.length > 0);
    const shown = views.includes(this.view) ? this.view : "table";
    return html`
      ${unitHead(ref, runNames(run.manifest), tables, table ? keyFigures(table) : [])}
      ${unit.errors.length > 0 ? html`<ul class="messages" aria-label="Errors">${unit.errors.map((item) => html`<li>${errorText(item)}</li>`)}</ul>` : nothing}
      ${unit.warnings.length > 0 ? html`<ul class="messages warnings" aria-label="Warnings">${unit.warnings.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${note === undefined ? nothing : html`<p class="note">${note}</p>`}
      <div class="toolbar">
        <div role="group" aria-label="View">
          ${views.map(
            (view) => html`<button
              aria-pressed=${shown === view}
              @click=${() => {
                this.view = view;
              }}
            >
              ${tables.length === 0 && view === "table" ? "Result" : viewNames[view]}
            </button>`,
          )}
        </div>
        ${tables.length > 1 ? this.#tableChoice(tables) : nothing}
      </div>
      <div class="view">${this.#content()}</div>
      ${shown === "about" ? nothing : html`<ae-commentary .run=${this.run} .ref=${ref}></ae-commentary>`}
    `;
  }

  #views(hasTables: boolean): View[] {
    if (!hasTables) return ["table", "about"];
    const { run, ref } = this;
    const isComparable = run !== undefined && ref !== undefined && candidates(run, ref).length > 0;
    return isComparable ? ["table", "chart", "compare", "about"] : ["table", "chart", "about"];
  }

  #tableChoice(tables: readonly Table[]) {
    const options = tables.map(({ id, rowCount }, index) => ({
      text: `${id} (${countOf(rowCount, "row")})`,
      isChosen: index === this.tableIndex,
    }));
    return selectField("Table", options, (index) => {
      this.tableIndex = index;
    });
  }

  #content() {
    const { content, ref, run } = this;
    if (ref === undefined || run === undefined) return nothing;
    if (this.view === "about") return this.#about(ref);
    if (this.problem !== undefined) return html`<p role="alert">${this.problem}</p>`;
    if (content === undefined) return html`<p class="message" role="status">Reading the result</p>`;
    if (content.kind === "elsewhere") return html`<p class="message">${content.reason}</p>`;
    if (content.kind === "text") {
      return html`<div class="text">
        ${content.note ? html`<p role="status">${content.note}</p>` : nothing}
        <pre tabindex="0">${content.text}</pre>
      </div>`;
    }
    const table = content.tables[this.tableIndex];
    if (table === undefined) return html`<p class="message">The result holds no tables.</p>`;
    if (this.view === "chart")
      return html`<ae-chart .table=${table} .source=${`${ref.unit.id}, ${ref.file.path}`}></ae-chart>`;
    if (this.view === "compare") return html`<ae-compare .run=${run} .ref=${ref} .table=${table}></ae-compare>`;
    return html`<ae-grid .table=${table} label=${`${ref.unit.id}, ${ref.file.path}`}></ae-grid>`;
  }

  #about(ref: UnitRef) {
    const tables = this.content?.kind === "tables" ? this.content.tables : [];
    return html`<div class="about" tabindex="0" role="group" aria-label="About ${unitKey(ref)}">
      ${factList(unitFacts(ref))}
      ${tables.map((table) => html`<h3>${table.id}</h3>${factList(tableFacts(table))}`)}
    </div>`;
  }
}

/** An error of the service: title, detail, code, place and id. */
function errorText({ code, title, detail, source, id }: ServiceErrorItem): string {
  const message = [title, detail].filter(Boolean).join(": ") || "The service gave no message for this error.";
  const at = source?.pointer ?? source?.parameter;
  const marks = [code, at, id].filter(Boolean).join(", ");
  return marks === "" ? message : `${message} (${marks})`;
}
