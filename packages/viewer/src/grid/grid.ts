import "./controls/cell-menu.ts";
import "./controls/column-menu.ts";
import "./controls/grid-toolbar.ts";
import { messageOf } from "@analytics-engines/core/basics";
import type { Table } from "@analytics-engines/core/results";
import { html, LitElement, type PropertyValues } from "lit";
import { customElement, property, query, queryAll, state } from "lit/decorators.js";
import { t } from "../l10n.ts";
import { controls, theme } from "../theme.ts";
import type { CellMenu, FullValue } from "./controls/cell-menu.ts";
import type { ColumnMenu } from "./controls/column-menu.ts";
import { GridActions } from "./controls/grid-actions.ts";
import { GridPointer } from "./controls/grid-pointer.ts";
import type { GridToolbar } from "./controls/grid-toolbar.ts";
import type { CellMark } from "./draw/grid-rows.ts";
import { gridStyle } from "./draw/grid-style.ts";
import { GridView } from "./draw/grid-view.ts";
import { type CopyForm, selectedText } from "./export/export-view.ts";
import { type MeasureText, textMeter } from "./state/column-widths.ts";
import { type GridCell, GridState } from "./state/grid-state.ts";
import { type ColumnChoices, choicesKey, viewStore, writeChoices } from "./state/saved-view.ts";
import { type CellSelection, gridStatus } from "./state/selection.ts";

/** The cursor is in another cell: the label of its column, and its row in the table. */
export class CellSelectedEvent extends Event {
  readonly cell: { readonly column: string; readonly row: number };
  constructor(cell: CellSelectedEvent["cell"]) {
    super("cell-selected");
    this.cell = cell;
  }
}

/**
 * A table as a grid: sorts, filters, folds, selects and copies. Only the cells in view are in the page. The view stays in place while the
 * scroll bar moves, so that no frame shows an empty part of it, however fast the user scrolls.
 */
@customElement("ae-grid")
export class Grid extends LitElement {
  static override readonly styles = [theme, controls, gridStyle];

  @property({ attribute: false }) accessor table: Table | undefined;
  /** The accessible name of the table. */
  @property() accessor label = t("Table");
  /** The name of exported files, without their extensions. */
  @property({ attribute: false }) accessor exportName = "table";
  /** Marks cells, by index of column and row. */
  @property({ attribute: false }) accessor mark: ((column: number, row: number) => CellMark | undefined) | undefined;
  /** The cell that is selected and in view, by the label of its column and its row in the table. */
  @property({ attribute: false }) accessor target: { readonly column: string; readonly row: number } | undefined;
  @query("ae-column-menu") accessor menu: ColumnMenu | null = null;
  @query("ae-cell-menu") accessor cellMenu: CellMenu | null = null;
  @query("ae-grid-toolbar") accessor toolbar: GridToolbar | null = null;
  /** What went wrong with the last copy. */
  @state() accessor note = "";
  @query("ae-full-value") accessor fullValue: FullValue | null = null;
  @queryAll("ae-grid-toolbar, ae-column-menu") accessor stateViews!: NodeListOf<LitElement>;

