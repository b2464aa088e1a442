import { messageOf } from "@analytics-engines/core/basics";
import type { CommentarySection } from "@analytics-engines/core/results";
import { css, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property } from "lit/decorators.js";
import { until } from "lit/directives/until.js";
import { html } from "../html.ts";
import { t } from "../l10n.ts";
import { theme } from "../theme.ts";
import type { UnitRef, ViewedRun } from "./viewed-run.ts";

/** The text that the service generated about a unit, marked as generated. Empty if the unit has none. */
@customElement("ae-commentary")
export class CommentaryView extends LitElement {
  static override readonly styles = [
    theme,
    css`
      :host {
        display: block;
      }
      section {
        border-top: 1px solid var(--line);
        padding: 8px 12px 12px;
        background: var(--surface);
        max-height: 40vh;
        overflow: auto;
      }
      h3,
      h4,
      h5,
      h6 {
        margin: 10px 0 2px;
        font-size: 1em;
        overflow-wrap: anywhere;
      }
      h3 {
        display: flex;
        align-items: center;
        gap: 10px;
        margin-top: 0;
        font-size: 1.1em;
      }
      .mark {
        border: 1px solid currentColor;
        border-radius: 4px;
        padding: 0 7px;
        font-size: 0.85rem;
        font-weight: normal;
        color: var(--warn);
        white-space: nowrap;
      }
      p {
        margin: 0;
        max-width: 80ch;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        user-select: text;
      }
      .part {
        padding-left: 14px;
      }
      .quiet {
        margin-top: 10px;
        color: var(--text-quiet);
      }
    `,
  ];

  @property({ attribute: false }) accessor run: ViewedRun | undefined;
  @property({ attribute: false }) accessor ref: UnitRef | undefined;

  #view: Promise<unknown> | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("ref") || changed.has("run")) this.#view = this.#read();
  }

  async #read() {
    const { ref, run } = this;
    if (ref?.unit.file === undefined || run?.commentary === undefined) return nothing;
    try {
      const commentary = await run.commentary(ref.file, ref.unit);
      if (commentary === undefined) return nothing;
      const { sections, disclaimer } = commentary;
      return html`<section tabindex="0" aria-label=${t("Commentary, generated text")}>
        <h3>${t("Commentary")} <span class="mark">${t("Generated text")}</span></h3>
        ${sections.map((section) => sectionView(section, 0))}
        ${disclaimer === undefined ? nothing : html`<p class="quiet">${disclaimer}</p>`}
      </section>`;
    } catch (error) {
      return html`<section aria-label=${t("Commentary")}><p role="status">${messageOf(error)}</p></section>`;
    }
  }

  override render(): unknown {
    return until(this.#view, nothing);
  }
}

function sectionView({ title, content, sections }: CommentarySection, depth: number): unknown {
  return html`
    ${title === undefined ? nothing : heading(title, depth)}
    ${content === undefined ? nothing : html`<p>${content}</p>`}
    ${sections.map((section) => html`<div class="part">${sectionView(section, depth + 1)}</div>`)}
  `;
}

function heading(title: string, depth: number) {
  if (depth === 0) return html`<h4>${title}</h4>`;
  return depth === 1 ? html`<h5>${title}</h5>` : html`<h6>${title}</h6>`;
}
