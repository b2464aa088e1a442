import type { Table } from "@analytics-engines/core/results";
import { css, LitElement, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import { checkbox, checklist, menuStyle, selectField } from "../controls.ts";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { controls, theme } from "../theme.ts";
import { chartControls, chartName, possibleCharts } from "./charts.ts";
import type { ChartControl, ChartSpec } from "./spec.ts";

/** Chooses what a chart shows. Fires `spec-changed` with a new `spec`, `save-svg` and `save-png`, and `zoom-in`, `zoom-out`, `zoom-whole`. */
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
      /* Buttons of a group stay on one line. */
      .save,
      .zoom {
        display: flex;
        gap: 6px;
      }
      .save {
        margin-left: auto;
      }
    `,
  ];

  @property({ attribute: false }) accessor table: Table | undefined;
  @property({ attribute: false }) accessor spec: ChartSpec | undefined;
  /** Whether the chart is of dates, and shows a part of them. */
  @property({ attribute: false }) accessor zoom: "none" | "whole" | "part" = "none";

  override render() {
    const { table, spec } = this;
    if (table === undefined || spec === undefined) return nothing;
    const kinds = possibleCharts(table).map((chart) => ({
      text: chartName(chart.kind),
      isChosen: chart.kind === spec.kind,
      spec: chart,
    }));
    return html`
      <div class="toolbar">
        ${selectField(t("Chart"), kinds, (index) => this.#change(kinds[index]?.spec))}
        ${chartControls(table, spec).map((control) => this.#control(control))}
        ${this.zoom === "none" ? nothing : this.#zoomButtons()}
        <span class="save">
          ${this.#button(t("Save SVG"), "save-svg")} ${this.#button(t("Save PNG"), "save-png")}
        </span>
      </div>
    `;
  }

  #zoomButtons() {
    const isWhole = this.zoom === "whole";
    return html`<span class="zoom" role="group" aria-label=${t("Zoom")}>
      <button aria-label=${t("Zoom in")} title=${t("Zoom in (+)")} @click=${() => this.#fire("zoom-in")}>+</button>
      <button aria-label=${t("Zoom out")} title=${t("Zoom out (−)")} ?disabled=${isWhole} @click=${() => this.#fire("zoom-out")}>−</button>
      <button ?disabled=${isWhole} title=${t("All dates (0)")} @click=${() => this.#fire("zoom-whole")}>${t("All dates")}</button>
    </span>`;
  }

  #button(text: string, event: string) {
    return html`<button @click=${() => this.#fire(event)}>${text}</button>`;
  }

  #fire(event: string): void {
    this.dispatchEvent(new Event(event));
  }

  #control({ type, label, options }: ChartControl) {
    if (type === "choice") return selectField(label, options, (index) => this.#change(options[index]?.spec));
    const boxes = options.map(({ text, isChosen, spec }) => checkbox(text, isChosen, () => this.#change(spec)));
    if (type === "checkbox") return boxes;
    return checklist("measures", `${label} (${options.filter(({ isChosen }) => isChosen).length})`, "left", boxes);
  }

  #change(spec: ChartSpec | undefined): void {
    if (spec === undefined) return;
    this.spec = spec;
    // Without a change too, so that a box that the user ticked in vain shows the chart again.
    this.requestUpdate();
    this.#fire("spec-changed");
  }
}
