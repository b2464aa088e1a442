import { type Column, cellValue, columnDays, isoDate, plainText, type Table } from "@analytics-engines/core/results";

/** The children of all rows in one list: those of row r from `start[r + 1]` up to and without `start[r + 2]`. Roots are children of row -1. */
export interface RowTree {
  readonly start: Int32Array;
  readonly children: Int32Array;
}

interface RowOrderOptions {
  readonly compare?: Comparator;
  readonly descending?: boolean;
  /** 1 for each row that passes the filters; absent without filters. */
  readonly matches?: Uint8Array;
  /** Rows whose children are hidden. */
  readonly folded?: ReadonlySet<number>;
}

/** The tree of a table's rows; undefined if no row has a parent. */
export function rowTree(table: Table): RowTree | undefined {
  const { parents, rowCount } = table;
  if (!parents?.some((parent) => parent >= 0)) return undefined;
  const start = new Int32Array(rowCount + 2);
  const at = (row: number) => parentOf(parents, row) + 1;
  for (let row = 0; row < rowCount; row++) start[at(row) + 1] = (start[at(row) + 1] ?? 0) + 1;
  for (let i = 1; i < start.length; i++) start[i] = (start[i] ?? 0) + (start[i - 1] ?? 0);
  const next = start.slice();
  const children = new Int32Array(rowCount);
  for (let row = 0; row < rowCount; row++) {
    const slot = next[at(row)] ?? 0;
    children[slot] = row;
    next[at(row)] = slot + 1;
  }
  return { start, children };
}

/** A parent comes before its children. Any other could make a cycle and counts as no parent. */
function parentOf(parents: Int32Array, row: number): number {
  const parent = parents[row] ?? -1;
  return parent < row && parent >= 0 ? parent : -1;
}

export function hasChildren(tree: RowTree | undefined, row: number): boolean {
  return tree !== undefined && (tree.start[row + 2] ?? 0) > (tree.start[row + 1] ?? 0);
}

/** The rows to show, top to bottom. In a tree, rows are sorted among their siblings, and a match keeps its ancestors. */
export function orderRows(table: Table, tree: RowTree | undefined, options: RowOrderOptions = {}): Int32Array {
  const compare = options.compare && (options.descending ? descending(options.compare) : options.compare);
  if (tree === undefined) {
    const rows = flatRows(table.rowCount, options.matches);
    return compare ? rows.sort(compare.compare) : rows;
  }
  const visibleRows = options.matches && withAncestors(options.matches, table.parents);
  const order = new Int32Array(table.rowCount);
  let count = 0;
  const stack: number[] = [];
  const push = (row: number) => {
    const children = tree.children.slice(tree.start[row + 1], tree.start[row + 2]);
    if (compare) children.sort(compare.compare);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i] ?? 0);
  };
  push(-1);
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    if (visibleRows && visibleRows[row] !== 1) continue;
    order[count++] = row;
    if (!options.folded?.has(row)) push(row);
  }
  return order.slice(0, count);
}

/** The rows with children at `level` or deeper. */
export function foldableRows(table: Table, tree: RowTree | undefined, level = 0): Set<number> {
  const rows = new Set<number>();
  for (let row = 0; row < table.rowCount; row++) {
    if ((table.groupLevels?.[row] ?? 0) >= level && hasChildren(tree, row)) rows.add(row);
  }
  return rows;
}

/** The level of the innermost groups, from 0. */
export function deepestLevel({ groupLevels }: Table): number {
  return groupLevels?.reduce((deepest, level) => Math.max(deepest, level), 0) ?? 0;
}

function flatRows(rowCount: number, matches: Uint8Array | undefined): Int32Array {
  const rows = new Int32Array(rowCount);
  let count = 0;
  for (let row = 0; row < rowCount; row++) if (matches === undefined || matches[row] === 1) rows[count++] = row;
  return rows.slice(0, count);
}

function withAncestors(matches: Uint8Array, parents: Int32Array | undefined): Uint8Array {
  const flags = matches.slice();
  for (let row = flags.length - 1; row >= 0; row--) {
    const parent = parents ? parentOf(parents, row) : -1;
    if (flags[row] === 1 && parent >= 0) flags[parent] = 1;
  }
  return flags;
}

/** Compares two rows. Rows without a value come last, ascending and descending. */
export interface Comparator {
  readonly compare: (a: number, b: number) => number;
  readonly isEmpty: (row: number) => boolean;
}

export interface Sort {
  /** Index into the table's columns. */
  readonly column: number;
  readonly descending: boolean;
}

/** Orders the rows of a table by one column: numbers by size, dates by time, texts in natural order ("Fund 2" before "Fund 10"). */
export function rowComparator(column: Column, rowCount: number): Comparator {
  const keys = sortKeys(column, rowCount);
  const isEmpty = (row: number) => Number.isNaN(keys[row] ?? Number.NaN);
  return {
    isEmpty,
    compare: (a, b) => {
      if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
      const x = keys[a] ?? 0;
      const y = keys[b] ?? 0;
      return x < y ? -1 : x > y ? 1 : 0;
    },
  };
}

export function descending({ compare, isEmpty }: Comparator): Comparator {
  return { isEmpty, compare: (a, b) => (isEmpty(a) || isEmpty(b) ? compare(a, b) : compare(b, a)) };
}

/** The sort after a click on a header: ascending, then descending, then none. */
export function nextSort(sort: Sort | undefined, column: number): Sort | undefined {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}

/** A number for each row in the order of the cells; NaN for an empty cell. */
function sortKeys(column: Column, rowCount: number): Float64Array {
  const { values } = column;
  if (values.kind === "number") return values.values;
  const keys = new Float64Array(rowCount).fill(Number.NaN);
  if (values.kind === "text") {
    const isDate = columnDays(column) !== undefined;
    const ranks = textRanks(isDate ? values.dictionary.map((text) => isoDate(text) ?? text) : values.dictionary);
    for (let row = 0; row < rowCount; row++) keys[row] = ranks[values.codes[row] ?? -1] ?? Number.NaN;
    return keys;
  }
  const texts = Array.from({ length: rowCount }, (_, row) => plainText(cellValue(column, row)));
  const ranks = textRanks(texts);
  for (let row = 0; row < rowCount; row++) keys[row] = texts[row] === "" ? Number.NaN : (ranks[row] ?? Number.NaN);
  return keys;
}

/** The rank of each text; equal texts have the same rank. */
function textRanks(texts: readonly string[]): Float64Array {
  const collator = new Intl.Collator(undefined, { numeric: true });
  const order = texts.map((_, index) => index).sort((a, b) => collator.compare(texts[a] ?? "", texts[b] ?? ""));
  const ranks = new Float64Array(texts.length);
  let rank = 0;
  for (const [at, index] of order.entries()) {
    const before = order[at - 1];
    if (before !== undefined && collator.compare(texts[before] ?? "", texts[index] ?? "") !== 0) rank += 1;
    ranks[index] = rank;
  }
  return ranks;
}
