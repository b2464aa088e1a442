import { visibleColumns } from "../state/columns.ts";
import type { GridState } from "../state/grid-state.ts";
import { areaOf, type CellPlace, type CellSelection } from "../state/selection.ts";
import { GridHeader } from "./grid-header.ts";
import { type CellMark, GridRows } from "./grid-rows.ts";
import { scrollInto, scrollScale, visibleRows } from "./scroll.ts";

/** Below this height of the page the rows are lower. */
const LOW_PAGE = 520;

/** What a grid shows. */
export interface GridContent {
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
  headBox(place: number): DOMRect | undefined {
    return this.#root.querySelector(`.head[data-place="${place}"]`)?.getBoundingClientRect();
  }

  /** Sizes the parts by the table and the size of the grid, and draws. */
  layOut(): void {
    const state = this.#content()?.state;
    if (state === undefined) return;
    const { scroller } = this;
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
  reveal({ row, column }: CellPlace, isCentered = false): void {
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
