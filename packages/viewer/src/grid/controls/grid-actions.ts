import { cellText } from "@analytics-engines/core/results";
import { type GridView, positionOf } from "../draw/grid-view.ts";
import type { CopyForm } from "../export/export-view.ts";
import type { GridCell, GridState } from "../state/grid-state.ts";
import { nextSort } from "../state/row-order.ts";
import { areaOf, type CellSelection, contains } from "../state/selection.ts";
import { CellActionEvent } from "./cell-menu.ts";
import { actionOf, type KeyAction, moveTo } from "./keys.ts";

/** Pixels by which a key changes the width of a column. */
const STEP = 16;

/** The parts of a grid that its actions use. */
interface ActionTargets {
  readonly state: () => GridState | undefined;
  readonly selection: () => CellSelection | undefined;
  readonly view: () => GridView | undefined;
  readonly select: (position: GridCell, extend: boolean) => void;
  readonly selectAll: () => void;
  readonly stateChanged: () => void;
  readonly copy: (form: CopyForm) => void;
  readonly focusSearch: () => void;
  /** Opens the menu of a column of the table beside its heading. */
  readonly openColumnMenu: (column: number, beside: DOMRect) => void;
  readonly openCellMenu: (x: number, y: number) => void;
  /** Shows the whole value of a cell, by index of column and row. */
  readonly openValue: (column: number, row: number) => void;
}

/** What keys, menus and double clicks do to a grid. */
export class GridActions {
  readonly #targets: ActionTargets;

  constructor(targets: ActionTargets) {
    this.#targets = targets;
  }

  readonly keyDown = (event: KeyboardEvent): void => {
    const state = this.#targets.state();
    const focus = this.#focus;
    if (state === undefined || focus === undefined || state.layout.columns.length === 0) return;
    const row = state.rows[focus.row] ?? 0;
    const action = actionOf(event, focus, focus.row < 0 ? undefined : state.fold(row));
    if (action !== undefined) {
      event.preventDefault();
      this.#act(action, state, focus);
      return;
    }
    const page = this.#targets.view()?.pageRows ?? 1;
    const to = moveTo(focus, event, { rows: state.rows.length, columns: state.layout.columns.length, page });
    if (to === undefined) return;
    event.preventDefault();
    this.#targets.select(to, event.shiftKey && to.row >= 0);
  };

  #act(action: KeyAction, state: GridState, focus: GridCell): void {
    switch (action) {
      case "select-all":
        this.#targets.selectAll();
        break;
      case "sort":
        this.sort(state.layout.columns[focus.column] ?? 0);
        break;
      case "open-menu":
        this.openColumnMenu(focus);
        break;
      case "toggle-fold":
        this.toggleFold(state.rows[focus.row] ?? 0);
        break;
      case "search":
        this.#targets.focusSearch();
        break;
      case "copy-with-headers":
        this.#targets.copy("headers");
        break;
      case "context-menu":
        this.#openCellMenu();
        break;
      case "wider":
        this.#widen(state, focus.column, STEP);
        break;
      case "narrower":
        this.#widen(state, focus.column, -STEP);
        break;
      case "move-left":
        this.#moveColumn(state, focus, -1);
        break;
      case "move-right":
        this.#moveColumn(state, focus, 1);
        break;
      case "open-value":
        this.openValue();
        break;
    }
  }

  sort(column: number): void {
    const state = this.#targets.state();
    state?.setSort(nextSort(state.sort, column));
    this.#targets.stateChanged();
  }

  toggleFold(row: number): void {
    this.#targets.state()?.toggleFold(row);
    this.#targets.stateChanged();
  }

  openColumnMenu({ column }: GridCell): void {
    const head = this.#targets.view()?.headBox(column);
    const index = this.#targets.state()?.layout.columns[column];
    if (head && index !== undefined) this.#targets.openColumnMenu(index, head);
  }

  readonly openValue = (): void => {
    const state = this.#targets.state();
    const focus = this.#focus;
    if (!state || !focus || focus.row < 0) return;
    this.#targets.openValue(state.layout.columns[focus.column] ?? 0, state.rows[focus.row] ?? 0);
  };

  readonly contextMenu = (event: MouseEvent): void => {
    const hit = positionOf(event);
    if (hit === undefined) return;
    event.preventDefault();
    if (hit.position.row < 0) {
      this.openColumnMenu(hit.position);
      return;
    }
    const selection = this.#targets.selection();
    if (!selection || !contains(areaOf(selection), hit.position.row, hit.position.column))
      this.#targets.select(hit.position, false);
    this.#targets.openCellMenu(event.clientX, event.clientY);
  };

  readonly cellAction = (event: Event): void => {
    const state = this.#targets.state();
    const focus = this.#focus;
    if (!(event instanceof CellActionEvent) || state === undefined || focus === undefined) return;
    if (event.action === "value") this.openValue();
    else if (event.action === "filter") this.#filterBy(state, focus);
    else this.#targets.copy(event.action);
  };

  get #focus(): GridCell | undefined {
    return this.#targets.selection()?.focus;
  }

  #filterBy(state: GridState, focus: GridCell): void {
    const index = state.layout.columns[focus.column] ?? 0;
    const column = state.table.columns[index];
    const texts = column && new Set([cellText(column, state.rows[focus.row] ?? 0)]);
    if (texts) state.setFilter(index, { kind: "values", texts });
    this.#targets.stateChanged();
  }

  #openCellMenu(): void {
    const at = this.#targets.view()?.activeBox;
    if (at) this.#targets.openCellMenu(at.left, at.bottom);
  }

  #widen(state: GridState, shownIndex: number, by: number): void {
    const column = state.layout.columns[shownIndex];
    if (column === undefined) return;
    const { offsets } = state.layout;
    state.setWidth(column, (offsets[shownIndex + 1] ?? 0) - (offsets[shownIndex] ?? 0) + by);
    this.#targets.stateChanged();
  }

  #moveColumn(state: GridState, { row, column: from }: GridCell, by: number): void {
    const to = from + by;
    if (to < 0 || to >= state.layout.columns.length) return;
    state.moveColumn(from, to);
    this.#targets.select({ row, column: to }, false);
    this.#targets.stateChanged();
  }
}
