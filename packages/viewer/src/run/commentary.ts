import type { CommentarySection, Commentary as CommentaryText } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { theme } from "../theme.ts";
import type { UnitRef, ViewedRun } from "./viewed-run.ts";

/** The text that the service generated of a unit, marked as such. Nothing where the unit has none. */
export class Commentary extends LitElement {
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
  static override readonly properties = {
    run: { attribute: false },
    ref: { attribute: false },
    text: { state: true },
    problem: { state: true },
  };

  declare run: ViewedRun | undefined;
  declare ref: UnitRef | undefined;
  declare text: CommentaryText | undefined;
  declare problem: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("ref") || changed.has("run")) void this.#open();
  }

  async #open(): Promise<void> {
    const { ref, run } = this;
    this.text = undefined;
    this.problem = undefined;
    if (ref?.unit.commentary === undefined || run?.commentary === undefined) return;
    try {
      const text = await run.commentary(ref.file, ref.unit);
      if (this.ref === ref) this.text = text;
    } catch (error) {
      if (this.ref === ref) this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  override render() {
    const { text, problem } = this;
    if (problem !== undefined) return html`<section aria-label="Commentary"><p role="status">${problem}</p></section>`;
    if (text === undefined) return nothing;
    return html`<section tabindex="0" aria-label="Commentary, generated text">
      <h3>Commentary <span class="mark">Generated text</span></h3>
      ${text.sections.map((section) => sectionView(section, 0))}
      ${text.disclaimer === undefined ? nothing : html`<p class="quiet">${text.disclaimer}</p>`}
    </section>`;
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
