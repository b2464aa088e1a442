import { html, LitElement, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { columnLabel } from "../../column-text.ts";
import { t } from "../../l10n.ts";
import { menuStyle } from "../../menu-style.ts";
import { placeAt } from "../../popover.ts";
import { controls, theme } from "../../theme.ts";
import { columnFacts, columnFactsStyle } from "./column-facts.ts";
import "./column-filter.ts";
import type { GridState } from "../state/grid-state.ts";

/** The menu of a column: sort, pin, hide, filter, statistics. Fires `state-changed` and `closed`. */
@customElement("ae-column-menu")
export class ColumnMenu extends LitElement {
  static override readonly styles = [theme, controls, menuStyle, columnFactsStyle];

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
    placeAt(menu, at.left, at.bottom);
    menu.querySelector<HTMLElement>("button, input")?.focus();
  }

  override render() {
    const { state, column: index } = this;
    const column = state?.table.columns[index];
    const label = state && column ? columnLabel(state.table, index) : "";
    return html`
      <div popover role="dialog" aria-label=${t("Column {0}", label)} @toggle=${this.#onToggle}>
        ${
          state && column
            ? html`<div class="title">${label}</div>
                ${this.#buttons(state, index)}
                <ae-column-filter .state=${state} .column=${index} @state-changed=${() => this.requestUpdate()}></ae-column-filter>
                ${columnFacts(state.table, column)}`
            : nothing
        }
      </div>
    `;
  }

  #buttons(state: GridState, index: number) {
    const { sort } = state;
    const sortButton = (text: string, descending: boolean) => {
      const isSorted = sort?.column === index && sort.descending === descending;
      const toggle = () => {
        state.setSort(isSorted ? undefined : { column: index, descending });
        this.#notifyChange();
      };
      return html`<button aria-pressed=${isSorted} @click=${toggle}>${text}</button>`;
    };
    const isPinned = state.isPinned(index);
    const act = (action: () => void, closes: boolean) => () => {
      action();
      this.#notifyChange();
      if (closes) this.menu?.hidePopover();
    };
    return html`<div class="toolbar">
      ${sortButton(t("Sort ascending"), false)} ${sortButton(t("Sort descending"), true)}
      <button aria-pressed=${isPinned} @click=${act(() => state.setPinned(index, !isPinned), false)}>${t("Pin")}</button>
      <button @click=${act(() => state.setWidth(index, undefined), false)}>${t("Fit width")}</button>
      <button @click=${act(() => state.setHidden(index, true), true)}>${t("Hide column")}</button>
    </div>`;
  }

  readonly #onToggle = (event: ToggleEvent) => {
    if (event.newState === "closed") this.dispatchEvent(new Event("closed"));
  };

  #notifyChange(): void {
    this.requestUpdate();
    this.dispatchEvent(new Event("state-changed"));
  }
}
