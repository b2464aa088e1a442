import { cellText, cellValue, columnFormat, type Table } from "@analytics-engines/core/results";
import { t } from "../../l10n.ts";
import { localCell, oneLine } from "../../text.ts";
import { CELL_PADDING, FOLD_WIDTH, fractionLength, type MeasureText, mustNotBeCut } from "../state/column-widths.ts";
import { alignOf, type ColumnLayout } from "../state/columns.ts";
import type { GridCell } from "../state/grid-state.ts";
import { type Area, contains } from "../state/selection.ts";
import { roleDiv } from "./grid-header.ts";

/** Pixels: no digit is wider, and few other characters are. */
const MAX_CHARACTER_WIDTH = 9;
/** Replaces a number that does not fit: a part of it would be another number. */
const NO_ROOM = "####";
const SAME = t("same");

/** How a cell is marked: highlighted; `missing`, without text, since it does not exist; or `same`, a move within its tolerance, which reads "same". */
export type CellMark = "changed" | "missing" | "same" | "gain" | "loss" | "large gain" | "large loss";

/** The content of the rows of a grid. */
export interface RowsModel {
  readonly table: Table;
  /** The table's rows, top to bottom. */
  readonly rows: Int32Array;
  readonly layout: ColumnLayout;
  readonly headerLevelCount: number;
  readonly rowHeight: number;
  readonly measure: MeasureText;
  /** The shown column with the tree; -1 without one. */
  readonly treePlace: number;
  readonly fold: (row: number) => "open" | "folded" | undefined;
  readonly mark: (column: number, row: number) => CellMark | undefined;
  readonly area: Area | undefined;
  readonly active: GridCell | undefined;
}

/** The part of the rows in view: scrolled pixels, rows and columns to draw. */
export interface RowView {
  readonly scrolledY: number;
  readonly scrolledX: number;
  readonly rows: { readonly first: number; readonly end: number };
  readonly columns: { readonly first: number; readonly end: number };
}

/** Rows have places relative to a row near the view: browsers cannot place an element tens of millions of pixels away. */
const STRETCH = 10_000;

/**
 * Draws the rows in view into a fixed set of elements. Rows that stay in view move with the whole sheet, and elements that leave the view
 * show the rows that enter it, so that scrolling neither creates nor removes elements.
 */
export class GridRows {
  readonly #sheet = roleDiv("none", "sheet");
  readonly #slots: RowSlot[] = [];
  #model: RowsModel | undefined;
  #base = 0;

