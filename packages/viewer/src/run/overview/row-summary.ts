import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { theme } from "../../theme.ts";
import { isNegative, type KeyFigure, type UnitSummary } from "../unit-summary.ts";
import type { UnitRef, ViewedRun } from "../viewed-run.ts";

const MOST_FIGURES = 4;

/** The key figures of a unit in a row of the overview. They are read when the row comes near the view. */
@customElement("ae-row-summary")
export class RowSummary extends LitElement {
  static override readonly styles = [
    theme,
    css`
      :host {
        display: contents;
      }
      .figure {
        text-align: right;
        white-space: nowrap;
        font-variant-numeric: tabular-nums;
        min-width: 0;
      }
      .label {
        display: block;
        font-size: 11px;
        line-height: 16px;
        color: var(--text-quiet);
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .value {
        line-height: 18px;
      }
      .value.negative {
        color: var(--negative);
      }
      .unit {
        margin-left: 2px;
        font-size: 11px;
        color: var(--text-quiet);
      }
      @media (max-width: 900px) {
        .figure:nth-of-type(n + 3) {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor ref: UnitRef | undefined;
  @state() accessor summary: UnitSummary | undefined;

  readonly #watcher = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting !== true) return;
    this.#watcher.disconnect();
    void this.#read();
  });

  override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("ref") && !changed.has("run")) return;
    this.summary = undefined;
    this.#watcher.disconnect();
    // The element has no box of its own.
    if (this.parentElement) this.#watcher.observe(this.parentElement);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watcher.disconnect();
  }

  async #read(): Promise<void> {
    const { run, ref } = this;
    if (run?.summary === undefined || ref === undefined) return;
    // The unit's page shows why a result cannot be read.
    const summary = await run.summary(ref.file, ref.unit).catch(() => undefined);
    if (this.ref === ref) this.summary = summary;
  }

  override render() {
    const figures = this.summary?.figures.slice(0, MOST_FIGURES) ?? [];
    return html`${figures.map((figure) => figureCell(figure))}${nothing}`;
  }
}

function figureCell(figure: KeyFigure) {
  return html`<span class="figure"
    ><span class="label">${figure.label}</span
    ><span class="value ${isNegative(figure) ? "negative" : ""}">${figure.value}<span class="unit">${figure.unit}</span></span></span
  >`;
}
