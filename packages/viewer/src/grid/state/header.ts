import type { Table } from "@analytics-engines/core/results";
import { headerLevels } from "../../column-text.ts";

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

function shares(one: readonly string[], other: readonly string[], level: number): boolean {
  if (level >= other.length - 1) return false;
  for (let i = 0; i <= level; i++) if (one[i] !== other[i]) return false;
  return true;
}
