import { css, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { miniPicture } from "../../chart/mini.ts";
import { chartColours } from "../../chart/swatch.ts";
import { html } from "../../html.ts";
import { theme } from "../../theme.ts";
import { isNegative, type KeyFigure, localFigure } from "../head/key-figure.ts";
import type { UnitSummary } from "../head/key-figures.ts";
import { statusSign, statusStyle } from "../parts.ts";
import type { UnitRef, ViewedRun } from "../viewed-run.ts";

const MAX_FIGURES = 4;
const MAX_FIGURES_IF_NARROW = 2;

/** What to do when a row comes near the view. One observer watches all rows. */
const nearby = new WeakMap<Element, () => void>();
const watcher = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    nearby.get(target)?.();
  }
});

function whenNear(element: Element, act: () => void): void {
  nearby.set(element, act);
  watcher.unobserve(element);
  watcher.observe(element);
}

/** The key figures and the small chart of a unit in a row of the overview. They are read when the row comes near the view. */
@customElement("ae-row-summary")
export class RowSummary extends LitElement {
  static override readonly styles = [
    theme,
    statusStyle,
    chartColours,
    css`
      :host {
        display: contents;
      }
      .problem {
        grid-column: 3 / -1;
        display: flex;
        gap: 8px;
        min-width: 0;
        font-size: 12px;
        color: var(--text-quiet);
        overflow-wrap: anywhere;
      }
      :host([altered]) .problem {
        color: var(--warn);
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
      .chart {
        grid-column: 7;
        display: flex;
      }
      .caption {
        grid-column: 8;
        /* Three lines fit in a row; a longer caption ends in an ellipsis. */
        display: -webkit-box;
        -webkit-box-orient: vertical;
        -webkit-line-clamp: 3;
        font-size: 11px;
        line-height: 13px;
        color: var(--text-quiet);
        overflow: hidden;
        overflow-wrap: anywhere;
      }
      svg {
        display: block;
        flex: none;
      }
      :host([eager]) .caption {
        display: none;
      }
      :host([eager]) .label {
        font-size: 9px;
        line-height: 11px;
        white-space: normal;
      }
      @media screen and (max-width: 900px) {
        .figure.late,
        .caption {
          display: none;
        }
        .label {
          white-space: normal;
          overflow-wrap: anywhere;
          line-height: 13px;
        }
        .chart {
          grid-column: 5;
        }
      }
      @media screen and (max-width: 520px) {
        .problem {
          grid-column: 2 / -1;
        }
        .chart {
          grid-column: 3;
          grid-row: 1;
        }
        .figure {
          grid-row: 2;
          grid-column: 3;
        }
        .figure:first-of-type {
          grid-column: 2;
          text-align: left;
        }
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor ref: UnitRef | undefined;
  /** Reads at once: for paper. */
  @property({ type: Boolean, reflect: true }) accessor eager = false;
  @state() accessor summary: UnitSummary | undefined;

  override updated(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has("ref") && !changed.has("run")) return;
    this.summary = undefined;
    if (this.eager) void this.#read();
    // The element has no box of its own.
    else if (this.parentElement) whenNear(this.parentElement, () => void this.#read());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.parentElement) watcher.unobserve(this.parentElement);
  }

  async #read(): Promise<void> {
    const { run, ref } = this;
    if (run?.summary === undefined || ref === undefined) return;
    // The unit's page shows why a result cannot be read.
    const summary = await run.summary(ref.file, ref.unit).catch(() => undefined);
    if (this.ref === ref) this.summary = summary;
  }

  override render() {
    const { figures = [], chart, problem, isAltered } = this.summary ?? {};
    this.toggleAttribute("altered", isAltered === true);
    // The row around it has the colour of trouble.
    this.closest(".item")?.toggleAttribute("altered", isAltered === true);
    return html`
      ${problem ? html`<span class="problem">${isAltered ? statusSign("warning") : nothing}${problem}</span>` : nothing}
      ${figures.slice(0, MAX_FIGURES).map((figure, index) => figureCell(localFigure(figure), index >= MAX_FIGURES_IF_NARROW))}
      ${chart ? html`<span class="chart">${miniPicture(chart)}</span><span class="caption" title=${chart.caption}>${chart.caption}</span>` : nothing}
    `;
  }
}

function figureCell(figure: KeyFigure, isLate: boolean) {
  return html`<span class="figure ${isLate ? "late" : ""}"
    ><span class="label" title=${figure.label}>${figure.label}</span
    ><span class="value ${isNegative(figure) ? "negative" : ""}">${figure.value}<span class="unit">${figure.unit}</span></span></span
  >`;
}
