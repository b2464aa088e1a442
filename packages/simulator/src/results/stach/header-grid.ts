import type { ResultTable } from "./table.ts";

/** One cell of a header row. */
export interface HeaderCell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
  /** `PRIMARY`: a dimension column's own name; `HEADERS`: a level of the header. */
  readonly source: "PRIMARY" | "HEADERS";
  /** Which column of the definition (PRIMARY) or which level of the header (HEADERS). */
  readonly columnIndex: number;
}

/** How many levels the headers of the columns have at most; those of dimensions count as one. */
export function headerDepth(table: ResultTable): number {
  return table.columns.reduce((depth, column) => Math.max(depth, column.isDimension ? 1 : column.headers.length), 1);
}

/**
 * The header rows of a table. Neighbours with the same text, and the same text above, share one cell across; a dimension, and a header
 * with fewer levels than others, reaches down to the last row.
 */
export function headerGrid(table: ResultTable): HeaderCell[][] {
  const depth = headerDepth(table);
  const rows: HeaderCell[][] = Array.from({ length: depth }, () => []);
  for (let level = 0; level < depth; level++) {
    let index = 0;
    while (index < table.columns.length) {
      const width = spanAt(table, level, index);
      const column = table.columns[index];
      const levels = column?.headers.length ?? 0;
      if (column !== undefined && level < levels) {
        const rowspan = level === levels - 1 ? depth - level : 1;
        const isDimension = column.isDimension === true;
        const source = isDimension ? "PRIMARY" : "HEADERS";
        rows[level]?.push({
          text: column.headers[level] ?? "",
          colspan: width,
          rowspan,
          source,
          columnIndex: isDimension ? index : level,
        });
      }
      index += width;
    }
  }
  return rows;
}

/** How many columns from `index` on share the header cell of a level; a last level is never shared. */
function spanAt(table: ResultTable, level: number, index: number): number {
  const first = table.columns[index];
  if (first === undefined || first.isDimension || level >= first.headers.length - 1) return 1;
  let width = 1;
  for (; index + width < table.columns.length; width++) {
    const next = table.columns[index + width];
    if (next === undefined || next.isDimension || level >= next.headers.length - 1) break;
    if (first.headers.slice(0, level + 1).some((text, at) => text !== next.headers[at])) break;
  }
  return width;
}
