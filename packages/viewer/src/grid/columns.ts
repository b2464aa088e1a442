import { type Column, formatCell, type Table } from "@analytics-engines/core/results";
import { headerCells } from "./header.ts";
import { deepestLevel } from "./row-order.ts";

/** Where the shown columns stand, in pixels. */
export interface ColumnLayout {
  /** Indices into the table's columns, left to right. */
  readonly shown: readonly number[];
  /** Left edge of each shown column, and of what follows the last: one entry more than `shown`. */
  readonly offsets: Float64Array;
  /** How many of the shown stay in place while the others scroll. */
  readonly pinned: number;
}

const CHARACTER = 7.3;
/** Headers are bold. */
const HEADER_CHARACTER = 8.6;
const PADDING = 26;
const NARROWEST = 72;
const WIDEST = 320;
const LOOKED_AT = 100;

/** A width for each column of the table that fits its header, also the levels above it, and what a sample of its cells shows. */
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
  const step = Math.max(1, Math.floor(table.rowCount / LOOKED_AT));
  return Float64Array.from(table.columns, (column, index) => {
    const depth = isTree && index === treeColumn(table) ? 20 + 16 * deepestLevel(table) : 0;
    let longest = (headerLength(column) * HEADER_CHARACTER) / CHARACTER;
    for (let row = 0; row < table.rowCount; row += step) longest = Math.max(longest, formatCell(column, row).length);
    return Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(longest * CHARACTER) + PADDING + depth));
  });
}

/** The words of a header may stand on two lines. */
function headerLength(column: Column): number {
  const text = column.header.at(-1) ?? column.name;
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length));
  return Math.max(longestWord, Math.ceil(text.length / 2));
}

/** The column that shows the tree: the first that is shown. */
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

/** The scrolling columns to draw, from `first` up to `end`, for a view of `width` scrolled by `left`. */
export function visibleColumns(layout: ColumnLayout, left: number, width: number): { first: number; end: number } {
  const { offsets, pinned, shown } = layout;
  const from = left + (offsets[pinned] ?? 0);
  const first = Math.max(pinned, lastAtOrBefore(offsets, from));
  const end = Math.min(shown.length, lastAtOrBefore(offsets, left + width) + 1);
  return { first, end: Math.max(first, end) };
}

/** Index of the last offset that is not above `position`. */
function lastAtOrBefore(offsets: Float64Array, position: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
