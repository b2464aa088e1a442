import type { Table } from "@analytics-engines/core/results";
import { type Comparator, descending } from "./sort.ts";

/** The children of all rows in one list: those of row r from `start[r + 1]` up to and without `start[r + 2]`. Roots are children of row -1. */
export interface RowTree {
  readonly start: Int32Array;
  readonly children: Int32Array;
}

export interface RowOrderOptions {
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
    const place = next[at(row)] ?? 0;
    children[place] = row;
    next[at(row)] = place + 1;
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