  #state: GridState | undefined;
  #view: GridView | undefined;
  #selection: CellSelection | undefined;
  /** The choices that the store has. */
  #storedChoices: ColumnChoices | undefined;
  readonly #actions = new GridActions({
    state: () => this.#state,
    selection: () => this.#selection,
    view: () => this.#view,
    select: (position, extend) => this.#select(position, extend),
    selectAll: () => this.#selectAll(),
    stateChanged: () => this.#stateChanged(),
    copy: (form) => void this.#copyAs(form),
    focusSearch: () => this.toolbar?.focusSearch(),
    openColumnMenu: (column, anchor) => void this.menu?.open(column, anchor),
    openCellMenu: (x, y) => this.cellMenu?.open(x, y),
    openValue: (column, row) => void (this.#state && this.fullValue?.open(this.#state.table, column, row)),
  });
  readonly #pointer = new GridPointer({
    state: () => this.#state,
    select: (position, extend) => this.#select(position, extend),
    sort: (column) => this.#actions.sort(column),
    toggleFold: (row) => this.#actions.toggleFold(row),
    openMenu: (position) => this.#actions.openColumnMenu(position),
    columnsChanged: () => this.#stateChanged(),
  });
  readonly #resizeObserver = new ResizeObserver(() => this.#view?.layOut());

  override render() {
    const state = this.#state;
    return html`
      <ae-grid-toolbar .state=${state} .exportName=${this.exportName} @state-changed=${this.#stateChanged}></ae-grid-toolbar>
      <div
        class="scroller"
        tabindex="0"
        role=${state?.tree ? "treegrid" : "grid"}
        aria-label=${this.label}
        aria-multiselectable="true"
        @scroll=${() => this.#view?.draw()}
        @keydown=${this.#actions.keyDown}
        @copy=${this.#copy}
        @pointerdown=${this.#pointer.down}
        @pointermove=${this.#pointer.move}
        @pointerup=${this.#pointer.up}
        @pointercancel=${this.#pointer.up}
        @contextmenu=${this.#actions.contextMenu}
        @dblclick=${this.#actions.openValue}
        @focus=${this.#onFocus}
      >
        <div class="sizer" role="none">
          <div class="viewport" role="none">
            <div class="header" role="rowgroup"></div>
            <div class="body" role="rowgroup"></div>
            <div class="empty" role="none" hidden>${t("No row passes the filters.")}</div>
          </div>
        </div>
      </div>
      <ae-column-menu .state=${state} @state-changed=${this.#stateChanged} @closed=${this.#focusGrid}></ae-column-menu>
      <ae-cell-menu @cell-action=${this.#actions.cellAction} @closed=${this.#focusGrid}></ae-cell-menu>
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
    this.#storedChoices = this.#state?.choices;
    this.#selection = undefined;
  }

  protected override firstUpdated(): void {
    this.#view = new GridView(this.renderRoot, () => {
      const [state, selection, { mark }] = [this.#state, this.#selection, this];
      return state && { state, selection, mark };
    });
    this.#resizeObserver.observe(this.#view.scroller);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("table")) this.#view?.scroller.scrollTo(0, 0);
    this.#view?.layOut();
    const position = changed.has("table") || changed.has("target") ? this.#state?.positionOf(this.target) : undefined;
    if (position !== undefined) {
      this.#select(position, false);
      this.#view?.reveal(position, true);
    }
    this.#showStatus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resizeObserver.disconnect();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#view) this.#resizeObserver.observe(this.#view.scroller);
  }

  #meter: { font: string; measure: MeasureText } | undefined;

  /** Measures texts in the font of the page, which the editor can change. */
  #measure(): MeasureText {
    const font = getComputedStyle(this).fontFamily;
    if (this.#meter?.font !== font) this.#meter = { font, measure: textMeter(this.renderRoot, font) };
    return this.#meter.measure;
  }

  /** Does not render the whole grid, which a drag over cells would do in each frame. */
  #showStatus(): void {
    const status = this.renderRoot.querySelector(".status > .text");
    if (status !== null) status.textContent = this.#state ? gridStatus(this.#state, this.#selection) : "";
  }

  readonly #stateChanged = () => {
    const rows = this.#state?.rows.length ?? 0;
    const columns = this.#state?.layout.columns.length ?? 0;
    const focus = this.#selection?.focus;
    if (focus) this.#select({ row: Math.min(focus.row, rows - 1), column: Math.min(focus.column, columns - 1) }, false);
    this.#save();
    // Lit does not see the change, since the state is still the same object.
    for (const view of this.stateViews) view.requestUpdate();
    this.requestUpdate();
  };

  /** Keeps what the user chose for the columns. */
  #save(): void {
    const { table } = this;
    const choices = this.#state?.choices;
    if (table === undefined || choices === undefined || choices === this.#storedChoices) return;
    this.#storedChoices = choices;
    viewStore().set(choicesKey(table), writeChoices(this.#state?.table ?? table, choices));
  }

  readonly #onFocus = () => {
    if (this.#selection === undefined) this.#select({ row: 0, column: 0 }, false);
  };

  readonly #focusGrid = () => this.#view?.scroller.focus();

  #select(position: GridCell, extend: boolean): void {
    const anchor = extend ? (this.#selection?.anchor ?? position) : position;
    this.#selection = { anchor, focus: position };
    this.#announceCell(position);
    this.#view?.reveal(position);
    this.note = "";
    this.#view?.refill();
    this.#showStatus();
  }

  /** Tells the page around it which cell of the table the cursor is in. */
  #announceCell(position: GridCell): void {
    const cell = this.#state?.cellAt(position);
    if (cell !== undefined) this.dispatchEvent(new CellSelectedEvent(cell));
  }

  #selectAll(): void {
    const { rows, layout } = this.#state ?? {};
    if (rows === undefined || layout === undefined) return;
    this.#selection = {
      anchor: { row: 0, column: 0 },
      focus: { row: rows.length - 1, column: layout.columns.length - 1 },
    };
    this.#view?.refill();
    this.#showStatus();
  }

  readonly #copy = (event: ClipboardEvent) => {
    if (!this.#state || !this.#selection || !event.clipboardData) return;
    event.clipboardData.setData("text/plain", selectedText(this.#state, this.#selection));
    event.preventDefault();
  };

  async #copyAs(form: CopyForm): Promise<void> {
    if (!this.#state || !this.#selection) return;
    try {
      await navigator.clipboard.writeText(selectedText(this.#state, this.#selection, form));
    } catch (error) {
      this.note = t("Not copied: {0} Press Ctrl+C.", messageOf(error));
    }
  }
}
