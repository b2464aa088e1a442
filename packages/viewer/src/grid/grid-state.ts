import type { Table } from "@analytics-engines/core/results";
import { columnWidths } from "./column-widths.ts";
import { type ColumnLayout, layoutColumns } from "./columns.ts";
import { type ColumnFilter, type Filters, filterRows } from "./filter.ts";
import { type GridTable, gridTable } from "./grid-table.ts";
import { headerLevelCount } from "./header.ts";
import { gridMetrics, type Metrics } from "./metrics.ts";
import { foldableRows, hasChildren, orderRows, type RowTree, rowTree } from "./row-order.ts";
import { type Comparator, rowComparator, type Sort } from "./sort.ts";
import type { MeasureText } from "./text-meter.ts";

/** The shown rows and columns of a table, and their order. Without a page. */
export class GridState {
  /** The table with the column of its tree. */
  readonly table: Table;
  readonly grid: GridTable;
  readonly tree: RowTree | undefined;
  readonly measure: MeasureText;
  readonly #widths: Float64Array;
  #hidden: ReadonlySet<number>;
  #sort: Sort | undefined;
  #comparator: Comparator | undefined;
  #filters: Filters = { columns: new Map(), search: "" };
  #matches: Uint8Array | undefined;
  #folded = new Set<number>();
  #room = 0;
  #isCompact = false;
  #rows: Int32Array;
  #layout: ColumnLayout;
  #metrics: Metrics;

  constructor(table: Table, measure: MeasureText) {
    this.grid = gridTable(table);
    this.table = this.grid.table;
    this.measure = measure;
    this.tree = rowTree(table);
    this.#widths = columnWidths(this.grid, measure);
    this.#hidden = new Set([
      ...table.columns.flatMap((column, index) => (column.isHidden ? [index] : [])),
      ...this.grid.folded,
    ]);
    this.#rows = orderRows(table, this.tree);
    this.#layout = this.#newLayout();
    this.#metrics = this.#newMetrics();
  }

  /** Rows of the table, top to bottom. */
  get rows(): Int32Array {
    return this.#rows;
  }
  get layout(): ColumnLayout {
    return this.#layout;
  }
  get metrics(): Metrics {
    return this.#metrics;
  }
  get sort(): Sort | undefined {
    return this.#sort;
  }
  get filters(): Filters {
    return this.#filters;
  }
  get hidden(): ReadonlySet<number> {
    return this.#hidden;
  }
  get headerLevelCount(): number {
    return headerLevelCount(this.table, this.#layout.shown);
  }
  /** The shown column with the tree; -1 if there is none, or it is hidden. */
  get treePlace(): number {
    return this.tree ? this.#layout.shown.indexOf(this.grid.tree) : -1;
  }
  /** Rows that pass the filters, without their ancestors in a tree, which are shown too. */
  get matchCount(): number {
    return this.#matches?.reduce((sum, match) => sum + match, 0) ?? this.table.rowCount;
  }
  get isFiltered(): boolean {
    return this.#matches !== undefined;
  }

  fold(row: number): "open" | "folded" | undefined {
    if (!hasChildren(this.tree, row)) return undefined;
    return this.#folded.has(row) ? "folded" : "open";
  }

  toggleFold(row: number): void {
    if (!this.#folded.delete(row)) this.#folded.add(row);
    this.#reorder();
  }

  /** Folds every group at `level` or deeper, and opens those above it. */
  foldFrom(level: number): void {
    this.#folded = foldableRows(this.table, this.tree, level);
    this.#reorder();
  }

  setSort(sort: Sort | undefined): void {
    this.#sort = sort;
    const column = sort && this.table.columns[sort.column];
    this.#comparator = column && rowComparator(column, this.table.rowCount);
    this.#reorder();
  }

  setSearch(search: string): void {
    this.#setFilters({ ...this.#filters, search });
  }

  setFilter(column: number, filter: ColumnFilter | undefined): void {
    const columns = new Map(this.#filters.columns);
    if (filter) columns.set(column, filter);
    else columns.delete(column);
    this.#setFilters({ ...this.#filters, columns });
  }

  clearFilters(): void {
    this.#setFilters({ columns: new Map(), search: "" });
  }

  /** Does not hide the last shown column. */
  setHidden(column: number, hidden: boolean): void {
    const next = new Set(this.#hidden);
    if (hidden) next.add(column);
    else next.delete(column);
    if (next.size >= this.table.columns.length) return;
    this.#hidden = next;
    this.#place();
  }

  /** The size of the view: its width in pixels, and whether its height is low. */
  setRoom(room: number, isCompact: boolean): void {
    if (room === this.#room && isCompact === this.#isCompact) return;
    this.#room = room;
    this.#isCompact = isCompact;
    this.#place();
  }

  /** Unfolds all groups, so that no match is hidden. */
  #setFilters(filters: Filters): void {
    this.#filters = filters;
    this.#matches = filterRows(this.table, filters);
    this.#folded = new Set();
    this.#reorder();
  }

  #reorder(): void {
    this.#rows = orderRows(this.table, this.tree, {
      folded: this.#folded,
      ...(this.#comparator ? { compare: this.#comparator, descending: this.#sort?.descending ?? false } : {}),
      ...(this.#matches ? { matches: this.#matches } : {}),
    });
  }

  #place(): void {
    this.#layout = this.#newLayout();
    this.#metrics = this.#newMetrics();
  }

  #newLayout(): ColumnLayout {
    const choice = {
      order: this.grid.order,
      hidden: this.#hidden,
      pins: undefined,
      isOrdered: false,
      resized: new Map<number, number>(),
    };
    return layoutColumns(this.table, this.#widths, choice, this.#room);
  }

  #newMetrics(): Metrics {
    return gridMetrics(this.table, this.#layout, this.measure, this.#isCompact);
  }
}
