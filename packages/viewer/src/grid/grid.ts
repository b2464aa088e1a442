import { cellText, type Table } from "@analytics-engines/core/results";
import { html, LitElement, type PropertyValues } from "lit";
import { customElement, property, query, queryAll, state } from "lit/decorators.js";
import { countOf, errorMessage } from "../text.ts";
import { controls, theme } from "../theme.ts";
import "./cell-menu.ts";
import { CellActionEvent, type CellMenu } from "./cell-menu.ts";
import "./column-menu.ts";
import type { ColumnMenu } from "./column-menu.ts";
import { visibleColumns } from "./columns.ts";
import { type CopyForm, copyText } from "./copy-text.ts";
import "./full-value.ts";
import type { FullValue } from "./full-value.ts";
import { GridHeader } from "./grid-header.ts";
import { placeOf } from "./grid-place.ts";
import { GridPointer } from "./grid-pointer.ts";
import { type CellMark, GridRows } from "./grid-rows.ts";
import { GridState } from "./grid-state.ts";
import { gridStyle } from "./grid-style.ts";
import "./grid-toolbar.ts";
import type { GridToolbar } from "./grid-toolbar.ts";
import { actionOf, moveTo } from "./keys.ts";
import { type ColumnChoices, choicesKey, writeChoices } from "./saved-view.ts";
import { scrollInto, scrollScale, visibleRows } from "./scroll.ts";
import { type Area, areaOf, type CellPlace, type CellSelection, contains } from "./selection.ts";
import { selectionStatistics } from "./selection-statistics.ts";
import { nextSort } from "./sort.ts";
import { type MeasureText, textMeter } from "./text-meter.ts";
import { viewStore } from "./view-store.ts";
import { viewTable } from "./view-table.ts";

/** Below this height of the page the rows are lower. */
const LOW_PAGE = 520;
/** Pixels by which a key changes the width of a column. */
const STEP = 16;

/**
 * A table as a grid: sorts, filters, folds, selects and copies. Only the cells in view are in the page. The view stays in place while the
 * scroll bar moves, so that no frame shows an empty part of it, however fast the user scrolls.
 */
@customElement("ae-grid")
export class Grid extends LitElement {
  static override readonly styles = [theme, controls, gridStyle];

  @property({ attribute: false }) accessor table: Table | undefined;
  /** The accessible name of the table. */
  @property() accessor label = "Table";
  /** Marks cells, by index of column and row. */
  @property({ attribute: false }) accessor mark: ((column: number, row: number) => CellMark | undefined) | undefined;
  @query("ae-column-menu") accessor menu: ColumnMenu | null = null;
  @query("ae-cell-menu") accessor cellMenu: CellMenu | null = null;
  @query("ae-grid-toolbar") accessor toolbar: GridToolbar | null = null;
  /** What went wrong with the last copy. */
  @state() accessor note = "";
  @query("ae-full-value") accessor fullValue: FullValue | null = null;
  @queryAll("ae-grid-toolbar, ae-column-menu") accessor stateViews!: NodeListOf<LitElement>;

