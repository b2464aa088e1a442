import { css } from "lit";
import { html } from "../html.ts";
import type { Fact } from "./unit-facts.ts";

/** A list of names and values. */
export function factList(facts: readonly Fact[]) {
  return html`<dl class="facts">
    ${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
  </dl>`;
}

export const factsStyle = css`
  .facts {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 3px 16px;
    margin: 0;
  }
  .facts dt {
    color: var(--text-quiet);
  }
  .facts dd {
    margin: 0;
    overflow-wrap: anywhere;
    user-select: text;
  }
`;
