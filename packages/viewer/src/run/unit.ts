import type { ServiceErrorItem } from "@analytics-engines/core";
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { countOf } from "../text.ts";
import { controls, theme } from "../theme.ts";
import { factList, factsStyle } from "./facts.ts";
import { statusSign, statusStyle } from "./status.ts";
import { statusText } from "./status-text.ts";
import { tableFacts, unitFacts } from "./unit-facts.ts";
import { candidates, findUnit, type UnitContent, type UnitRef, unitKey, type ViewedRun } from "./viewed-run.ts";

type View = "table" | "chart" | "about" | "compare";
const viewNames: Readonly<Record<View, string>> = {
  table: "Table",
  chart: "Chart",
  about: "About",
  compare: "Compare",
};

/** One unit: what the service said of it, and its tables as grids, charts and beside those of another unit. */
export class Unit extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    statusStyle,
    factsStyle,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-width: 0;
        min-height: 0;
        gap: 6px;
      }
      h2 {
        font-size: 1.25em;
        margin: 0;
        overflow-wrap: anywhere;
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
  static override readonly properties = {
    run: { attribute: false },
    ref: { attribute: false },
    content: { state: true },
    problem: { state: true },
    view: { state: true },
    tableIndex: { state: true },
  };

  declare run: ViewedRun | undefined;
  declare ref: UnitRef | undefined;
  declare content: UnitContent | undefined;
  declare problem: string | undefined;
  declare view: View;
  declare tableIndex: number;

  constructor() {
    super();
    this.view = "table";
    this.tableIndex = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("ref") || changed.has("run")) void this.#open();
  }

  async #open(): Promise<void> {
    const { ref, run } = this;
    this.content = undefined;
    this.problem = undefined;
    this.tableIndex = 0;
    // Where there is an earlier run, what changed since is what one looks for.
    if (ref && run?.earlier && findUnit(run.earlier.manifest, unitKey(ref))?.unit.file !== undefined)
      this.view = "compare";
    else if (this.view === "compare") this.view = "table";
    if (!ref || !run) return;
    try {
      const content = await run.open(ref.file, ref.unit);
      if (this.ref === ref) this.content = content;
    } catch (error) {
      if (this.ref === ref) this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  override render() {
    const { ref } = this;
    if (ref === undefined) return nothing;
    const { unit, file } = ref;
    const tables = this.content?.kind === "tables" ? this.content.tables : [];
    const views = this.#views(tables.length > 0);
    const shown = views.includes(this.view) ? this.view : "table";
    return html`
      <h2>${statusSign(unit.status)} ${unit.id}</h2>
      <div class="quiet">${file.path} · ${statusText(unit.status)}</div>
      ${unit.errors.length > 0 ? html`<ul class="messages" aria-label="Errors">${unit.errors.map((item) => html`<li>${errorText(item)}</li>`)}</ul>` : nothing}
      ${unit.warnings.length > 0 ? html`<ul class="messages warnings" aria-label="Warnings">${unit.warnings.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
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
        ${tables.length > 1 ? this.#tableChoice(tables.map(({ id, rowCount }) => `${id} (${countOf(rowCount, "row")})`)) : nothing}
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

  #tableChoice(names: readonly string[]) {
    const change = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) this.tableIndex = Number(event.target.value);
    };
    return html`<label>
      Table
      <select @change=${change}>
        ${names.map((name, index) => html`<option value=${index} .selected=${index === this.tableIndex}>${name}</option>`)}
      </select>
    </label>`;
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
    if (this.view === "chart") return html`<ae-chart .table=${table}></ae-chart>`;
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

/** The service's own words: title, detail, what it points at, and its code. */
function errorText({ code, title, detail, source, id }: ServiceErrorItem): string {
  const words = [title, detail].filter(Boolean).join(": ") || "The service gave no words for this error.";
  const at = source?.pointer ?? source?.parameter;
  const marks = [code, at, id].filter(Boolean).join(", ");
  return marks === "" ? words : `${words} (${marks})`;
}
