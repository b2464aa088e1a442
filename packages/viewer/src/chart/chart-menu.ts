import type { Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing } from "lit";
import { columnLabel } from "../grid/header.ts";
import { menuStyle } from "../grid/menu-style.ts";
import { placeBelow } from "../popover.ts";
import { controls, theme } from "../theme.ts";
import { possibleKinds, specOfKind, toggleMeasure, withAcross, withLevel, withSplit } from "./edit-spec.ts";
import { type ChartSpec, chartNames } from "./spec.ts";
import { rolesOf, usedLevels } from "./suggest.ts";

/** Chooses what a chart draws. Fires `spec-changed` with a new `spec`, and `save-svg` and `save-png`. */
export class ChartMenu extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    menuStyle,
    css`
      :host {
        display: block;
        padding: 6px 0;
      }
      .toolbar > label {
        display: flex;
        gap: 5px;
      }
      select {
        max-width: 200px;
      }
      /* Both stay together where the bar breaks. */
      .save {
        display: flex;
        gap: 6px;
        margin-left: auto;
      }
    `,
  ];
  static override readonly properties = { table: { attribute: false }, spec: { attribute: false } };

  declare table: Table | undefined;
  declare spec: ChartSpec | undefined;

  override render() {
    const { table, spec } = this;
    if (table === undefined || spec === undefined) return nothing;
    const roles = rolesOf(table);
    return html`
      <div class="toolbar">
        <span role="group" aria-label="Kind of chart">
          ${possibleKinds(roles).map(
            (kind) => html`<button
              aria-pressed=${spec.kind === kind}
              @click=${() => this.#change(specOfKind(table, kind))}
            >
              ${chartNames[kind]}
            </button>`,
          )}
        </span>
        ${this.#columns(table, spec)} ${this.#levels(table, spec)}
        <span class="save">
          <button @click=${() => this.dispatchEvent(new Event("save-svg"))}>Save SVG</button>
          <button @click=${() => this.dispatchEvent(new Event("save-png"))}>Save PNG</button>
        </span>
      </div>
    `;
  }

  #columns(table: Table, spec: ChartSpec) {
    const { dates, categories, measures } = rolesOf(table);
    if (spec.kind === "scatter") {
      return html`
        ${this.#choice(table, "Across", measures, spec.x, (x) => ({ ...spec, x }))}
        ${this.#choice(table, "Up", measures, spec.y, (y) => ({ ...spec, y }))}
        ${categories.length > 1 && spec.label !== undefined ? this.#choice(table, "Names", categories, spec.label, (label) => ({ ...spec, label })) : nothing}
      `;
    }
    if (spec.kind === "bar") {
      return html`
        ${this.#choice(table, "Groups", [...categories, ...dates], spec.category, (category) => ({ ...spec, category }))}
        ${this.#measures(table, spec, measures)}
        <label>
          <input type="checkbox" .checked=${spec.across ?? false} @change=${() => this.#change(withAcross(spec, !spec.across))} />
          Measures as groups
        </label>
      `;
    }
    return html`
      ${dates.length > 1 ? this.#choice(table, "Dates", dates, spec.date, (date) => ({ ...spec, date })) : nothing}
      ${categories.length > 0 ? this.#split(table, spec, categories) : nothing}
      ${
        spec.split === undefined
          ? this.#measures(table, spec, measures)
          : this.#choice(table, "Measure", measures, spec.measures[0] ?? -1, (measure) => ({
              ...spec,
              measures: [measure],
            }))
      }
    `;
  }

  #choice(table: Table, name: string, options: readonly number[], chosen: number, apply: (index: number) => ChartSpec) {
    const change = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) this.#change(apply(Number(event.target.value)));
    };
    return html`<label>
      ${name}
      <select @change=${change}>
        ${options.map((index) => html`<option value=${index} .selected=${index === chosen}>${columnLabel(table, index)}</option>`)}
      </select>
    </label>`;
  }

  #split(table: Table, spec: ChartSpec, categories: readonly number[]) {
    const chosen = spec.kind === "line" ? spec.split : undefined;
    const change = (event: Event) => {
      if (!(event.target instanceof HTMLSelectElement)) return;
      this.#change(withSplit(spec, event.target.value === "" ? undefined : Number(event.target.value)));
    };
    return html`<label>
      A line for each
      <select @change=${change}>
        <option value="" .selected=${chosen === undefined}>measure</option>
        ${categories.map((index) => html`<option value=${index} .selected=${index === chosen}>${columnLabel(table, index)}</option>`)}
      </select>
    </label>`;
  }

  #measures(table: Table, spec: ChartSpec, measures: readonly number[]) {
    const chosen = spec.kind === "scatter" ? [] : spec.measures;
    return html`
      <button popovertarget="measures">Measures (${chosen.length})</button>
      <div id="measures" popover role="dialog" aria-label="Measures" @beforetoggle=${this.#opens}>
        <div class="list">
          ${measures.map(
            (index) => html`<label>
              <input
                type="checkbox"
                .checked=${chosen.includes(index)}
                @change=${() => this.#change(toggleMeasure(spec, index))}
              />
              ${columnLabel(table, index)}
            </label>`,
          )}
        </div>
      </div>
    `;
  }

  #levels(table: Table, spec: ChartSpec) {
    const levels = usedLevels(table);
    if (levels.length < 2) return nothing;
    const change = (event: Event) => {
      if (!(event.target instanceof HTMLSelectElement)) return;
      this.#change(withLevel(spec, event.target.value === "" ? undefined : Number(event.target.value)));
    };
    return html`<label>
      Level
      <select @change=${change}>
        <option value="" .selected=${spec.level === undefined}>all</option>
        ${levels.map((level) => html`<option value=${level} .selected=${level === spec.level}>${level + 1}</option>`)}
      </select>
    </label>`;
  }

  readonly #opens = (event: ToggleEvent) => {
    placeBelow(event, this.renderRoot.querySelector("[popovertarget]"), "left");
  };

  #change(spec: ChartSpec | undefined): void {
    if (spec === undefined) return;
    // Where nothing changed, the boxes that were ticked go back to what is drawn.
    this.spec = spec;
    this.requestUpdate();
    this.dispatchEvent(new Event("spec-changed"));
  }
}
