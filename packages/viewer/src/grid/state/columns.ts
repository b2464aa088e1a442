import { type Column, formatOfCell, type Table } from "@analytics-engines/core/results";
import { headerLevels } from "../../column-text.ts";
import { INDENT } from "./column-widths.ts";

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
export interface ColumnChoice {
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
 * Places the shown columns in a view of `room` pixels. Numbers come first: in a narrow view only the first label stays in front of the
 * measures, and it gives up pixels for them; in a wide view the columns fill it.
 */
export function layoutColumns(table: Table, widths: Float64Array, choice: ColumnChoice, room: number): ColumnLayout {
  const widthOf = (index: number) => choice.resized.get(index) ?? widths[index] ?? 0;
  const sum = (columns: readonly number[]) => columns.reduce((total, index) => total + widthOf(index), 0);
  const { columns, pinned } = arrange(table, choice, room, sum);
  const sizes = columns.map(widthOf);
  const isNarrow = choice.resized.has(columns[0] ?? -1)
    ? false
    : shrinkLabel(sizes, pinned, room, Math.max(MIN_LABEL_WIDTH, choice.least(columns[0] ?? -1)));
  if (pinned === 1 && choice.pins === undefined && !choice.isOrdered) shrinkMeasures(sizes, columns, choice, room);
  fill(sizes, columns, choice, room);
  const offsets = new Float64Array(columns.length + 1);
  for (const [place, size] of sizes.entries()) offsets[place + 1] = (offsets[place] ?? 0) + size;
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
  room: number,
  sum: (columns: readonly number[]) => number,
): { columns: readonly number[]; pinned: number } {
  const all = order.filter((index) => !hiddenColumns.has(index));
  if (pins !== undefined) {
    const front = all.filter((index) => pins.has(index));
    const columns = [...front, ...all.filter((index) => !pins.has(index))];
    return { columns, pinned: sum(front) > room - MIN_LABEL_WIDTH ? 0 : front.length };
  }
  const leading = all.findIndex((index) => !isLabel(table.columns[index]));
  const labels = all.slice(0, Math.max(0, leading));
  const measures = all.slice(labels.length);
  const numbers = measures.filter((index) => table.columns[index]?.values.kind === "number");
  const isRoomy = sum(labels) + sum(numbers.slice(0, USUAL_MEASURES)) <= room;
  if (isRoomy || isOrdered) {
    let pinned = Math.min(labels.length, MAX_PINNED);
    while (pinned > 1 && sum(all.slice(0, pinned)) > room / 2) pinned -= 1;
    return { columns: all, pinned };
  }
  return { columns: [...labels.slice(0, 1), ...measures, ...labels.slice(1)], pinned: Math.min(1, labels.length) };
}

/** Makes a pinned label narrower if three measures, or at least two, need the room beside it. Returns whether it did. */
function shrinkLabel(sizes: number[], pinned: number, room: number, least: number): boolean {
  const [label] = sizes;
  if (pinned !== 1 || label === undefined) return false;
  for (const count of [USUAL_MEASURES, MIN_MEASURES]) {
    const measures = sizes.slice(1, 1 + count).reduce((total, size) => total + size, 0);
    const remainingRoom = room - measures;
    if (remainingRoom < least && count > MIN_MEASURES) continue;
    sizes[0] = Math.min(label, Math.max(least, remainingRoom));
    return sizes[0] < label;
  }
  return false;
}

/** Shortens the headings of two measures if even the narrowest label leaves no room for both. Their numbers stay whole. */
function shrinkMeasures(sizes: number[], columns: readonly number[], choice: ColumnChoice, room: number): void {
  const label = sizes[0] ?? 0;
  const measures = columns.slice(1, 1 + MIN_MEASURES).map((index, place) => {
    const size = sizes[1 + place] ?? 0;
    return { place: 1 + place, size, spare: choice.resized.has(index) ? 0 : Math.max(0, size - choice.least(index)) };
  });
  const missing = label + measures.reduce((sum, { size }) => sum + size, 0) - room;
  const spare = measures.reduce((sum, one) => sum + one.spare, 0);
  if (missing <= 0 || spare < missing) return;
  for (const one of measures) sizes[one.place] = one.size - Math.ceil((missing * one.spare) / spare);
}

/** Widens the columns whose widths the user did not choose, so that they fill the view. */
function fill(sizes: number[], columns: readonly number[], { resized }: ColumnChoice, room: number): void {
  const free = [...columns.keys()].filter((place) => !resized.has(columns[place] ?? -1));
  const total = sizes.reduce((all, size) => all + size, 0);
  const flexible = free.reduce((all, place) => all + (sizes[place] ?? 0), 0);
  if (total >= room || flexible === 0) return;
  const growth = Math.min(MAX_GROWTH, 1 + (room - total) / flexible);
  for (const place of free) sizes[place] = Math.floor((sizes[place] ?? 0) * growth);
  let rest = Math.floor(room - sizes.reduce((all, size) => all + size, 0));
  for (const [index, place] of free.entries()) {
    const share = Math.ceil(rest / (free.length - index));
    sizes[place] = (sizes[place] ?? 0) + share;
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
  return Uint8Array.from(groups, (group, place) => Number(place > 0 && group !== groups[place - 1]));
}

/** The scrolling columns to draw, from `first` to before `end`, and the pixels by which they are moved. */
export interface VisibleColumns {
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
