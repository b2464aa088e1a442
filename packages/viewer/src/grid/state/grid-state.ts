import { columnLabels, type Table } from "@analytics-engines/core/results";
import { columnWidths, gridMetrics, leastWidth, type MeasureText, type Metrics } from "./column-widths.ts";
import { type ColumnLayout, headerLevelCount, layoutColumns, visibleColumns } from "./columns.ts";
import { type ColumnFilter, type Filters, filterRows } from "./filter.ts";
import { type GridTable, gridTable } from "./grid-table.ts";
import {
  type Comparator,
  foldableRows,
  hasChildren,
  orderRows,
  type RowTree,
  rowComparator,
  rowTree,
  type Sort,
} from "./row-order.ts";
import { type ColumnChoices, limitWidth, noChoices, readChoices } from "./saved-view.ts";

/** The shown rows and columns of a table, and their order. Without a page. */
export class GridState {
  /** The table with the column of its tree. */
  readonly table: Table;
  readonly grid: GridTable;
  readonly tree: RowTree | undefined;
  readonly measure: MeasureText;
  readonly #widths: Float64Array;
  /** Widths that show each heading on one line; computed when the page is first low. */
  #longWidths: Float64Array | undefined;
  readonly #initiallyHidden: ReadonlySet<number>;
  #choices: ColumnChoices;
  #sort: Sort | undefined;
  #comparator: Comparator | undefined;
  #filters: Filters = { columns: new Map(), search: "" };
  #matches: Uint8Array | undefined;
  #folded = new Set<number>();
  #shownLevel: number | undefined;
  #viewWidth = 0;
  #isCompact = false;
  #rows: Int32Array;
  #layout: ColumnLayout;
  #metrics: Metrics;

