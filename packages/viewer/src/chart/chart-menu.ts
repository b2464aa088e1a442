import type { Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { checkbox, checklist, selectField } from "../controls.ts";
import { menuStyle } from "../menu-style.ts";
import { controls, theme } from "../theme.ts";
import { chartControls, chartNames, possibleCharts } from "./charts.ts";
import type { ChartControl } from "./controls.ts";
import type { ChartSpec } from "./spec.ts";

/** Chooses what a chart shows. Fires `spec-changed` with a new `spec`, and `save-svg` and `save-png`. */
@customElement("ae-chart-menu")
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
      /* Both buttons stay on one line. */
      .save {
        display: flex;
        gap: 6px;
        margin-left: auto;
      }
    `,
  ];

  @property({ attribute: false }) accessor table: Table | undefined;
  @property({ attribute: false }) accessor spec: ChartSpec | undefined;

  override render() {
    const { table, spec } = this;
    if (table === undefined || spec === undefined) return nothing;
    return html`
      <div class="toolbar">
        <span role="group" aria-label="Kind of chart">
          ${possibleCharts(table).map(
            (one) => html`<button aria-pressed=${one.kind === spec.kind} @click=${() => this.#change(one)}>
              ${chartNames[one.kind]}
            </button>`,
          )}
        </span>
        ${chartControls(table, spec).map((control) => this.#control(control))}
        <span class="save">
          <button @click=${() => this.dispatchEvent(new Event("save-svg"))}>Save SVG</button>
          <button @click=${() => this.dispatchEvent(new Event("save-png"))}>Save PNG</button>
        </span>
      </div>
    `;
  }

  #control({ type, label, options }: ChartControl<ChartSpec>) {
    if (type === "choice") return selectField(label, options, (index) => this.#change(options[index]?.spec));
    const boxes = options.map(({ text, isChosen, spec }) => checkbox(text, isChosen, () => this.#change(spec)));
    if (type === "checkbox") return boxes;
    return checklist(label, `${label} (${options.filter(({ isChosen }) => isChosen).length})`, "left", boxes);
  }

  #change(spec: ChartSpec | undefined): void {
    if (spec === undefined) return;
    this.spec = spec;
    // Without a change too, so that a box that the user ticked in vain shows the chart again.
    this.requestUpdate();
    this.dispatchEvent(new Event("spec-changed"));
  }
}
