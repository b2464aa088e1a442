import { html, LitElement, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { columnLabel } from "../column-text.ts";
import { menuStyle } from "../menu-style.ts";
import { controls, theme } from "../theme.ts";
import { typedNumber } from "./filter.ts";
import type { GridState } from "./grid-state.ts";

/** The menu of a column: sort, filter, hide. Fires `state-changed` and `closed`. */
@customElement("ae-column-menu")
export class ColumnMenu extends LitElement {
  static override readonly styles = [theme, controls, menuStyle];

  @property({ attribute: false }) accessor state: GridState | undefined;
  @state() accessor column = -1;
  @query("[popover]") accessor menu: HTMLElement | null = null;

  async open(column: number, at: DOMRect): Promise<void> {
    this.column = column;
    this.requestUpdate();
    await this.updateComplete;
    const { menu } = this;
    if (menu === null) return;
    menu.showPopover();
    menu.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(4, Math.min(at.bottom, window.innerHeight - menu.offsetHeight - 8))}px`;
    menu.querySelector<HTMLElement>("button, input")?.focus();
  }

  override render() {
    const { state, column: index } = this;
    const column = state?.table.columns[index];
    const label = state && column ? columnLabel(state.table, index) : "";
    return html`
      <div popover role="dialog" aria-label=${`Column ${label}`} @toggle=${this.#toggled}>
        ${state && column ? this.#content(state, index, label, column.values.kind === "number") : nothing}
      </div>
    `;
  }

  #content(state: GridState, index: number, label: string, isNumber: boolean) {
    const { sort } = state;
    const sortButton = (text: string, descending: boolean) => {
      const isSorted = sort?.column === index && sort.descending === descending;
      const toggle = () => {
        state.setSort(isSorted ? undefined : { column: index, descending });
        this.#changed();
      };
      return html`<button aria-pressed=${isSorted} @click=${toggle}>${text}</button>`;
    };
    const hide = () => {
      state.setHidden(index, true);
      this.#changed();
      this.menu?.hidePopover();
    };
    return html`
      <div class="title">${label}</div>
      <div class="toolbar">
        ${sortButton("Sort up", false)} ${sortButton("Sort down", true)}
        <button @click=${hide}>Hide column</button>
      </div>
      ${isNumber ? this.#range(state, index) : this.#text(state, index)}
    `;
  }

  #text(state: GridState, index: number) {
    const filter = state.filters.columns.get(index);
    const input = (event: Event) => {
      const text = event.target instanceof HTMLInputElement ? event.target.value : "";
      state.setFilter(index, text.trim() === "" ? undefined : { kind: "text", text });
      this.#changed();
    };
    return html`<label>
      Contains
      <input type="search" .value=${filter?.kind === "text" ? filter.text : ""} @input=${input} />
    </label>`;
  }

  #range(state: GridState, index: number) {
    const filter = state.filters.columns.get(index);
    const range = filter?.kind === "range" ? filter : undefined;
    const input = () => {
      const [min, max] = [...this.renderRoot.querySelectorAll("input")].map((field) => {
        const number = typedNumber(field.value);
        field.setAttribute("aria-invalid", String(Number.isNaN(number)));
        return Number.isNaN(number) ? undefined : number;
      });
      state.setFilter(index, min === undefined && max === undefined ? undefined : { kind: "range", min, max });
      this.#changed();
    };
    const field = (label: string, value: number | undefined) =>
      html`<label>${label} <input inputmode="decimal" .value=${String(value ?? "")} @change=${input} @input=${input} /></label>`;
    return [field("At least", range?.min), field("At most", range?.max)];
  }

  readonly #toggled = (event: ToggleEvent) => {
    if (event.newState === "closed") this.dispatchEvent(new Event("closed"));
  };

  #changed(): void {
    this.requestUpdate();
    this.dispatchEvent(new Event("state-changed"));
  }
}
