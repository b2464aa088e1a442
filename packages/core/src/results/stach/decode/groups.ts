import type { Column, Table } from "../../table.ts";
import type { ColumnDefinition } from "./definition.ts";

/**
 * The depth of each row in the groups, if the result does not state it. Dimension columns that name a parent column are the levels of a
 * tree; the depth of a row is its deepest level that is not null.
 */
export function levelsOfParents(
  definitions: readonly ColumnDefinition[],
  columns: readonly Column[],
  rowCount: number,
): Uint8Array | undefined {
  const depths = depthsOf(definitions);
  if (depths.size === 0) return undefined;
  const levels = new Uint8Array(rowCount);
  for (const [index, depth] of depths) {
    const values = columns[index]?.values;
    if (values === undefined) continue;
    for (let row = 0; row < rowCount; row++) {
      const isNull =
        values.kind === "text"
          ? values.codes[row] === -1
          : values.kind === "number"
            ? values.isNull?.[row] === 1
            : values.values[row] === null;
      if (!isNull && depth > (levels[row] ?? 0)) levels[row] = depth;
    }
  }
  return levels;
}

/** The columns of the tree with their depths, by index; empty if no dimension refers to another. */
function depthsOf(definitions: readonly ColumnDefinition[]): Map<number, number> {
  const indexOf = new Map(definitions.map((column, index) => [column.id, index]));
  const parentOf = (index: number): number | undefined => {
    const column = definitions[index];
    return column?.isDimension && column.parentId !== undefined ? indexOf.get(column.parentId) : undefined;
  };
  const depths = new Map<number, number>();
  for (const index of definitions.keys()) {
    let depth = 0;
    // The limit ends a circle of parents.
    for (let at = parentOf(index); at !== undefined && depth < Math.min(definitions.length, 255); at = parentOf(at)) {
      depths.set(at, depths.get(at) ?? 0);
      depth++;
    }
    if (depth > 0) depths.set(index, depth);
  }
  return depths;
}

/** The parent of each row: the nearest row above with a smaller depth; -1 if there is none. */
export function parentsOf(levels: Uint8Array): NonNullable<Table["parents"]> {
  const parents = new Int32Array(levels.length).fill(-1);
  const open: number[] = [];
  for (const [row, level] of levels.entries()) {
    while (open.length > 0 && (levels[open.at(-1) ?? 0] ?? 0) >= level) open.pop();
    parents[row] = open.at(-1) ?? -1;
    open.push(row);
  }
  return parents;
}
