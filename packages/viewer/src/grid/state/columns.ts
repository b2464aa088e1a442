import { type Column, formatOfCell, type Table } from "@analytics-engines/core/results";
import { headerLevels } from "../../text.ts";

/** A cell of the header: shown columns `from` up to and without `end`, levels `top` up to and without `bottom`. */
export interface GridHeaderCell {
  readonly text: string;
  readonly from: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
  /** Whether it is the header of one column, which can be sorted and filtered. */
  readonly isLeaf: boolean;
}

/**
 * The header of the shown columns, level by level. Neighbours with the same levels down to one share a cell there; a column with fewer
 * levels than others fills the height. Pinned columns never share a cell with columns that scroll.
 */
export function headerCells(table: Table, columns: readonly number[], pinned: number): GridHeaderCell[] {
  const headers = columns.map((index) => levelsOf(table, index));
  const depth = headerLevelCount(table, columns);
  const cells: GridHeaderCell[] = [];
  for (let level = 0; level < depth; level++) {
    for (let from = 0; from < headers.length; ) {
      const levels = headers[from] ?? [];
      const isLeaf = level === levels.length - 1;
      let end = from + 1;
      while (!isLeaf && end < headers.length && end !== pinned && shares(levels, headers[end] ?? [], level)) end += 1;
      const text = levels[level];
      if (text !== undefined) cells.push({ text, from, end, top: level, bottom: isLeaf ? depth : level + 1, isLeaf });
      from = end;
    }
  }
  return cells;
}

export function headerLevelCount(table: Table, columns: readonly number[]): number {
  return Math.max(1, ...columns.map((index) => levelsOf(table, index).length));
}

function levelsOf(table: Table, index: number): readonly string[] {
  const column = table.columns[index];
  return column ? headerLevels(column) : [""];
}

function shares(levels: readonly string[], nextLevels: readonly string[], level: number): boolean {
  if (level >= nextLevels.length - 1) return false;
  for (let i = 0; i <= level; i++) if (levels[i] !== nextLevels[i]) return false;
  return true;
}

/** The places of the shown columns, in pixels. */
export interface ColumnLayout {
  /** Indices into the table's columns, left to right. */
  readonly columns: readonly number[];
  /** The left edge of each shown column, and the right edge of the last one. */
  readonly offsets: Float64Array;
  /** The number of columns that stay in place while the others scroll. */
  readonly pinned: number;
  /** 1 for each shown column that begins a group of the header, which a rule separates. */
  readonly edges: Uint8Array;
  /** Pixels of a step of the tree. */
  readonly indent: number;
}

/** What the user or the table says about the columns. */
interface ColumnChoice {
  /** All columns in their order. */
  readonly order: readonly number[];
  readonly hiddenColumns: ReadonlySet<number>;
  /** Columns that the user pinned; undefined if the grid pins the leading labels. */
  readonly pins: ReadonlySet<number> | undefined;
  /** Whether the user chose the order, so that the grid keeps it in a narrow view too. */
  readonly isOrdered: boolean;
  /** The pixels that the dates and numbers of a column need; names and headings may be shortened. */
  readonly least: (column: number) => number;
  /** Widths that the user chose. */
  readonly resized: ReadonlyMap<number, number>;
}

/** In a narrow view, labels make room for this many measures. */
const USUAL_MEASURES = 3;
const MIN_MEASURES = 2;
const MAX_PINNED = 2;
/** The least width of a label, in pixels. */
const MIN_LABEL_WIDTH = 100;
/** In a wide view, columns grow by at most this factor, and then share the remaining room equally. */
const MAX_GROWTH = 1.6;

/**
 * Places the shown columns in a view of `viewWidth` pixels. Numbers come first: in a narrow view only the first label stays in front of the
 * measures, and it gives up pixels for them; in a wide view the columns fill it.
 */
export function layoutColumns(
  table: Table,
  widths: Float64Array,
  choice: ColumnChoice,
  viewWidth: number,
): ColumnLayout {
  const widthOf = (index: number) => choice.resized.get(index) ?? widths[index] ?? 0;
  const sum = (columns: readonly number[]) => columns.reduce((total, index) => total + widthOf(index), 0);
  const { columns, pinned } = arrange(table, choice, viewWidth, sum);
  const sizes = columns.map(widthOf);
  const isNarrow = choice.resized.has(columns[0] ?? -1)
    ? false
    : shrinkLabel(sizes, pinned, viewWidth, Math.max(MIN_LABEL_WIDTH, choice.least(columns[0] ?? -1)));
  if (pinned === 1 && choice.pins === undefined && !choice.isOrdered) shrinkMeasures(sizes, columns, choice, viewWidth);
  fill(sizes, columns, choice, viewWidth);
  const offsets = new Float64Array(columns.length + 1);
  for (const [position, size] of sizes.entries()) offsets[position + 1] = (offsets[position] ?? 0) + size;
  return {
    columns,
    offsets,
    pinned,
    edges: groupEdges(table, columns),
    indent: isNarrow ? INDENT / 2 : INDENT,
  };
}

