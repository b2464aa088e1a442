import { visibleColumns } from "../state/columns.ts";
import type { GridCell, GridState } from "../state/grid-state.ts";
import { areaOf, type CellSelection } from "../state/selection.ts";
import { GridHeader } from "./grid-header.ts";
import { type CellMark, GridRows } from "./grid-rows.ts";

/** Browsers limit an element to some 17 million pixels. Beyond this height, a pixel of the scroll bar is several pixels of rows. */
const MAX_HEIGHT = 12_000_000;

/** Maps the rows of a table of any length to a scroll bar. */
interface ScrollScale {
  /** The height of the scrolled content, in pixels. */
  readonly height: number;
  /** Pixels of rows for a pixel of the scroll bar: 1 except for very long tables. */
  readonly ratio: number;
}

/** For `contentHeight` pixels of rows in a view of `viewHeight`. */
export function scrollScale(contentHeight: number, viewHeight: number): ScrollScale {
  if (contentHeight <= MAX_HEIGHT) return { height: contentHeight, ratio: 1 };
  return { height: MAX_HEIGHT, ratio: Math.max(1, (contentHeight - viewHeight) / (MAX_HEIGHT - viewHeight)) };
}

/** The rows to draw, from `first` up to and without `end`, in a view of `height` that begins at pixel `top` of the rows. */
export function visibleRows(
  top: number,
  height: number,
  rowHeight: number,
  count: number,
): { first: number; end: number } {
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)));
  const end = Math.max(first, Math.min(count, Math.ceil((top + height) / rowHeight)));
  return { first, end };
}

/** The nearest start of a view that shows `size` pixels from `start`. */
export function scrollInto(start: number, size: number, viewStart: number, viewSize: number): number {
  if (start < viewStart || size > viewSize) return start;
  return start + size > viewStart + viewSize ? start + size - viewSize : viewStart;
}

/** The cell or header cell of an event, and the innermost element. */
export function positionOf(event: Event): { position: GridCell; target: Element } | undefined {
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return undefined;
  const position = positionOfElement(target);
  return position && { position, target };
}

/** The cell or header cell that an element is in. */
export function positionOfElement(element: Element | null | undefined): GridCell | undefined {
  const cell = element?.closest<HTMLElement>("[data-place]");
  if (!cell) return undefined;
  const row = Number(cell.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
  return { row, column: Number(cell.dataset["place"]) };
}

/** Below this height of the page the rows are lower. */
const LOW_PAGE = 520;

/** What a grid shows. */
interface GridContent {
  readonly state: GridState;
  readonly selection: CellSelection | undefined;
  readonly mark: ((column: number, row: number) => CellMark | undefined) | undefined;
}

/** The scrolled part of a grid: sizes its parts, and draws the cells in view. */
export class GridView {
  readonly #root: ParentNode;
  readonly #content: () => GridContent | undefined;
  readonly #rows: GridRows;
  readonly #header: GridHeader;

  /** @param root has the rendered parts of the grid */
  constructor(root: ParentNode, content: () => GridContent | undefined) {
    this.#root = root;
    this.#content = content;
    this.#rows = new GridRows(this.#part("body"));
    this.#header = new GridHeader(this.#part("header"));
  }

  get scroller(): HTMLElement {
    return this.#part("scroller");
  }

  /** How many rows a page key moves. */
  get pageRows(): number {
    const row = this.#content()?.state.metrics.row ?? 1;
    return Math.max(1, Math.floor(this.#part("body").clientHeight / row) - 1);
  }

  /** Where the active cell is on the page, if it is drawn. */
  get activeBox(): DOMRect | undefined {
    return this.#root.querySelector("#active")?.getBoundingClientRect();
  }

  /** Where the heading of a shown column is on the page, if it is drawn. */
  headBox(shownIndex: number): DOMRect | undefined {
    return this.#root.querySelector(`.head[data-place="${shownIndex}"]`)?.getBoundingClientRect();
  }

  /** Sizes the parts by the table and the size of the grid, and draws. */
  layOut(): void {
    const state = this.#content()?.state;
    if (state === undefined) return;
    const { scroller } = this;
    state.setView(scroller.clientWidth, window.innerHeight < LOW_PAGE);
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
    scroller.setAttribute("aria-colcount", String(state.layout.columns.length));
    this.refill();
  }

  /** Draws with new contents. */
  refill(): void {
    const content = this.#content();
    if (content === undefined) return;
    const { state, selection, mark } = content;
    const { table, rows, layout, metrics, treePlace, measure, sort, filters } = state;
    const active = selection?.focus;
    this.#rows.model = {
      table,
      rows,
      layout,
      headerLevelCount: state.headerLevelCount,
      rowHeight: metrics.row,
      measure,
      treePlace,
      fold: (row) => state.fold(row),
      mark: (column, row) => mark?.(column, row),
      area: selection && areaOf(selection),
      active,
    };
    this.#header.model = { table, layout, metrics, sort, filtered: filters.columns, active };
    this.draw();
    if (active) this.scroller.setAttribute("aria-activedescendant", "active");
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  /** Draws the cells at the place of the scroll bars. */
  draw(): void {
    const state = this.#content()?.state;
    if (state === undefined) return;
    const { scroller } = this;
    const height = scroller.clientHeight - state.metrics.header;
    const content = state.rows.length * state.metrics.row;
    const scrolledY = scroller.scrollTop * scrollScale(content, height).ratio;
    const columns = visibleColumns(state.layout, scroller.scrollLeft, scroller.clientWidth);
    const rows = visibleRows(scrolledY, height, state.metrics.row, state.rows.length);
    this.#rows.draw({ scrolledY, scrolledX: columns.scrolledX, rows, columns });
    this.#header.draw(columns.scrolledX, columns);
  }

  /** Scrolls a cell into view, also to the middle of it, where a later change of the height does not hide it. */
  reveal({ row, column }: GridCell, isCentered = false): void {
    const state = this.#content()?.state;
    if (state === undefined) return;
    const { scroller } = this;
    const { header, row: rowHeight } = state.metrics;
    const height = scroller.clientHeight - header;
    const { ratio } = scrollScale(state.rows.length * rowHeight, height);
    if (row >= 0) {
      const margin = isCentered ? (height - rowHeight) / 2 : 0;
      const [start, size] = [row * rowHeight - margin, rowHeight + 2 * margin];
      const top = scrollInto(start, size, scroller.scrollTop * ratio, height) / ratio;
      if (top !== scroller.scrollTop) scroller.scrollTop = top;
    }
    const { offsets, pinned } = state.layout;
    if (column < pinned) return;
    const fixed = offsets[pinned] ?? 0;
    const start = offsets[column] ?? 0;
    const view = scroller.clientWidth - fixed;
    const scrollLeft = scrollInto(start - fixed, (offsets[column + 1] ?? start) - start, scroller.scrollLeft, view);
    if (scrollLeft !== scroller.scrollLeft) scroller.scrollLeft = scrollLeft;
  }

  #part(name: string): HTMLElement {
    const element = this.#root.querySelector<HTMLElement>(`.${name}`);
    if (element === null) throw new Error(`the grid has no part "${name}"`);
    return element;
  }
}
