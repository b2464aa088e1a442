import { css, html, LitElement, nothing } from "lit";
import { placeBelow } from "../popover.ts";
import { controls, theme } from "../theme.ts";
import type { GridState } from "./grid-state.ts";
import { columnLabel } from "./header.ts";
import { menuStyle } from "./menu-style.ts";
import { deepestLevel } from "./row-order.ts";

/** Search, levels of the tree, columns. Fires `state-changed`. */
export class GridToolbar extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    menuStyle,
    css`
      input[type="search"] {
        width: 220px;
      }
    `,
  ];
  static override readonly properties = { state: { attribute: false } };

  declare state: GridState | undefined;

  override render() {
    const { state } = this;
    if (state === undefined) return nothing;
    return html`
      <div class="toolbar">
        <input
          type="search"
          placeholder="Search the rows"
          aria-label="Search the rows"
          .value=${state.filters.search}
          @input=${this.#search}
        />
        ${state.tree ? this.#levels(state) : nothing}
        ${state.isFiltered ? html`<button @click=${this.#clear}>Clear filters</button>` : nothing}
        <span class="grow"></span>
        <button popovertarget="columns">Columns</button>
      </div>
      <div id="columns" popover role="dialog" aria-label="Columns" @beforetoggle=${this.#opens}>
        <div class="list">
          ${state.table.columns.map(
            (_, index) => html`<label>
              <input
                type="checkbox"
                .checked=${!state.hidden.has(index)}
                ?disabled=${!state.hidden.has(index) && state.layout.shown.length === 1}
                @change=${(event: Event) => this.#hide(index, event)}
              />
              ${columnLabel(state.table, index)}
            </label>`,
          )}
        </div>
      </div>
    `;
  }

  /** A button for each level of groups: "1" shows the outermost alone. */
  #levels(state: GridState) {
    const deepest = deepestLevel(state.table);
    const show = (level: number) => () => {
      state.foldFrom(level);
      this.#changed();
    };
    return html`<span class="quiet" id="levels">Levels</span>
      <span role="group" aria-labelledby="levels">
        ${Array.from({ length: Math.min(deepest + 1, 6) }, (_, level) => {
          const isAll = level === deepest;
          const name = isAll ? "Show all levels" : `Show levels 1 to ${level + 1}`;
          return html`<button class="plain" aria-label=${name} title=${name} @click=${show(isAll ? deepest + 1 : level)}>
            ${isAll ? "All" : level + 1}
          </button>`;
        })}
      </span>`;
  }

  readonly #search = (event: Event) => {
    if (event.target instanceof HTMLInputElement) this.state?.setSearch(event.target.value);
    this.#changed();
  };

  readonly #clear = () => {
    this.state?.clearFilters();
    this.#changed();
  };

  #hide(index: number, event: Event): void {
    if (event.target instanceof HTMLInputElement) this.state?.setHidden(index, !event.target.checked);
    this.#changed();
  }

  readonly #opens = (event: ToggleEvent) => {
    placeBelow(event, this.renderRoot.querySelector("[popovertarget]"), "right");
  };

  #changed(): void {
    this.requestUpdate();
    this.dispatchEvent(new Event("state-changed"));
  }
}