  constructor(table: Table, measure: MeasureText, saved?: unknown) {
    this.grid = gridTable(table);
    this.table = this.grid.table;
    this.measure = measure;
    this.tree = rowTree(table);
    this.#widths = columnWidths(this.grid, measure, 2);
    const hiddenByTable = table.columns.flatMap((column, index) => (column.isHidden ? [index] : []));
    this.#initiallyHidden = new Set([...hiddenByTable, ...this.grid.folded]);
    this.#choices = readChoices(this.table, saved);
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
  get hiddenColumns(): ReadonlySet<number> {
    return this.#choices.hiddenColumns ?? this.#initiallyHidden;
  }
  /** What the user chose for the columns. */
  get choices(): ColumnChoices {
    return this.#choices;
  }
  get headerLevelCount(): number {
    return headerLevelCount(this.table, this.#layout.columns);
  }
  /** The shown column with the tree; -1 if there is none, or it is hidden. */
  get treePlace(): number {
    return this.tree ? this.#layout.columns.indexOf(this.grid.tree) : -1;
  }
  /** The width of the view in pixels. */
  get viewWidth(): number {
    return this.#viewWidth;
  }
  /** The innermost level that shows; undefined if all show, -1 if the user folded single groups. */
  get shownLevel(): number | undefined {
    return this.#shownLevel;
  }
  /** Rows that pass the filters, without their ancestors in a tree, which are shown too. */
  get matchCount(): number {
    return this.#matches?.reduce((sum, match) => sum + match, 0) ?? this.table.rowCount;
  }
  get isFiltered(): boolean {
    return this.#matches !== undefined;
  }

  /** Where a cell is among those that show. A hidden column is shown, and a name that the tree has is in its column. */
  positionOf(cell: { readonly column: string; readonly row: number } | undefined): GridCell | undefined {
    const row = cell === undefined ? -1 : this.#rows.indexOf(cell.row);
    if (cell === undefined || row < 0) return undefined;
    const column = columnLabels(this.table.columns).indexOf(cell.column);
    const isInTree = column < 0 || this.grid.folded.has(column);
    if (!isInTree) this.setHidden(column, false);
    return { row, column: Math.max(0, isInTree ? this.treePlace : this.#layout.columns.indexOf(column)) };
  }

  /** The cell of the table at a position among those that show. */
  cellAt(position: GridCell): { readonly column: string; readonly row: number } | undefined {
    const row = this.#rows[position.row];
    const column = columnLabels(this.table.columns)[this.#layout.columns[position.column] ?? -1];
    return row === undefined || column === undefined ? undefined : { column, row };
  }

  fold(row: number): "open" | "folded" | undefined {
    if (!hasChildren(this.tree, row)) return undefined;
    return this.#folded.has(row) ? "folded" : "open";
  }

  toggleFold(row: number): void {
    if (!this.#folded.delete(row)) this.#folded.add(row);
    this.#shownLevel = -1;
    this.#reorder();
  }

  /** Folds every group at `level` or deeper, and opens those above it. */
  foldFrom(level: number): void {
    this.#folded = foldableRows(this.table, this.tree, level);
    this.#shownLevel = this.#folded.size > 0 ? level : undefined;
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
  setHidden(column: number, isHidden: boolean): void {
    const hiddenColumns = toggled(this.hiddenColumns, column, isHidden);
    if (hiddenColumns.size < this.table.columns.length) this.#choose({ hiddenColumns });
  }

  isPinned(column: number): boolean {
    const shownIndex = this.#layout.columns.indexOf(column);
    return shownIndex >= 0 && shownIndex < this.#layout.pinned;
  }

  /** The first pin of the user replaces those of the grid. */
  setPinned(column: number, isPinned: boolean): void {
    const pins = this.#choices.pins ?? new Set(this.#layout.columns.slice(0, this.#layout.pinned));
    this.#choose({ pins: toggled(pins, column, isPinned) });
  }

  /** A width in pixels; undefined for the one that shows each number whole. */
  setWidth(column: number, width: number | undefined): void {
    const widths = new Map(this.#choices.widths);
    if (width === undefined) widths.delete(column);
    else widths.set(column, limitWidth(width));
    this.#choose({ widths });
  }

  /** Moves a shown column to the place of another, both as places among the shown columns. */
  moveColumn(from: number, to: number): void {
    const { columns } = this.#layout;
    const column = columns[from];
    if (column === undefined || from === to || to < 0 || to >= columns.length) return;
    const newOrder = columns.toSpliced(from, 1).toSpliced(to, 0, column);
    const others = this.grid.order.filter((index) => !columns.includes(index));
    this.#choose({ order: [...newOrder, ...others] });
  }

  /** The columns as the table gives them. */
  resetColumns(): void {
    this.#choose(noChoices);
  }

  #choose(choices: Partial<ColumnChoices>): void {
    this.#choices = { ...this.#choices, ...choices };
    this.#place();
  }

  /** The size of the view: its width in pixels, and whether its height is low. */
  setView(viewWidth: number, isCompact: boolean): void {
    if (viewWidth === this.#viewWidth && isCompact === this.#isCompact) return;
    this.#viewWidth = viewWidth;
    this.#isCompact = isCompact;
    this.#place();
  }

  /** Unfolds all groups, so that no match is hidden. */
  #setFilters(filters: Filters): void {
    this.#filters = filters;
    this.#matches = filterRows(this.table, filters);
    this.#folded = new Set();
    this.#shownLevel = undefined;
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
    const { order, pins, widths } = this.#choices;
    const choice = {
      order: order ?? this.grid.order,
      hiddenColumns: this.hiddenColumns,
      pins,
      isOrdered: order !== undefined,
      least: (column: number) => this.#leastWidth(column),
      resized: widths,
    };
    const layout = layoutColumns(this.table, this.#widths, choice, this.#viewWidth);
    if (!this.#isCompact) return layout;
    // On a low page, headings stay on one line if as many columns are then in view.
    this.#longWidths ??= columnWidths(this.grid, this.measure, 1);
    const long = layoutColumns(this.table, this.#longWidths, choice, this.#viewWidth);
    const inView = (candidate: ColumnLayout) => visibleColumns(candidate, 0, this.#viewWidth).end;
    return inView(long) >= inView(layout) ? long : layout;
  }

  readonly #leastWidths = new Map<number, number>();

  #leastWidth(column: number): number {
    const cachedWidth = this.#leastWidths.get(column);
    const width = cachedWidth ?? leastWidth(this.grid, column, this.measure);
    this.#leastWidths.set(column, width);
    return width;
  }

  #newMetrics(): Metrics {
    return gridMetrics(this.table, this.#layout, this.measure, this.#isCompact);
  }
}

function toggled(columns: ReadonlySet<number>, column: number, isIn: boolean): Set<number> {
  const next = new Set(columns);
  if (isIn) next.add(column);
  else next.delete(column);
  return next;
}

/** A cell by its place among the shown rows and columns; row -1 is the header. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}
