import type { Table } from "@analytics-engines/core/results";
import { columnText, headerLevels } from "../column-text.ts";

/** A cell of the header over the shown columns `from` up to `end`, from level `top` up to `bottom`. */
export interface HeaderCell {
  readonly text: string;
  readonly from: number;
  readonly end: number;
  readonly top: number;
  readonly bottom: number;
  /** Whether it stands right above the cells: it can be sorted and filtered. */
  readonly isLeaf: boolean;
}

/**
 * The header of the shown columns, level by level: neighbours that share all levels down to one are one cell; a column with fewer
 * levels than others fills the height. The pinned columns never merge with those that scroll.
 */
export function headerCells(table: Table, shown: readonly number[], pinned: number): HeaderCell[] {
  const headers = shown.map((index) => levelsOf(table, index));
  const depth = headerDepth(table, shown);
  const cells: HeaderCell[] = [];
  for (let level = 0; level < depth; level++) {
    for (let from = 0; from < headers.length; ) {
      const own = headers[from] ?? [];
      const isLeaf = level === own.length - 1;
      let end = from + 1;
      while (!isLeaf && end < headers.length && end !== pinned && shares(own, headers[end] ?? [], level)) end += 1;
      const text = own[level];
      if (text !== undefined) cells.push({ text, from, end, top: level, bottom: isLeaf ? depth : level + 1, isLeaf });
      from = end;
    }
  }
  return cells;
}

export function headerDepth(table: Table, shown: readonly number[]): number {
  return Math.max(1, ...shown.map((index) => levelsOf(table, index).length));
}

/** What a column is called in a sentence. */
export function columnLabel(table: Table, index: number): string {
  const column = table.columns[index];
  return column ? columnText(column) : "";
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
