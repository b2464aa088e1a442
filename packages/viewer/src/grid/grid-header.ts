import type { Table } from "@analytics-engines/core/results";
import type { ColumnLayout } from "./columns.ts";
import { columnLabel, type HeaderCell, headerCells, headerDepth } from "./header.ts";
import type { Place } from "./selection.ts";
import type { Sort } from "./sort.ts";

export const LEVEL_HEIGHT = 26;
/** The innermost level has room for two lines. */
const LEAF_HEIGHT = 42;

export interface HeaderModel {
  readonly table: Table;
  readonly layout: ColumnLayout;
  readonly sort: Sort | undefined;
  /** Columns with a filter. */
  readonly filtered: ReadonlyMap<number, unknown>;
  readonly active: Place | undefined;
}

export function headerHeight(depth: number): number {
  return (depth - 1) * LEVEL_HEIGHT + LEAF_HEIGHT;
}

/** Draws the header cells over the columns in view. They are few, so they are made anew when other columns come into view. */
export class GridHeader {
  readonly #header: HTMLElement;
  #model: HeaderModel | undefined;
  #cells: HeaderCell[] = [];
  #depth = 1;
  #lanes: HTMLElement[] = [];
  #spans: { label: HTMLElement; left: number; width: number }[] = [];
  #drawn = "";

  constructor(header: HTMLElement) {
    this.#header = header;
  }

  /** Where nothing changed the elements stay, so that a click that began on one of them ends there. */
  set model(model: HeaderModel) {
    const before = this.#model;
    this.#model = model;
    const isSame =
      before?.table === model.table &&
      before.layout === model.layout &&
      before.sort === model.sort &&
      before.filtered === model.filtered &&
      headerPlace(before) === headerPlace(model);
    if (isSame) return;
    this.#cells = headerCells(model.table, model.layout.shown, model.layout.pinned);
    this.#depth = headerDepth(model.table, model.layout.shown);
    this.#drawn = "";
  }

  draw(left: number, columns: { readonly first: number; readonly end: number }): void {
    const model = this.#model;
    if (model === undefined) return;
    const drawn = `${columns.first}:${columns.end}`;
    if (this.#drawn !== drawn) this.#make(model, columns);
    this.#drawn = drawn;
    const pinned = model.layout.offsets[model.layout.pinned] ?? 0;
    for (const lane of this.#lanes) lane.style.transform = `translateX(${-left}px)`;
    // The words of a cell over many columns stay in view while any of these is.
    for (const { label, left: start, width } of this.#spans) {
      const room = Math.max(0, width - label.offsetWidth - 24);
      label.style.transform = `translateX(${Math.min(room, Math.max(0, left + pinned - start))}px)`;
    }
  }

  #make(model: HeaderModel, columns: { readonly first: number; readonly end: number }): void {
    const { pinned } = model.layout;
    this.#lanes = [];
    this.#spans = [];
    const rows = Array.from({ length: this.#depth }, (_, level) => {
      const row = box("row");
      row.setAttribute("aria-rowindex", String(level + 1));
      // The first covers what scrolls below it; the others lie over the first and must not cover its cells.
      const fixed = box("none", level === 0 ? "pinned" : "pinned over");
      fixed.style.width = `${model.layout.offsets[pinned] ?? 0}px`;
      fixed.style.height = `${headerHeight(this.#depth)}px`;
      fixed.hidden = pinned === 0;
      const lane = box("none", "lane");
      this.#lanes.push(lane);
      for (const cell of this.#cells) {
        if (cell.top !== level) continue;
        if (cell.end <= pinned) fixed.append(this.#cell(model, cell));
        else if (cell.end > columns.first && cell.from < columns.end) lane.append(this.#cell(model, cell));
      }
      row.append(lane, fixed);
      return row;
    });
    this.#header.replaceChildren(...rows);
  }

  #cell(model: HeaderModel, cell: HeaderCell): HTMLElement {
    const { table, layout, sort, active } = model;
    const element = box("columnheader", "head");
    const left = layout.offsets[cell.from] ?? 0;
    const width = (layout.offsets[cell.end] ?? left) - left;
    const top = cell.top * LEVEL_HEIGHT;
    element.style.left = `${left}px`;
    element.style.width = `${width}px`;
    element.style.top = `${top}px`;
    element.style.height = `${(cell.isLeaf ? headerHeight(this.#depth) : cell.bottom * LEVEL_HEIGHT) - top}px`;
    element.setAttribute("aria-colindex", String(cell.from + 1));
    if (cell.end - cell.from > 1) element.setAttribute("aria-colspan", String(cell.end - cell.from));
    if (cell.bottom - cell.top > 1) element.setAttribute("aria-rowspan", String(cell.bottom - cell.top));
    const label = document.createElement("span");
    label.className = "label";
    label.textContent = cell.text;
    element.append(label);
    if (!cell.isLeaf) {
      label.style.flex = "none";
      this.#spans.push({ label, left, width });
      return element;
    }
    const index = layout.shown[cell.from] ?? 0;
    const column = table.columns[index];
    element.dataset["place"] = String(cell.from);
    element.title = columnLabel(table, index);
    element.classList.add("leaf");
    const align = column?.align ?? (column?.values.kind === "number" ? "right" : "left");
    element.classList.toggle("end", align === "right");
    element.classList.toggle("filtered", model.filtered.has(index));
    const isSorted = sort?.column === index;
    element.setAttribute("aria-sort", !isSorted ? "none" : sort.descending ? "descending" : "ascending");
    if (isSorted) element.append(sign("sort", sort.descending ? "↓" : "↑"));
    element.append(sign("menu", "⋮"));
    if (active?.row === -1 && active.column === cell.from) {
      element.classList.add("active");
      element.id = "active";
    }
    return element;
  }
}

function headerPlace({ active }: HeaderModel): number {
  return active?.row === -1 ? active.column : -1;
}

function box(role: string, className = ""): HTMLElement {
  const element = document.createElement("div");
  element.setAttribute("role", role);
  if (className !== "") element.className = className;
  return element;
}

function sign(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.setAttribute("aria-hidden", "true");
  element.textContent = text;
  return element;
}
