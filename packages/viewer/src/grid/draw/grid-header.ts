import type { Table } from "@analytics-engines/core/results";
import { columnLabel } from "../../text.ts";
import { type Metrics, unitOf } from "../state/column-widths.ts";
import { alignOf, type ColumnLayout, type GridHeaderCell, headerCells, headerLevelCount } from "../state/columns.ts";
import type { GridCell } from "../state/grid-state.ts";
import type { Sort } from "../state/row-order.ts";

/** A `div` with a role and a class. */
export function roleDiv(role: string, className: string): HTMLElement {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  element.className = className;
  return element;
}

interface HeaderModel {
  readonly table: Table;
  readonly layout: ColumnLayout;
  readonly metrics: Metrics;
  readonly sort: Sort | undefined;
  /** Columns with a filter. */
  readonly filtered: ReadonlyMap<number, unknown>;
  readonly active: GridCell | undefined;
}

/** The scrolling cells of one level of the header, and the elements of those in view. */
interface HeaderLevel {
  readonly element: HTMLElement;
  readonly cells: readonly GridHeaderCell[];
  readonly elements: Map<GridHeaderCell, HTMLElement>;
}

/** The label of a cell over several columns. */
interface GroupLabel {
  readonly label: HTMLElement;
  readonly x: number;
  readonly width: number;
  /** Pixels by which the label can move. Measured once, since measuring forces a layout. */
  room?: number;
}

/** Draws the header cells over the columns in view. A cell that stays in view keeps its element. */
export class GridHeader {
  readonly #header: HTMLElement;
  #model: HeaderModel | undefined;
  #depth = 1;
  #levels: readonly HeaderLevel[] = [];
  readonly #spans = new Map<GridHeaderCell, GroupLabel>();
  #columnRange = "";

  constructor(header: HTMLElement) {
    this.#header = header;
  }

  /** Keeps the elements if nothing changed: a click must end on the element where it began. */
  set model(model: HeaderModel) {
    const before = this.#model;
    this.#model = model;
    const isSame =
      before?.table === model.table &&
      before.layout === model.layout &&
      before.sort === model.sort &&
      before.filtered === model.filtered &&
      headerPlace(before) === headerPlace(model);
    if (!isSame) this.#make(model);
  }

