import { type Column, cellText, columnDays, columnFormat, dayLabel, type Table } from "@analytics-engines/core/results";
import { css, html, LitElement, nothing, type PropertyValues } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { checkbox, menuStyle, placeAt } from "../../controls.ts";
import { localCount, localNumber, t } from "../../l10n.ts";
import { columnLabel, countOf, localCell } from "../../text.ts";
import { controls, theme } from "../../theme.ts";
import { type ColumnFilter, typedNumber } from "../state/filter.ts";
import type { GridState } from "../state/grid-state.ts";

/** A list of more values than this shows those that the user searches for. */
const MAX_VALUES = 200;

/** The filter of a column: a range of numbers or days, or a list of its values. Fires `state-changed`. */
@customElement("ae-column-filter")
export class ColumnFilterField extends LitElement {
  static override readonly styles = [
    theme,
    controls,
    menuStyle,
    css`
      :host {
        display: grid;
        gap: 8px;
      }
      .list {
        max-height: 200px;
      }
    `,
  ];

  @property({ attribute: false }) accessor state: GridState | undefined;
  @property({ type: Number }) accessor column = -1;
  @state() accessor search = "";
  /** Whether a range compares sizes without their signs; the user may choose this before typing a range. */
  @state() accessor isAbsolute = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("column") && !changed.has("state")) return;
    this.search = "";
    const filter = this.state?.filters.columns.get(this.column);
    this.isAbsolute = filter?.kind === "range" && filter.isAbsolute === true;
  }

  override render() {
    const { state, column: index } = this;
    const column = state?.table.columns[index];
    if (state === undefined || column === undefined) return nothing;
    if (columnDays(column) !== undefined) return this.#days(state, index);
    return column.values.kind === "number" ? this.#range(state, index) : this.#values(state, index, column);
  }

  #range(state: GridState, index: number) {
    const filter = state.filters.columns.get(index);
    const range = filter?.kind === "range" ? filter : undefined;
    const input = () => {
      const [min, max] = [...this.renderRoot.querySelectorAll<HTMLInputElement>("input[inputmode]")].map((field) => {
        const number = typedNumber(field.value);
        field.setAttribute("aria-invalid", String(Number.isNaN(number)));
        return Number.isNaN(number) ? undefined : number;
      });
      const isEmpty = min === undefined && max === undefined;
      this.#set(index, isEmpty ? undefined : { kind: "range", min, max, isAbsolute: this.isAbsolute });
    };
    const measure = (isChecked: boolean) => {
      this.isAbsolute = isChecked;
      input();
    };
    const field = (label: string, value: number | undefined) =>
      html`<label>${label} <input inputmode="decimal" .value=${localNumber(String(value ?? ""))} @change=${input} @input=${input} /></label>`;
    return [
      field(t("At least"), range?.min),
      field(t("At most"), range?.max),
      checkbox(t("Absolute value (|x|)"), this.isAbsolute, measure),
    ];
  }

  #days(state: GridState, index: number) {
    const filter = state.filters.columns.get(index);
    const days = filter?.kind === "days" ? filter : undefined;
    const input = () => {
      const [from, to] = [...this.renderRoot.querySelectorAll<HTMLInputElement>("input[type=date]")].map((field) =>
        Number.isNaN(field.valueAsNumber) ? undefined : field.valueAsNumber,
      );
      this.#set(index, from === undefined && to === undefined ? undefined : { kind: "days", from, to });
    };
    const field = (label: string, day: number | undefined) => html`<label>
      ${label} <input type="date" .value=${day === undefined ? "" : dayLabel(day)} @change=${input} />
    </label>`;
    return [field(t("From"), days?.from), field(t("To"), days?.to)];
  }

  #values(state: GridState, index: number, column: Column) {
    const filter = state.filters.columns.get(index);
    const selectedTexts = filter?.kind === "values" ? filter.texts : undefined;
    const search = this.search.toLocaleLowerCase();
    const all = valuesOf(state.table, column);
    const matches = [...all].filter(([text]) => localCell(column, text).toLocaleLowerCase().includes(search));
    const choose = (text: string) => (isChosen: boolean) => {
      const texts = new Set(selectedTexts ?? all.keys());
      if (isChosen) texts.add(text);
      else texts.delete(text);
      this.#set(index, texts.size === all.size ? undefined : { kind: "values", texts });
    };
    const typed = (event: Event) => {
      if (event.target instanceof HTMLInputElement) this.search = event.target.value.trim();
    };
    const only = () => this.#set(index, { kind: "values", texts: new Set(matches.map(([text]) => text)) });
    const none = () => this.#set(index, selectedTexts === undefined ? { kind: "values", texts: new Set() } : undefined);
    return html`
      <label>${t("Contains")} <input type="search" .value=${this.search} @input=${typed} /></label>
      <div class="toolbar">
        <button @click=${only} ?disabled=${matches.length === 0}>${t("Show only these")}</button>
        <button @click=${none}>${selectedTexts === undefined ? t("None") : t("All")}</button>
      </div>
      <div class="list" role="group" aria-label=${t("Values")}>
        ${matches
          .slice(0, MAX_VALUES)
          .map(([text, count]) =>
            checkbox(
              `${localCell(column, text)} (${localCount(count)})`,
              selectedTexts?.has(text) ?? true,
              choose(text),
            ),
          )}
        ${matches.length > MAX_VALUES ? html`<span class="quiet">${countOf(matches.length - MAX_VALUES, "more value")}</span>` : nothing}
      </div>
    `;
  }

  #set(index: number, filter: ColumnFilter | undefined): void {
    this.state?.setFilter(index, filter);
    this.requestUpdate();
    this.dispatchEvent(new Event("state-changed", { bubbles: true, composed: true }));
  }
}

const countsByColumn = new WeakMap<Column, ReadonlyMap<string, number>>();

/** The different texts of a column as the grid shows them, the most frequent first, with their counts. */
function valuesOf({ rowCount }: Table, column: Column): ReadonlyMap<string, number> {
  const cachedCounts = countsByColumn.get(column);
  if (cachedCounts !== undefined) return cachedCounts;
  const { values } = column;
  const { text } = columnFormat(column);
  const counts = new Map<string, number>();
  const add = (label: string, count: number) => counts.set(label, (counts.get(label) ?? 0) + count);
  if (values.kind === "text") {
    const byCode = new Int32Array(values.dictionary.length + 1);
    for (const code of values.codes) byCode[code + 1] = (byCode[code + 1] ?? 0) + 1;
    for (const [slot, count] of byCode.entries())
      if (count > 0) add(text(slot === 0 ? null : (values.dictionary[slot - 1] ?? null)), count);
  } else for (let row = 0; row < rowCount; row++) add(cellText(column, row), 1);
  const sorted = new Map([...counts].sort(([, a], [, b]) => b - a));
  countsByColumn.set(column, sorted);
  return sorted;
}

/** The menu of a column: sort, pin, hide, filter. Fires `state-changed` and `closed`. */
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
                <ae-column-filter .state=${state} .column=${index} @state-changed=${() => this.requestUpdate()}></ae-column-filter>`
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
