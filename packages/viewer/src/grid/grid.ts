import type { Table } from "@analytics-engines/core/results";
import { html, LitElement, type PropertyValues } from "lit";
import { customElement, property, query, queryAll } from "lit/decorators.js";
import { countOf } from "../text.ts";
import { controls, theme } from "../theme.ts";
import "./column-menu.ts";
import type { ColumnMenu } from "./column-menu.ts";
import { visibleColumns } from "./columns.ts";
import "./full-value.ts";
import type { FullValue } from "./full-value.ts";
import { GridHeader } from "./grid-header.ts";
import { placeOf } from "./grid-place.ts";
import { type CellMark, GridRows } from "./grid-rows.ts";
import { GridState } from "./grid-state.ts";
import { gridStyle } from "./grid-style.ts";
import "./grid-toolbar.ts";
import { actionOf, moveTo } from "./keys.ts";
import { scrollInto, scrollScale, visibleRows } from "./scroll.ts";
import { areaOf, type CellPlace, type CellSelection, selectionToTsv } from "./selection.ts";
import { nextSort } from "./sort.ts";
import { type MeasureText, textMeter } from "./text-meter.ts";

/** Below this height of the page the rows are lower. */
const LOW_PAGE = 520;

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
  @query("ae-full-value") accessor fullValue: FullValue | null = null;
  @queryAll("ae-grid-toolbar, ae-column-menu") accessor stateViews!: NodeListOf<LitElement>;

  #state: GridState | undefined;
  #rows: GridRows | undefined;
  #header: GridHeader | undefined;
  #selection: CellSelection | undefined;
  #isDragging = false;
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
        @pointerdown=${this.#pointerDown}
        @pointermove=${this.#pointerMove}
        @pointerup=${this.#pointerUp}
        @pointercancel=${this.#pointerUp}
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
      <ae-full-value></ae-full-value>
      <div class="quiet status" role="status">${this.#status()}</div>
    `;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("table")) return;
    this.#state = this.table && new GridState(this.table, this.#measure());
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

  #status(): string {
    const state = this.#state;
    if (state === undefined) return "";
    const all = countOf(state.table.rowCount, "row");
    return state.isFiltered ? `${countOf(state.matchCount, "row")} of ${all} match` : all;
  }

  readonly #stateChanged = () => {
    const rows = this.#state?.rows.length ?? 0;
    const columns = this.#state?.layout.shown.length ?? 0;
    const focus = this.#selection?.focus;
    if (focus) this.#select({ row: Math.min(focus.row, rows - 1), column: Math.min(focus.column, columns - 1) }, false);
    // The state is the same object, so that Lit does not see the change.
    for (const view of this.stateViews) view.requestUpdate();
    this.requestUpdate();
  };

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
      area: this.#selection && areaOf(this.#selection),
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
    this.#refill();
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
  }

  #sortBy(column: number): void {
    this.#state?.setSort(nextSort(this.#state.sort, column));
    this.#stateChanged();
  }

  #toggleFold(row: number): void {
    this.#state?.toggleFold(row);
    this.#stateChanged();
  }

  #openMenu({ column }: CellPlace): void {
    const head = this.renderRoot.querySelector(`.head[data-place="${column}"]`);
    const index = this.#state?.layout.shown[column];
    if (head && index !== undefined) void this.menu?.open(index, head.getBoundingClientRect());
  }

  readonly #openValue = () => {
    const state = this.#state;
    const focus = this.#selection?.focus;
    if (!state || !focus || focus.row < 0) return;
    void this.fullValue?.open(state.table, state.layout.shown[focus.column] ?? 0, state.rows[focus.row] ?? 0);
  };

  readonly #copy = (event: ClipboardEvent) => {
    const state = this.#state;
    if (!state || !this.#selection || !event.clipboardData) return;
    const area = areaOf(this.#selection);
    const { shown } = state.layout;
    const isAll = area.bottom - area.top + 1 === state.rows.length && area.right - area.left + 1 === shown.length;
    event.clipboardData.setData("text/plain", selectionToTsv(state.table, state.rows, shown, area, isAll));
    event.preventDefault();
  };

  readonly #pointerDown = (event: PointerEvent) => {
    const hit = event.button === 0 ? placeOf(event) : undefined;
    const state = this.#state;
    if (hit === undefined || state === undefined) return;
    const { place, target } = hit;
    if (target.classList.contains("menu")) {
      // At the end of the click, which would close an open menu.
      target.addEventListener("click", () => this.#openMenu(place), { once: true });
      return;
    }
    this.#select(place, event.shiftKey && place.row >= 0);
    if (place.row < 0) {
      this.#sortBy(state.layout.shown[place.column] ?? 0);
      return;
    }
    if (target.classList.contains("fold")) {
      this.#toggleFold(state.rows[place.row] ?? 0);
      return;
    }
    this.#isDragging = true;
  };

  readonly #pointerMove = (event: PointerEvent) => {
    const hit = this.#isDragging ? placeOf(event) : undefined;
    const focus = this.#selection?.focus;
    if (hit === undefined || hit.place.row < 0) return;
    if (focus?.row !== hit.place.row || focus.column !== hit.place.column) this.#select(hit.place, true);
  };

  readonly #pointerUp = () => {
    this.#isDragging = false;
  };
}