  constructor(body: HTMLElement) {
    body.append(this.#sheet);
  }

  /** Makes the next drawing fill all cells. */
  set model(model: RowsModel) {
    this.#model = model;
    for (const slot of this.#slots) slot.row = -1;
    // Twice the stretch, since a view can begin at its last row.
    this.#sheet.style.height = `${2 * STRETCH * model.rowHeight}px`;
    this.#sheet.style.width = `${model.layout.offsets.at(-1) ?? 0}px`;
  }

  draw(view: RowView): void {
    const model = this.#model;
    if (model === undefined) return;
    const { first, end } = view.rows;
    const base = first - (first % STRETCH);
    if (base !== this.#base) for (const slot of this.#slots) slot.row = -1;
    this.#base = base;
    this.#sheet.style.transform = `translate(${-view.scrolledX}px, ${base * model.rowHeight - view.scrolledY}px)`;
    while (this.#slots.length < end - first) this.#slots.push(new RowSlot(this.#sheet));
    // Further slots wait for a larger view.
    const size = this.#slots.length;
    const usedSlots = new Set<RowSlot>();
    for (let row = first; row < end; row++) {
      const slot = this.#slots[row % size];
      if (slot === undefined) continue;
      slot.draw(model, row, (row - base) * model.rowHeight, view);
      usedSlots.add(slot);
    }
    for (const slot of this.#slots) slot.element.hidden = !usedSlots.has(slot);
  }
}

class RowSlot {
  readonly element = roleDiv("row", "row");
  readonly #pinned = roleDiv("none", "pinned");
  readonly #pinnedCells: CellSlot[] = [];
  readonly #cells: CellSlot[] = [];
  #scrolledX = -1;
  /** The row that the element shows; -1 if it must be drawn. */
  row = -1;

  constructor(sheet: HTMLElement) {
    this.element.append(this.#pinned);
    sheet.append(this.element);
  }

  draw(model: RowsModel, row: number, top: number, view: RowView): void {
    const isNew = this.row !== row;
    if (isNew) this.#drawRow(model, row, top);
    if (this.#scrolledX !== view.scrolledX)
      this.#pinned.style.transform = view.scrolledX === 0 ? "" : `translateX(${view.scrolledX}px)`;
    this.#scrolledX = view.scrolledX;
    const { first, end } = view.columns;
    while (this.#cells.length < end - first) this.#cells.push(new CellSlot(this.element));
    const size = this.#cells.length;
    for (let index = 0; index < size; index++) {
      // Each cell shows one of the columns from `first` up to `first + size`. Without scrolling, cells are in the order of the columns.
      const position = first + ((((index + model.layout.pinned - first) % size) + size) % size);
      this.#cells[index]?.draw(model, row, position < end ? position : -1, isNew);
    }
  }

  #drawRow(model: RowsModel, row: number, top: number): void {
    this.row = row;
    const index = model.rows[row] ?? 0;
    const level = model.table.groupLevels?.[index];
    const fold = model.fold(index);
    this.element.style.top = `${top}px`;
    setAttribute(this.element, "aria-rowindex", String(row + 1 + model.headerLevelCount));
    setAttribute(
      this.element,
      "aria-level",
      model.treePlace < 0 || level === undefined ? undefined : String(level + 1),
    );
    setAttribute(this.element, "aria-expanded", fold && String(fold === "open"));
    this.element.dataset["row"] = String(row);
    this.element.className = fold === undefined ? "row" : level === 0 ? "row group total" : "row group";
    const { pinned, offsets } = model.layout;
    while (this.#pinnedCells.length < pinned) this.#pinnedCells.push(new CellSlot(this.#pinned));
    for (const [position, cell] of this.#pinnedCells.entries())
      cell.draw(model, row, position < pinned ? position : -1, true);
    this.#pinned.style.width = `${offsets[pinned] ?? 0}px`;
    this.#pinned.hidden = pinned === 0;
  }
}

/** The element of a cell and its state: reading the state from the page would cost more than writing it. */
class CellSlot {
  readonly #element = roleDiv("gridcell", "cell");
  readonly #text = document.createTextNode("");
  #position = -2;
  #layout: ColumnLayout | undefined;
  /** Pixels for the text. */
  #room = 0;
  #className = "cell";
  #state = "";

  constructor(to: HTMLElement) {
    this.#element.append(this.#text);
    to.append(this.#element);
  }

  /** Place -1 hides the cell for later. */
  draw(model: RowsModel, row: number, position: number, isNew: boolean): void {
    const isMoved = position !== this.#position || model.layout !== this.#layout;
    if (!isMoved && (!isNew || position === -1)) return;
    this.#position = position;
    this.#layout = model.layout;
    if (isMoved) this.#move(model.layout, position);
    if (position !== -1) this.#fill(model, row, position);
  }

  #move({ offsets }: ColumnLayout, position: number): void {
    const element = this.#element;
    element.hidden = position === -1;
    if (position === -1) return;
    const x = offsets[position] ?? 0;
    element.style.marginLeft = `${x}px`;
    const width = (offsets[position + 1] ?? x) - x;
    this.#room = width - CELL_PADDING;
    element.style.width = `${width}px`;
    element.dataset["place"] = String(position);
    element.setAttribute("aria-colindex", String(position + 1));
  }

  #fill(model: RowsModel, row: number, position: number): void {
    const element = this.#element;
    const { table, layout } = model;
    const index = model.rows[row] ?? 0;
    const columnIndex = layout.columns[position] ?? 0;
    const column = table.columns[columnIndex];
    if (column === undefined) return;
    const isSelected = model.area !== undefined && contains(model.area, row, position);
    const isActive = model.active?.row === row && model.active.column === position;
    const isTree = position === model.treePlace;
    const fold = isTree ? model.fold(index) : undefined;
    const level = table.groupLevels?.[index] ?? 0;
    const format = columnFormat(column);
    const align = alignOf(column, index);
    const mark = model.mark(columnIndex, index);
    const value = mark === "missing" ? "" : cellValue(column, index);
    // A group has no symbol, but that is not a missing value.
    const isBlank = value === "" || (value === null && column.isDimension && model.fold(index) !== undefined);
    const plain = isBlank ? "" : mark === "same" ? SAME : cellText(column, index);
    const full = mark === "same" ? plain : localCell(column, plain);
    const line = oneLine(full);
    const room = isTree ? this.#room - FOLD_WIDTH - layout.indent * level : this.#room;
    const isLong = line.length * MAX_CHARACTER_WIDTH > room && model.measure(line, 600) > room + 1;
    const text = isLong && mustNotBeCut(plain) ? NO_ROOM : line;
    let className = "cell";
    if (align !== "left") className += align === "right" ? " end" : " middle";
    if (column.values.kind === "json") className += " struct";
    if (layout.edges[position] === 1) className += " edge";
    if (value === null) className += " null";
    else if (full.startsWith("\u2212")) className += " negative";
    if (isLong) className += " long";
    if (mark) className += ` ${mark}`;
    if (isSelected) className += " selected";
    if (isActive) className += " active";
    if (className !== this.#className) element.className = className;
    this.#className = className;
    const state = `${isSelected || isActive}${isActive}`;
    if (state !== this.#state) {
      element.setAttribute("aria-selected", String(isSelected || isActive));
      setAttribute(element, "id", isActive ? "active" : undefined);
    }
    this.#state = state;
    this.#text.data = text;
    this.#showHover(isLong || line !== full ? full : "", text !== full);
    this.#alignPoint(
      format.decimals !== undefined && align === "right" ? gapAfter(plain, format.decimals, model.measure) : 0,
    );
    this.#showFold(isTree ? (fold ?? "none") : undefined, layout.indent * level);
  }

  #hover = "";

  /** The whole text of a cell that shows a part of it, or all of it on one line. A screen reader says it in place of "####". */
  #showHover(text: string, isReplaced: boolean): void {
    if (text === this.#hover) return;
    this.#hover = text;
    setAttribute(this.#element, "title", text === "" ? undefined : text);
    setAttribute(this.#element, "aria-label", isReplaced ? text : undefined);
  }

  #gap = 0;

  /** Moves a number with fewer decimals than others to the left, so that the decimal points of a column align. */
  #alignPoint(gap: number): void {
    if (gap === this.#gap) return;
    this.#gap = gap;
    this.#element.style.paddingRight = gap === 0 ? "" : `${CELL_PADDING / 2 + gap}px`;
  }

  #handle: HTMLElement | undefined;

  #showFold(fold: "open" | "folded" | "none" | undefined, indent: number): void {
    if (fold === undefined) {
      if (this.#handle === undefined) return;
      this.#handle.remove();
      this.#handle = undefined;
      this.#element.style.paddingLeft = "";
      return;
    }
    if (this.#handle === undefined) {
      this.#handle = document.createElement("span");
      this.#element.prepend(this.#handle);
    }
    this.#handle.className = `fold ${fold}`;
    this.#element.style.paddingLeft = `${CELL_PADDING / 2 + indent}px`;
  }
}

/** The width of the decimals, and of the point, that a number lacks. */
function gapAfter(text: string, decimals: number, measure: MeasureText): number {
  const digits = fractionLength(text);
  if (!/\d$/.test(text) || digits >= decimals) return 0;
  return measure(`${digits === 0 ? "." : ""}${"0".repeat(decimals - digits)}`);
}

function setAttribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
