import { html, LitElement, nothing } from "lit";
import { controls, theme } from "../theme.ts";
import { typedNumber } from "./filter.ts";
import type { GridState } from "./grid-state.ts";
import { columnLabel } from "./header.ts";
import { menuStyle } from "./menu-style.ts";

/** What can be done with one column: sort, filter, hide. Fires `state-changed` and `closed`. */
export class ColumnMenu extends LitElement {
  static override readonly styles = [theme, controls, menuStyle];
  static override readonly properties = { state: { attribute: false }, column: { state: true } };

  declare state: GridState | undefined;
  declare column: number;

  constructor() {
    super();
    this.column = -1;
  }

  open(column: number, at: DOMRect): void {
    this.column = column;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const menu = this.renderRoot.querySelector<HTMLElement>("[popover]");
      if (menu === null) return;
      menu.showPopover();
      menu.style.left = `${Math.max(4, Math.min(at.left, window.innerWidth - menu.offsetWidth - 8))}px`;
      menu.style.top = `${Math.max(4, Math.min(at.bottom, window.innerHeight - menu.offsetHeight - 8))}px`;
      this.renderRoot.querySelector<HTMLElement>("button, input")?.focus();
    });
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
    const isSorted = (descending: boolean) => sort?.column === index && sort.descending === descending;
    const sortBy = (descending: boolean) => () => {
      state.setSort(isSorted(descending) ? undefined : { column: index, descending });
      this.#changed();
    };
    const hide = () => {
      state.setHidden(index, true);
      this.#changed();
      this.#close();
    };
    return html`
      <div class="title">${label}</div>
      <div class="toolbar">
        <button aria-pressed=${isSorted(false)} @click=${sortBy(false)}>Sort up</button>
        <button aria-pressed=${isSorted(true)} @click=${sortBy(true)}>Sort down</button>
        <button @click=${hide}>Hide column</button>
      </div>
      ${isNumber ? this.#range(state, index) : this.#text(state, index)}
    `;
  }

  #text(state: GridState, index: number) {
    const filter = state.filters.columns.get(index);
    const input = (event: Event) => {
      const text = typedIn(event);
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
      const isOpen = min === undefined && max === undefined;
      const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
      state.setFilter(index, isOpen ? undefined : { kind: "range", ...bounds });
      this.#changed();
    };
    return html`
      <label>At least <input inputmode="decimal" .value=${String(range?.min ?? "")} @change=${input} @input=${input} /></label>
      <label>At most <input inputmode="decimal" .value=${String(range?.max ?? "")} @change=${input} @input=${input} /></label>
    `;
  }

  readonly #toggled = (event: ToggleEvent) => {
    if (event.newState === "closed") this.dispatchEvent(new Event("closed"));
  };

  #close(): void {
    this.renderRoot.querySelector<HTMLElement>("[popover]")?.hidePopover();
  }

  #changed(): void {
    this.requestUpdate();
    this.dispatchEvent(new Event("state-changed"));
  }
}

function typedIn(event: Event): string {
  return event.target instanceof HTMLInputElement ? event.target.value : "";
}
