import { formatCell, type Table } from "@analytics-engines/core/results";
import type { ColumnLayout } from "./columns.ts";
import { type Area, contains, type Place } from "./selection.ts";

export const ROW_HEIGHT = 26;

/** What the rows of a grid show. */
export interface RowsModel {
  readonly table: Table;
  /** The table's rows, top to bottom. */
  readonly rows: Int32Array;
  readonly layout: ColumnLayout;
  readonly headerDepth: number;
  /** Shown column that carries the tree, -1 where there is none. */
  readonly treePlace: number;
  readonly fold: (row: number) => "open" | "folded" | undefined;
  readonly isMarked: (column: number, row: number) => boolean;
  readonly area: Area | undefined;
  readonly active: Place | undefined;
}

/** The part of the rows that is in view: pixels scrolled, rows and columns to draw. */
export interface Window {
  readonly top: number;
  readonly left: number;
  readonly rows: { readonly first: number; readonly end: number };
  readonly columns: { readonly first: number; readonly end: number };
}

/**
 * Draws the rows in view into a fixed set of elements that are used again and again: what stays in view is moved, what comes into
 * view is filled in anew, and nothing is made or thrown away while scrolling.
 */
export class GridRows {
  readonly #body: HTMLElement;
  readonly #slots: RowSlot[] = [];
  #model: RowsModel | undefined;

  constructor(body: HTMLElement) {
    this.#body = body;
  }

  /** What is shown has changed: everything is filled in anew at the next drawing. */
  set model(model: RowsModel) {
    this.#model = model;
    for (const slot of this.#slots) slot.row = -1;
  }

  draw(window: Window): void {
    const model = this.#model;
    if (model === undefined) return;
    const count = window.rows.end - window.rows.first;
    while (this.#slots.length < count) this.#slots.push(new RowSlot(this.#body));
    // Slots beyond what the view needs are kept for a larger view.
    const size = this.#slots.length;
    const used = new Set<RowSlot>();
    for (let row = window.rows.first; row < window.rows.end; row++) {
      const slot = this.#slots[row % size];
      if (slot === undefined) continue;
      slot.draw(model, row, window);
      used.add(slot);
    }
    for (const slot of this.#slots) slot.element.hidden = !used.has(slot);
  }
}

class RowSlot {
  readonly element = part("row", "row");
  readonly #pinned = part("pinned", "none");
  readonly #lane = part("lane", "none");
  readonly #pinnedCells: HTMLElement[] = [];
  readonly #cells: HTMLElement[] = [];
  #places: number[] = [];
  /** The place that is drawn, -1 for none that could be kept. */
  row = -1;

  constructor(body: HTMLElement) {
    this.element.append(this.#pinned, this.#lane);
    this.element.style.height = this.element.style.lineHeight = `${ROW_HEIGHT}px`;
    body.append(this.element);
  }

  draw(model: RowsModel, row: number, window: Window): void {
    this.element.style.transform = `translateY(${row * ROW_HEIGHT - window.top}px)`;
    this.#lane.style.transform = `translateX(${-window.left}px)`;
    const isNew = this.row !== row;
    if (isNew) this.#drawRow(model, row);
    const { first, end } = window.columns;
    const count = end - first;
    while (this.#cells.length < count) this.#cells.push(addCell(this.#lane));
    const size = this.#cells.length;
    const places: number[] = new Array(size).fill(-1);
    for (let place = first; place < end; place++) places[place % size] = place;
    for (const [index, place] of places.entries()) {
      const cell = this.#cells[index];
      if (cell === undefined || (!isNew && this.#places[index] === place)) continue;
      cell.hidden = place === -1;
      if (place !== -1) drawCell(cell, model, row, place);
    }
    this.#places = places;
  }

  #drawRow(model: RowsModel, row: number): void {
    this.row = row;
    const index = model.rows[row] ?? 0;
    const level = model.table.groupLevels?.[index];
    const fold = model.fold(index);
    setAttribute(this.element, "aria-rowindex", String(row + 1 + model.headerDepth));
    setAttribute(
      this.element,
      "aria-level",
      model.treePlace < 0 || level === undefined ? undefined : String(level + 1),
    );
    setAttribute(this.element, "aria-expanded", fold && String(fold === "open"));
    this.element.dataset["row"] = String(row);
    while (this.#pinnedCells.length < model.layout.pinned) this.#pinnedCells.push(addCell(this.#pinned));
    for (const [place, cell] of this.#pinnedCells.entries()) {
      cell.hidden = place >= model.layout.pinned;
      if (!cell.hidden) drawCell(cell, model, row, place);
    }
    this.#pinned.style.width = `${model.layout.offsets[model.layout.pinned] ?? 0}px`;
    this.#pinned.hidden = model.layout.pinned === 0;
  }
}

function drawCell(cell: HTMLElement, model: RowsModel, row: number, place: number): void {
  const { table, layout } = model;
  const index = model.rows[row] ?? 0;
  const columnIndex = layout.shown[place] ?? 0;
  const column = table.columns[columnIndex];
  if (column === undefined) return;
  const left = layout.offsets[place] ?? 0;
  cell.style.left = `${left}px`;
  cell.style.width = `${(layout.offsets[place + 1] ?? left) - left}px`;
  cell.dataset["place"] = String(place);
  setAttribute(cell, "aria-colindex", String(place + 1));
  const isSelected = model.area !== undefined && contains(model.area, row, place);
  const isActive = model.active?.row === row && model.active.column === place;
  setAttribute(cell, "aria-selected", String(isSelected || isActive));
  setAttribute(cell, "id", isActive ? "active" : undefined);
  const classes = ["cell"];
  const align = column.align ?? (column.values.kind === "number" ? "right" : "left");
  if (align !== "left") classes.push(align === "right" ? "end" : "middle");
  if (column.values.kind === "json") classes.push("struct");
  const fold = model.fold(index);
  if (fold && place <= model.treePlace) classes.push("group");
  if (model.isMarked(columnIndex, index)) classes.push("marked");
  if (isSelected) classes.push("selected");
  if (isActive) classes.push("active");
  cell.className = classes.join(" ");
  cell.textContent = formatCell(column, index);
  cell.style.paddingLeft = "";
  if (place !== model.treePlace) return;
  cell.style.paddingLeft = `${10 + 16 * (table.groupLevels?.[index] ?? 0)}px`;
  const handle = document.createElement("span");
  handle.className = `fold ${fold ?? "none"}`;
  cell.prepend(handle);
}

function addCell(to: HTMLElement): HTMLElement {
  const cell = part("cell", "gridcell");
  to.append(cell);
  return cell;
}

function part(className: string, role: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.setAttribute("role", role);
  return element;
}

function setAttribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
