import type { Positions } from "./holdings.ts";

/** One row of a table: all securities in [from, to). */
export interface RowRange {
  /** 0 for the total, then one for each level of groups, then the securities. */
  readonly level: number;
  readonly from: number;
  readonly to: number;
  readonly isSecurity: boolean;
}

export const details = ["securities", "groups", "groupsall", "totals"] as const;

export type Detail = (typeof details)[number];

/**
 * The rows in order: the total, each group followed by what is in it. `groups` shows the outermost groups, `groupsall` all of them.
 * As on the service, a list of securities without groups has no total.
 */
export function rowRanges(positions: Positions, groupLevels: number, detail: Detail): RowRange[] {
  const count = positions.securities.length;
  const rows: RowRange[] = [];
  if (groupLevels > 0 || detail !== "securities") rows.push({ level: 0, from: 0, to: count, isSecurity: false });
  if (detail === "totals") return rows;
  const shownLevels = detail === "groups" ? Math.min(1, groupLevels) : groupLevels;
  addGroups(1, 0, count);
  return rows;

  function addGroups(level: number, from: number, to: number): void {
    if (level > shownLevels) {
      if (detail !== "securities") return;
      for (let index = from; index < to; index++) {
        rows.push({ level: groupLevels + 1, from: index, to: index + 1, isSecurity: true });
      }
      return;
    }
    for (let start = from; start < to; ) {
      const name = positions.groups[start]?.[level - 1];
      let end = start + 1;
      while (end < to && positions.groups[end]?.[level - 1] === name) end++;
      rows.push({ level, from: start, to: end, isSecurity: false });
      addGroups(level + 1, start, end);
      start = end;
    }
  }
}