/** The order of the shown columns and the number of pinned ones. */
function arrange(
  table: Table,
  { order, hiddenColumns, pins, isOrdered }: ColumnChoice,
  viewWidth: number,
  sum: (columns: readonly number[]) => number,
): { columns: readonly number[]; pinned: number } {
  const all = order.filter((index) => !hiddenColumns.has(index));
  if (pins !== undefined) {
    const front = all.filter((index) => pins.has(index));
    const columns = [...front, ...all.filter((index) => !pins.has(index))];
    return { columns, pinned: sum(front) > viewWidth - MIN_LABEL_WIDTH ? 0 : front.length };
  }
  const leading = all.findIndex((index) => !isLabel(table.columns[index]));
  const labels = all.slice(0, Math.max(0, leading));
  const measures = all.slice(labels.length);
  const numbers = measures.filter((index) => table.columns[index]?.values.kind === "number");
  const isRoomy = sum(labels) + sum(numbers.slice(0, USUAL_MEASURES)) <= viewWidth;
  if (isRoomy || isOrdered) {
    let pinned = Math.min(labels.length, MAX_PINNED);
    while (pinned > 1 && sum(all.slice(0, pinned)) > viewWidth / 2) pinned -= 1;
    return { columns: all, pinned };
  }
  return { columns: [...labels.slice(0, 1), ...measures, ...labels.slice(1)], pinned: Math.min(1, labels.length) };
}

/** Makes a pinned label narrower if three measures, or at least two, need the room beside it. Returns whether it did. */
function shrinkLabel(sizes: number[], pinned: number, viewWidth: number, least: number): boolean {
  const [label] = sizes;
  if (pinned !== 1 || label === undefined) return false;
  for (const count of [USUAL_MEASURES, MIN_MEASURES]) {
    const measures = sizes.slice(1, 1 + count).reduce((total, size) => total + size, 0);
    const remainingWidth = viewWidth - measures;
    if (remainingWidth < least && count > MIN_MEASURES) continue;
    sizes[0] = Math.min(label, Math.max(least, remainingWidth));
    return sizes[0] < label;
  }
  return false;
}

/** Shortens the headings of two measures if even the narrowest label leaves no room for both. Their numbers stay whole. */
function shrinkMeasures(sizes: number[], columns: readonly number[], choice: ColumnChoice, viewWidth: number): void {
  const label = sizes[0] ?? 0;
  const measures = columns.slice(1, 1 + MIN_MEASURES).map((index, order) => {
    const size = sizes[1 + order] ?? 0;
    return {
      position: 1 + order,
      size,
      spare: choice.resized.has(index) ? 0 : Math.max(0, size - choice.least(index)),
    };
  });
  const missing = label + measures.reduce((sum, { size }) => sum + size, 0) - viewWidth;
  const spareWidth = measures.reduce((sum, { spare }) => sum + spare, 0);
  if (missing <= 0 || spareWidth < missing) return;
  for (const { position, size, spare } of measures) sizes[position] = size - Math.ceil((missing * spare) / spareWidth);
}

/** Widens the columns whose widths the user did not choose, so that they fill the view. */
function fill(sizes: number[], columns: readonly number[], { resized }: ColumnChoice, viewWidth: number): void {
  const free = [...columns.keys()].filter((position) => !resized.has(columns[position] ?? -1));
  const total = sizes.reduce((all, size) => all + size, 0);
  const flexible = free.reduce((all, position) => all + (sizes[position] ?? 0), 0);
  if (total >= viewWidth || flexible === 0) return;
  const growth = Math.min(MAX_GROWTH, 1 + (viewWidth - total) / flexible);
  for (const position of free) sizes[position] = Math.floor((sizes[position] ?? 0) * growth);
  let rest = Math.floor(viewWidth - sizes.reduce((all, size) => all + size, 0));
  for (const [index, position] of free.entries()) {
    const share = Math.ceil(rest / (free.length - index));
    sizes[position] = (sizes[position] ?? 0) + share;
    rest -= share;
  }
}

/** The alignment of a column, or of one of its cells: the one that the table states, else numbers right and others left. */
export function alignOf(column: Column, row?: number) {
  const { align } = row === undefined ? column : formatOfCell(column, row);
  return align ?? (column.values.kind === "number" ? "right" : "left");
}

function isLabel(column: Column | undefined): boolean {
  return column !== undefined && column.values.kind !== "number";
}

function groupEdges({ columns }: Table, indices: readonly number[]): Uint8Array {
  const groups = indices.map((index) => {
    const column = columns[index];
    const levels = column ? headerLevels(column) : [];
    return levels.length > 1 ? levels[0] : undefined;
  });
  return Uint8Array.from(groups, (group, position) => Number(position > 0 && group !== groups[position - 1]));
}

/** The scrolling columns to draw, from `first` to before `end`, and the pixels by which they are moved. */
interface VisibleColumns {
  readonly first: number;
  readonly end: number;
  readonly scrolledX: number;
}

/** The columns that a view of `width` shows whole if it is scrolled by `left`: a part of a number would mislead. */
export function visibleColumns(
  { offsets, pinned, columns }: ColumnLayout,
  scrolledX: number,
  width: number,
): VisibleColumns {
  const fixed = offsets[pinned] ?? 0;
  const last = Math.max(pinned, columns.length - 1);
  let first = pinned;
  while (first < last && (offsets[first] ?? 0) - fixed < scrolledX - 1) first += 1;
  const start = offsets[first] ?? 0;
  let end = first;
  while (end < columns.length && (offsets[end + 1] ?? 0) - start <= width - fixed + 1) end += 1;
  // A column wider than the view is shown in part.
  return { first, end: Math.min(columns.length, Math.max(end, first + 1)), scrolledX: start - fixed };
}

/** Pixels of a step of the tree, and of the sign that folds a group. */
export const INDENT = 16;
