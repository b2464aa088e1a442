import type { Sentence } from "@analytics-engines/core/basics";
import { css, LitElement, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { html } from "../../html.ts";
import { theme } from "../../theme.ts";
import { codeParts } from "./code-parts.ts";

/** A list of sentences with a title; nothing without any. */
@customElement("ae-sentences")
export class Sentences extends LitElement {
  static override readonly styles = [
    theme,
    css`
      :host {
        display: block;
        max-width: 1600px;
        margin: 0 auto;
        padding: 8px 24px 0;
      }
      h2 {
        margin: 0 0 4px;
        font-size: 13px;
      }
      section > div {
        max-height: 30vh;
        overflow: auto;
      }
      ul {
        margin: 0;
        padding-left: 20px;
        overflow-wrap: anywhere;
      }
      code {
        font: 0.92em var(--font-code);
      }
    `,
  ];

  @property() accessor heading = "";
  @property({ attribute: false }) accessor sentences: readonly Sentence[] = [];

  override render() {
    if (this.sentences.length === 0) return nothing;
    return html`<section aria-label=${this.heading}>
      <h2>${this.heading}</h2>
      <div tabindex="0" role="group" aria-label=${this.heading}>${list(this.sentences)}</div>
    </section>`;
  }
}

function list(sentences: readonly Sentence[]): TemplateResult {
  return html`<ul>${sentences.map(
    ({ text, below = [] }) => html`<li>${codeParts(text)}${below.length > 0 ? list(below) : nothing}</li>`,
  )}</ul>`;
}
