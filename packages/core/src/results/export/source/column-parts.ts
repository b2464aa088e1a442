import { definedColumns } from "../../stach/decode/assemble.ts";
import { rowCountOf, type WrittenColumn } from "../../stach/decode/columns.ts";
import type { Column } from "../../table.ts";
import type { SourceTable } from "./open-table.ts";
import type { ByteRange } from "./skim-result.ts";

/** How many bytes of all columns together are in memory at a time, and the fewest bytes of one column. */
const MAX_BYTES = 1 << 22;
const MIN_BYTES = 1 << 14;

/** How many bytes of each column are read at a time. */
export function bytesOfEach(columns: number): number {
  return Math.max(MIN_BYTES, Math.floor(MAX_BYTES / Math.max(1, columns)));
}

/** A column whose values were skipped, and their place in the source. */
export interface ColumnPart {
  readonly column: Column;
  readonly written: WrittenColumn;
  readonly isVersion1: boolean;
  readonly range: ByteRange;
}

/** The columns of a column-organised table, and how many rows each has. @throws ResultDecodeError if these differ */
export function columnParts(
  { table, primary, places }: SourceTable,
  includeHidden: boolean,
): { readonly rowCount: number; readonly parts: readonly ColumnPart[] } {
  const all = definedColumns(primary.table, table.columns);
  const rowCount = rowCountOf(all, primary.table.rows.listedRows);
  const parts = all.flatMap((written, index): ColumnPart[] => {
    const column = table.columns[index];
    if (column === undefined || (column.isHidden && !includeHidden)) return [];
    const range = places.get(written.values) ?? { from: 0, to: 0 };
    return [{ column, written, isVersion1: primary.isVersion1, range }];
  });
  return { rowCount, parts };
}