  draw(scrolledX: number, columns: { readonly first: number; readonly end: number }): void {
    const model = this.#model;
    if (model === undefined) return;
    const columnRange = `${columns.first}:${columns.end}`;
    if (this.#columnRange !== columnRange)
      for (const headerLevel of this.#levels) this.#fill(model, headerLevel, columns);
    this.#columnRange = columnRange;
    const pinned = model.layout.offsets[model.layout.pinned] ?? 0;
    for (const { element } of this.#levels) element.style.transform = `translateX(${-scrolledX}px)`;
    // The label of a cell over several columns stays in view with any of them.
    for (const span of this.#spans.values()) {
      span.room ??= Math.max(0, span.width - span.label.offsetWidth - 24);
      const shift = Math.min(span.room, Math.max(0, scrolledX + pinned - span.x));
      span.label.style.transform = `translateX(${shift}px)`;
    }
  }

  #make(model: HeaderModel): void {
    const { pinned, columns } = model.layout;
    const cells = headerCells(model.table, columns, pinned);
    this.#depth = headerLevelCount(model.table, columns);
    this.#columnRange = "";
    this.#spans.clear();
    this.#levels = Array.from({ length: this.#depth }, (_, level): HeaderLevel => {
      const scrolling = cells.filter((cell) => cell.top === level && cell.end > pinned);
      return { element: roleDiv("none", "headerLevel"), cells: scrolling, elements: new Map() };
    });
    const rows = this.#levels.map(({ element }, level) => {
      const row = roleDiv("row", "");
      row.setAttribute("aria-rowindex", String(level + 1));
      // The pinned part of the first level covers the cells that scroll. Those of other levels lie over it and must not cover its cells.
      const fixed = roleDiv("none", level === 0 ? "pinned" : "pinned over");
      fixed.style.width = `${model.layout.offsets[pinned] ?? 0}px`;
      fixed.style.height = `${model.metrics.header}px`;
      fixed.hidden = pinned === 0;
      for (const cell of cells) {
        if (cell.top === level && cell.end <= pinned) fixed.append(this.#cell(model, cell));
      }
      row.append(element, fixed);
      return row;
    });
    this.#header.replaceChildren(...rows);
  }

  #fill(model: HeaderModel, headerLevel: HeaderLevel, columns: { readonly first: number; readonly end: number }): void {
    // In the order of the columns: each element comes after the one before it.
    let before: HTMLElement | undefined;
    for (const cell of headerLevel.cells) {
      const isInView = cell.end > columns.first && cell.from < columns.end;
      let element = headerLevel.elements.get(cell);
      if (!isInView) {
        element?.remove();
        headerLevel.elements.delete(cell);
        this.#spans.delete(cell);
        continue;
      }
      if (element === undefined) {
        element = this.#cell(model, cell);
        headerLevel.elements.set(cell, element);
        if (before) before.after(element);
        else headerLevel.element.prepend(element);
      }
      before = element;
    }
  }

  #cell(model: HeaderModel, cell: GridHeaderCell): HTMLElement {
    const { table, layout, sort, active } = model;
    const element = roleDiv("columnheader", "head");
    const x = layout.offsets[cell.from] ?? 0;
    const width = (layout.offsets[cell.end] ?? x) - x;
    const top = cell.top * model.metrics.level;
    element.style.left = `${x}px`;
    element.style.width = `${width}px`;
    element.style.top = `${top}px`;
    element.style.height = `${(cell.isLeaf ? model.metrics.header : cell.bottom * model.metrics.level) - top}px`;
    element.setAttribute("aria-colindex", String(cell.from + 1));
    if (cell.end - cell.from > 1) element.setAttribute("aria-colspan", String(cell.end - cell.from));
    if (cell.bottom - cell.top > 1) element.setAttribute("aria-rowspan", String(cell.bottom - cell.top));
    const label = textElement("label", cell.text);
    element.append(label);
    element.classList.toggle("edge", layout.edges[cell.from] === 1);
    if (!cell.isLeaf) {
      label.style.flex = "none";
      this.#spans.set(cell, { label, x, width });
      return element;
    }
    const index = layout.columns[cell.from] ?? 0;
    const column = table.columns[index];
    element.dataset["place"] = String(cell.from);
    element.title = columnLabel(table, index);
    element.classList.add("leaf");
    const unit = unitOf(table, index);
    if (unit === "") clamp(label, Number.parseInt(element.style.height, 10));
    else label.append(textElement("unit", unit));
    const align = column && alignOf(column);
    element.classList.toggle("end", align === "right");
    element.classList.toggle("middle", align === "center");
    element.classList.toggle("filtered", model.filtered.has(index));
    const isSorted = sort?.column === index;
    element.setAttribute("aria-sort", !isSorted ? "none" : sort.descending ? "descending" : "ascending");
    if (isSorted) element.append(sign("sort", sort.descending ? "↓" : "↑"));
    element.append(sign("menu", "⋮"), sign("grip", ""));
    if (active?.row === -1 && active.column === cell.from) {
      element.classList.add("active");
      element.id = "active";
    }
    return element;
  }
}

/** Ends a long heading in an ellipsis, in its last whole line. */
function clamp(label: HTMLElement, height: number): void {
  label.classList.add("clamped");
  label.style.setProperty("-webkit-line-clamp", String(Math.max(1, Math.floor((height - 8) / 16))));
}

function headerPlace({ active }: HeaderModel): number {
  return active?.row === -1 ? active.column : -1;
}

function textElement(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

function sign(className: string, text: string): HTMLElement {
  const element = textElement(className, text);
  element.setAttribute("aria-hidden", "true");
  return element;
}
