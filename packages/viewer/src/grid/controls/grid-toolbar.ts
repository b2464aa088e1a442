import { messageOf } from "@analytics-engines/core/basics";
import { css, html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";
import { checkbox, checklist, menuStyle } from "../../controls.ts";
import { t } from "../../l10n.ts";
import { columnLabel } from "../../text.ts";
import { controls, theme } from "../../theme.ts";
import { type ExportForm, exportView } from "../export/export-view.ts";
import type { GridState } from "../state/grid-state.ts";
import { deepestLevel } from "../state/row-order.ts";

const MAX_LEVELS = 6;
/** In a view narrower than this a list takes the place of the buttons. */
const NARROW = 640;

/** A choice for each level of groups: the outermost shows only the roots of the tree. */
function levelChoice(state: GridState, changed: () => void) {
  const deepest = deepestLevel(state.table);
  const levels = Array.from({ length: Math.min(deepest + 1, MAX_LEVELS) }, (_, level) => {
    const isAll = level === deepest;
    const name = state.grid.levelNames[level];
    return {
      name,
      text: name ?? (isAll ? t("All") : `${level + 1}`),
      title: isAll ? t("Show all levels") : t("Show levels 1 to {0}", level + 1),
      isChosen: state.shownLevel === (isAll ? undefined : level),
      show: () => {
        state.foldFrom(isAll ? deepest + 1 : level);
        changed();
      },
    };
  });
  if (state.viewWidth < NARROW) {
    const choose = (event: Event) => {
      if (event.target instanceof HTMLSelectElement) levels[event.target.selectedIndex]?.show();
    };
    const option = (text: string, isChosen: boolean) => html`<option .selected=${live(isChosen)}>${text}</option>`;
    return html`<select aria-label=${t("Level")} @change=${choose}>
      ${levels.map(({ title, name, isChosen }) => option(name ?? title, isChosen))}
    </select>`;
  }
  return html`<span class="quiet" id="levels">${t("Level")}</span>
    <span class="choice" role="group" aria-labelledby="levels">
      ${levels.map(
        ({ name, text, title, isChosen, show }) => html`<button
          aria-label=${name ?? title}
          aria-pressed=${isChosen}
          title=${title}
          @click=${show}
        >
          ${text}
        </button>`,
      )}
    </span>`;
}

/** The tools of a table: search, levels of its tree, columns. Fires `state-changed`. */
@customElement("ae-grid-toolbar")
export class GridToolbar extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    menuStyle,
    css`
      .toolbar > input[type="search"] {
        flex: 1 1 80px;
        max-width: 200px;
      }
      select {
        max-width: clamp(110px, 24vw, 160px);
        text-overflow: ellipsis;
      }
      .choice {
        display: flex;
      }
      .choice > button {
        margin-left: -1px;
      }
      .choice > button:not(:first-child) {
        border-top-left-radius: 0;
        border-bottom-left-radius: 0;
      }
      .choice > button:not(:last-child) {
        border-top-right-radius: 0;
        border-bottom-right-radius: 0;
      }
    `,
  ];

  @property({ attribute: false }) accessor state: GridState | undefined;
  /** The name of exported files, without their extensions. */
  @property() accessor exportName = "";
  @state() accessor columnSearch = "";
  /** Why the last export failed. */
  @state() accessor problem = "";

  focusSearch(): void {
    this.renderRoot.querySelector("input")?.focus();
  }

  override render() {
    const { state } = this;
    if (state === undefined) return nothing;
    const search = (event: Event) => {
      if (event.target instanceof HTMLInputElement) state.setSearch(event.target.value);
      this.#notifyChange();
    };
    const clear = () => {
      state.clearFilters();
      this.#notifyChange();
    };
    return html`
      <div class="toolbar">
        <input
          type="search"
          placeholder=${t("Search rows")}
          aria-label=${t("Search rows")}
          .value=${state.filters.search}
          @input=${search}
        />
        ${state.tree ? levelChoice(state, () => this.#notifyChange()) : nothing}
        ${state.isFiltered ? html`<button @click=${clear}>${t("Clear filters")}</button>` : nothing}
        <span class="grow"></span>
        ${checklist("columns", t("Columns"), "right", this.#columns(state))}
        ${this.#exports(state)}
      </div>
    `;
  }

  #columns(state: GridState) {
    const search = this.columnSearch.trim().toLocaleLowerCase();
    const typed = (event: Event) => {
      if (event.target instanceof HTMLInputElement) this.columnSearch = event.target.value;
    };
    const reset = () => {
      state.resetColumns();
      this.#notifyChange();
    };
    const boxes = state.grid.order.flatMap((index) => {
      const label = columnLabel(state.table, index);
      if (!label.toLocaleLowerCase().includes(search)) return [];
      const isShown = !state.hiddenColumns.has(index);
      const show = (isChecked: boolean) => {
        state.setHidden(index, !isChecked);
        this.#notifyChange();
      };
      return [checkbox(label, isShown, show, isShown && state.layout.columns.length === 1)];
    });
    return [
      html`<input type="search" placeholder=${t("Find a column")} aria-label=${t("Find a column")} @input=${typed} />`,
      ...boxes,
      html`<button @click=${reset}>${t("Reset columns")}</button>`,
    ];
  }

  #exports(state: GridState) {
    const save = (form: ExportForm) => async () => {
      try {
        await exportView(this, state, form, this.exportName);
      } catch (error) {
        this.problem = t("Not exported: {0}", messageOf(error));
      }
    };
    return html`${checklist("export", t("Export"), "right", [
      html`<button class="plain" @click=${save("csv")}>CSV</button>`,
      html`<button class="plain" @click=${save("xlsx")}>Excel (.xlsx)</button>`,
      html`<span class="quiet">${t("The shown rows and columns, with all digits")}</span>`,
      this.problem ? html`<span role="alert">${this.problem}</span>` : nothing,
    ])}`;
  }

  #notifyChange(): void {
    this.requestUpdate();
    this.dispatchEvent(new Event("state-changed"));
  }
}
