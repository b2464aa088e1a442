import { type Column, formatCell, type Table } from "@analytics-engines/core/results";
import { headerCells } from "./header.ts";
import { deepestLevel } from "./row-order.ts";

/** The places of the shown columns, in pixels. */
export interface ColumnLayout {
  /** Indices into the table's columns, left to right. */
  readonly shown: readonly number[];
  /** The left edge of each shown column, and the right edge of the last one. */
  readonly offsets: Float64Array;
  /** The number of columns that stay in place while the others scroll. */
  readonly pinned: number;
}

const CHARACTER = 7.3;
/** Headers are bold. */
const HEADER_CHARACTER = 8.6;
const PADDING = 26;
const NARROWEST = 72;
const WIDEST = 320;
/** Cells of a column that its width depends on, about. */
const SAMPLE = 100;

/** A width for each column that fits all levels of its header and a sample of its cells. */
export function columnWidths(table: Table, isTree: boolean): Float64Array {
  const widths = leafWidths(table, isTree);
  const shown = [...table.columns.keys()].filter((index) => !table.columns[index]?.isHidden);
  for (const { text, from, end, isLeaf } of headerCells(table, shown, 0)) {
    if (isLeaf) continue;
    const below = shown.slice(from, end);
    const wanted = Math.ceil(text.length * HEADER_CHARACTER) + PADDING;
    const missing = wanted - below.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
    if (missing <= 0) continue;
    for (const index of below) {
      const width = widths[index] ?? 0;
      widths[index] = Math.min(Math.max(width, WIDEST), width + Math.ceil(missing / below.length));
    }
  }
  return widths;
}

function leafWidths(table: Table, isTree: boolean): Float64Array {
  const step = Math.max(1, Math.floor(table.rowCount / SAMPLE));
  return Float64Array.from(table.columns, (column, index) => {
    const depth = isTree && index === treeColumn(table) ? 20 + 16 * deepestLevel(table) : 0;
    let longest = (headerLength(column) * HEADER_CHARACTER) / CHARACTER;
    for (let row = 0; row < table.rowCount; row += step) longest = Math.max(longest, formatCell(column, row).length);
    return Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(longest * CHARACTER) + PADDING + depth));
  });
}

/** The characters of the longer line of a header on two lines. */
function headerLength(column: Column): number {
  const text = column.header.at(-1) ?? column.name;
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length));
  return Math.max(longestWord, Math.ceil(text.length / 2));
}

/** The alignment of a column's cells: its own, else numbers right and others left. */
export function alignOf({ align, values }: Column) {
  return align ?? (values.kind === "number" ? "right" : "left");
}

/** The column that shows the tree: the first shown one. */
export function treeColumn(table: Table): number {
  return Math.max(
    0,
    table.columns.findIndex((column) => !column.isHidden),
  );
}

export function layoutColumns(
  table: Table,
  widths: Float64Array,
  hidden: ReadonlySet<number>,
  room: number,
): ColumnLayout {
  const shown = table.columns.map((_, index) => index).filter((index) => !hidden.has(index));
  const offsets = new Float64Array(shown.length + 1);
  for (const [place, index] of shown.entries()) offsets[place + 1] = (offsets[place] ?? 0) + (widths[index] ?? 0);
  const leading = shown.findIndex((index) => !isLabel(table.columns[index]));
  let pinned = leading === -1 ? 0 : Math.min(leading, 2);
  while (pinned > 0 && (offsets[pinned] ?? 0) > room / 2) pinned -= 1;
  return { shown, offsets, pinned };
}

function isLabel(column: Column | undefined): boolean {
  return column !== undefined && column.values.kind === "text" && column.isDimension;
}

/** The scrolling columns to draw, from `first` up to and without `end`, in a view of `width` that is scrolled by `left`. */
export function visibleColumns(layout: ColumnLayout, left: number, width: number): { first: number; end: number } {
  const { offsets, pinned, shown } = layout;
  const lastAtOrBefore = (position: number) =>
    Math.max(
      0,
      offsets.findLastIndex((offset) => offset <= position),
    );
  const from = left + (offsets[pinned] ?? 0);
  const first = Math.max(pinned, lastAtOrBefore(from));
  const end = Math.min(shown.length, lastAtOrBefore(left + width) + 1);
  return { first, end: Math.max(first, end) };
}