  #state: GridState | undefined;
  #rows: GridRows | undefined;
  #header: GridHeader | undefined;
  #selection: CellSelection | undefined;
  /** The choices that the store has. */
  #kept: ColumnChoices | undefined;
  readonly #pointer = new GridPointer({
    state: () => this.#state,
    select: (place, extend) => this.#select(place, extend),
    sort: (column) => this.#sortBy(column),
    toggleFold: (row) => this.#toggleFold(row),
    openMenu: (place) => this.#openMenu(place),
    columnsChanged: () => this.#stateChanged(),
  });
  readonly #resized = new ResizeObserver(() => this.#layOut());

  override render() {
    const state = this.#state;
    return html`
      <ae-grid-toolbar .state=${state} @state-changed=${this.#stateChanged}></ae-grid-toolbar>
      <div
        class="scroller"
        tabindex="0"
        role=${state?.tree ? "treegrid" : "grid"}
        aria-label=${this.label}
        aria-multiselectable="true"
        @scroll=${this.#draw}
        @keydown=${this.#keyDown}
        @copy=${this.#copy}
        @pointerdown=${this.#pointer.down}
        @pointermove=${this.#pointer.move}
        @pointerup=${this.#pointer.up}
        @pointercancel=${this.#pointer.up}
        @contextmenu=${this.#contextMenu}
        @dblclick=${this.#openValue}
        @focus=${this.#focused}
      >
        <div class="sizer" role="none">
          <div class="viewport" role="none">
            <div class="header" role="rowgroup"></div>
            <div class="body" role="rowgroup"></div>
            <div class="empty" role="none" hidden>No row passes the filters.</div>
          </div>
        </div>
      </div>
      <ae-column-menu .state=${state} @state-changed=${this.#stateChanged} @closed=${this.#focusGrid}></ae-column-menu>
      <ae-cell-menu @cell-action=${this.#cellAction} @closed=${this.#focusGrid}></ae-cell-menu>
      <ae-full-value></ae-full-value>
      <div class="quiet status" role="status"><span class="text"></span>${this.note ? html` <span role="alert">${this.note}</span>` : ""}</div>
    `;
  }

  constructor() {
    super();
    // Escape closes an open menu of the grid; the page around it would go back.
    this.addEventListener("keydown", (event) => {
      const isOpen = (part: EventTarget) => part instanceof Element && part.matches(":popover-open, dialog[open]");
      if (event.key === "Escape" && event.composedPath().some(isOpen)) event.stopPropagation();
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("table")) return;
    const { table } = this;
    this.#state = table && new GridState(table, this.#measure(), viewStore().get(choicesKey(table)));
    this.#kept = this.#state?.choices;
    this.#selection = undefined;
  }

  protected override firstUpdated(): void {
    this.#rows = new GridRows(this.#part("body"));
    this.#header = new GridHeader(this.#part("header"));
    this.#resized.observe(this.#part("scroller"));
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("table")) this.#part("scroller").scrollTo(0, 0);
    this.#layOut();
    this.#showStatus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#resized.observe(this.#part("scroller"));
  }

  #measured: { font: string; measure: MeasureText } | undefined;

  /** Measures texts in the font of the page, which the editor can change. */
  #measure(): MeasureText {
    const font = getComputedStyle(this).fontFamily;
    if (this.#measured?.font !== font) this.#measured = { font, measure: textMeter(this.renderRoot, font) };
    return this.#measured.measure;
  }

  #part(name: string): HTMLElement {
    const element = this.renderRoot.querySelector<HTMLElement>(`.${name}`);
    if (element === null) throw new Error(`the grid has no part "${name}"`);
    return element;
  }

  /** Without a render of the whole grid, which a drag over cells would cause in each frame. */
  #showStatus(): void {
    const status = this.renderRoot.querySelector(".status > .text");
    if (status !== null) status.textContent = this.#status();
  }

  #status(): string {
    const state = this.#state;
    if (state === undefined) return "";
    const { area } = this;
    const { shown } = state.layout;
    const all = countOf(state.table.rowCount, "row");
    const rows = state.isFiltered ? `${countOf(state.matchCount, "row")} of ${all} match` : all;
    const statistics = area && selectionStatistics(state.table, state.rows, shown, area);
    return statistics ? `${rows} · ${statistics}` : rows;
  }

  readonly #stateChanged = () => {
    const rows = this.#state?.rows.length ?? 0;
    const columns = this.#state?.layout.shown.length ?? 0;
    const focus = this.#selection?.focus;
    if (focus) this.#select({ row: Math.min(focus.row, rows - 1), column: Math.min(focus.column, columns - 1) }, false);
    this.#save();
    // The state is the same object, so that Lit does not see the change.
    for (const view of this.stateViews) view.requestUpdate();
    this.requestUpdate();
  };

  /** Keeps what the user chose for the columns. */
  #save(): void {
    const { table } = this;
    const choices = this.#state?.choices;
    if (table === undefined || choices === undefined || choices === this.#kept) return;
    this.#kept = choices;
    viewStore().set(choicesKey(table), writeChoices(this.#state?.table ?? table, choices));
  }

  /** Sizes the parts by the table and the size of the grid. */
  #layOut(): void {
    const state = this.#state;
    if (state === undefined) return;
    const scroller = this.#part("scroller");
    state.setRoom(scroller.clientWidth, window.innerHeight < LOW_PAGE);
    const { header: head, row } = state.metrics;
    const { clientWidth: width, clientHeight: height } = scroller;
    const { height: scrolled } = scrollScale(state.rows.length * row, height - head);
    const sizer = this.#part("sizer");
    sizer.style.height = `${Math.max(height, scrolled + head)}px`;
    sizer.style.width = `${Math.max(width, state.layout.offsets.at(-1) ?? 0)}px`;
    const viewport = this.#part("viewport");
    viewport.style.width = `${width}px`;
    viewport.style.height = `${height}px`;
    scroller.style.setProperty("--row", `${row}px`);
    scroller.classList.toggle("compact", state.metrics.isCompact);
    this.#part("header").style.height = `${head}px`;
    this.#part("body").style.top = `${head}px`;
    this.#part("empty").hidden = state.rows.length > 0;
    scroller.setAttribute("aria-rowcount", String(state.rows.length + state.headerLevelCount));
    scroller.setAttribute("aria-colcount", String(state.layout.shown.length));
    this.#refill();
  }

  /** Draws with new contents. */
  #refill(): void {
    const state = this.#state;
    if (state === undefined || this.#rows === undefined || this.#header === undefined) return;
    const { table, rows, layout, metrics, treePlace, measure, sort, filters } = state;
    const active = this.#selection?.focus;
    this.#rows.model = {
      table,
      rows,
      layout,
      headerLevelCount: state.headerLevelCount,
      rowHeight: metrics.row,
      measure,
      treePlace,
      fold: (row) => state.fold(row),
      mark: (column, row) => this.mark?.(column, row),
      area: this.area,
      active,
    };
    this.#header.model = { table, layout, metrics, sort, filtered: filters.columns, active };
    this.#draw();
    const scroller = this.#part("scroller");
    if (active) scroller.setAttribute("aria-activedescendant", "active");
    else scroller.removeAttribute("aria-activedescendant");
  }

  readonly #draw = () => {
    const state = this.#state;
    if (state === undefined) return;
    const scroller = this.#part("scroller");
    const height = scroller.clientHeight - state.metrics.header;
    const content = state.rows.length * state.metrics.row;
    const top = scroller.scrollTop * scrollScale(content, height).ratio;
    const columns = visibleColumns(state.layout, scroller.scrollLeft, scroller.clientWidth);
    const rows = visibleRows(top, height, state.metrics.row, state.rows.length);
    this.#rows?.draw({ top, left: columns.left, rows, columns });
    this.#header?.draw(columns.left, columns);
  };

  readonly #focused = () => {
    if (this.#selection === undefined) this.#select({ row: 0, column: 0 }, false);
  };

  readonly #focusGrid = () => this.#part("scroller").focus();

  #select(place: CellPlace, extend: boolean): void {
    const anchor = extend ? (this.#selection?.anchor ?? place) : place;
    this.#selection = { anchor, focus: place };
    this.#reveal(place);
    this.note = "";
    this.#refill();
    this.#showStatus();
  }

  #reveal({ row, column }: CellPlace): void {
    const state = this.#state;
    if (state === undefined) return;
    const scroller = this.#part("scroller");
    const { header, row: rowHeight } = state.metrics;
    const height = scroller.clientHeight - header;
    const { ratio } = scrollScale(state.rows.length * rowHeight, height);
    if (row >= 0) {
      const top = scrollInto(row * rowHeight, rowHeight, scroller.scrollTop * ratio, height) / ratio;
      if (top !== scroller.scrollTop) scroller.scrollTop = top;
    }
    const { offsets, pinned } = state.layout;
    if (column < pinned) return;
    const fixed = offsets[pinned] ?? 0;
    const start = offsets[column] ?? 0;
    const view = scroller.clientWidth - fixed;
    const left = scrollInto(start - fixed, (offsets[column + 1] ?? start) - start, scroller.scrollLeft, view);
    if (left !== scroller.scrollLeft) scroller.scrollLeft = left;
  }

  readonly #keyDown = (event: KeyboardEvent) => {
    const state = this.#state;
    const focus = this.#selection?.focus;
    if (state === undefined || focus === undefined || state.layout.shown.length === 0) return;
    const row = state.rows[focus.row] ?? 0;
    const action = actionOf(event, focus, focus.row < 0 ? undefined : state.fold(row));
    if (action !== undefined) {
      event.preventDefault();
      const column = state.layout.shown[focus.column] ?? 0;
      if (action === "select-all") this.#selectAll(state);
      else if (action === "sort") this.#sortBy(column);
      else if (action === "open-menu") this.#openMenu(focus);
      else if (action === "toggle-fold") this.#toggleFold(row);
      else if (action === "search") this.toolbar?.focusSearch();
      else if (action === "copy-with-headers") void this.#copyAs("headers");
      else if (action === "context-menu") this.#openCellMenu();
      else if (action === "wider" || action === "narrower")
        this.#widen(focus.column, action === "wider" ? STEP : -STEP);
      else if (action === "move-left" || action === "move-right")
        this.#moveColumn(focus.column, action === "move-left" ? -1 : 1);
      else this.#openValue();
      return;
    }
    const page = Math.max(1, Math.floor(this.#part("body").clientHeight / state.metrics.row) - 1);
    const to = moveTo(focus, event, { rows: state.rows.length, columns: state.layout.shown.length, page });
    if (to === undefined) return;
    event.preventDefault();
    this.#select(to, event.shiftKey && to.row >= 0);
  };

  #selectAll({ rows, layout }: GridState): void {
    this.#selection = {
      anchor: { row: 0, column: 0 },
      focus: { row: rows.length - 1, column: layout.shown.length - 1 },
    };
    this.#refill();
    this.#showStatus();
  }

  #sortBy(column: number): void {
    this.#state?.setSort(nextSort(this.#state.sort, column));
    this.#stateChanged();
  }

  #toggleFold(row: number): void {
    this.#state?.toggleFold(row);
    this.#stateChanged();
  }

  #widen(place: number, by: number): void {
    const state = this.#state;
    const column = state?.layout.shown[place];
    if (state === undefined || column === undefined) return;
    const { offsets } = state.layout;
    state.setWidth(column, (offsets[place + 1] ?? 0) - (offsets[place] ?? 0) + by);
    this.#stateChanged();
  }

  #moveColumn(from: number, by: number): void {
    const to = from + by;
    const state = this.#state;
    if (state === undefined || to < 0 || to >= state.layout.shown.length) return;
    state.moveColumn(from, to);
    this.#select({ row: this.#selection?.focus.row ?? -1, column: to }, false);
    this.#stateChanged();
  }

  #openMenu({ column }: CellPlace): void {
    const head = this.renderRoot.querySelector(`.head[data-place="${column}"]`);
    const index = this.#state?.layout.shown[column];
    if (head && index !== undefined) void this.menu?.open(index, head.getBoundingClientRect());
  }

  #openCellMenu(): void {
    const at = this.renderRoot.querySelector("#active")?.getBoundingClientRect();
    if (at) this.cellMenu?.open(at.left, at.bottom);
  }

  readonly #openValue = () => {
    const state = this.#state;
    const focus = this.#selection?.focus;
    if (!state || !focus || focus.row < 0) return;
    void this.fullValue?.open(state.table, state.layout.shown[focus.column] ?? 0, state.rows[focus.row] ?? 0);
  };

  readonly #copy = (event: ClipboardEvent) => {
    const { area } = this;
    if (area === undefined || !event.clipboardData) return;
    const { rows, layout } = this.#state ?? {};
    const isAll =
      area.bottom + 1 === rows?.length && area.top === 0 && area.right - area.left + 1 === layout?.shown.length;
    event.clipboardData.setData("text/plain", this.#text(isAll ? "headers" : "cells"));
    event.preventDefault();
  };

  get area(): Area | undefined {
    return this.#selection && areaOf(this.#selection);
  }

  /** The selected cells as text. */
  #text(form: CopyForm): string {
    const { area } = this;
    const state = this.#state;
    if (area === undefined || state === undefined) return "";
    const { shown } = state.layout;
    const rows = state.rows.subarray(area.top, area.bottom + 1);
    return copyText(viewTable(state.table, rows, shown.slice(area.left, area.right + 1)), form);
  }

  readonly #contextMenu = (event: MouseEvent) => {
    const hit = placeOf(event);
    if (hit === undefined) return;
    event.preventDefault();
    if (hit.place.row < 0) this.#openMenu(hit.place);
    else {
      const { area } = this;
      if (!area || !contains(area, hit.place.row, hit.place.column)) this.#select(hit.place, false);
      this.cellMenu?.open(event.clientX, event.clientY);
    }
  };

  readonly #cellAction = (event: Event) => {
    if (!(event instanceof CellActionEvent)) return;
    const state = this.#state;
    const focus = this.#selection?.focus;
    if (state === undefined || focus === undefined) return;
    if (event.action === "value") this.#openValue();
    else if (event.action === "filter") {
      const index = state.layout.shown[focus.column] ?? 0;
      const column = state.table.columns[index];
      const texts = column && new Set([cellText(column, state.rows[focus.row] ?? 0)]);
      if (texts) state.setFilter(index, { kind: "values", texts });
      this.#stateChanged();
    } else void this.#copyAs(event.action);
  };

  async #copyAs(form: CopyForm): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#text(form));
    } catch (error) {
      this.note = `Not copied: ${errorMessage(error)} Press Ctrl+C.`;
    }
  }
}
