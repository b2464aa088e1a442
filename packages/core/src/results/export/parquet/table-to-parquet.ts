import { concatBytes } from "../../../json/chunks.ts";
import type { Table } from "../../table.ts";
import { parquetPieces } from "./parquet-file.ts";
import { columnsToWrite, type RowGroup, rowsOfGroup } from "./row-groups.ts";

/** Options of a Parquet file. */
export interface ParquetOptions {
  /** Include hidden columns. */
  readonly includeHidden?: boolean;
}

/**
 * A table as a Parquet file, with a column for each visible one, named by its label (`columnLabels`). Whole numbers are INT64, others DOUBLE,
 * or DECIMAL where a double cannot hold one of them; dates without a time are DATE; texts, structs and mixed cells are UTF-8 texts. Null is
 * null, and NaN is NaN. The key-value metadata `analytics-engines` has the id, the metadata and the formats of the table as JSON.
 * @throws ResultDecodeError if the table has no columns
 */
export async function tableToParquet(
  table: Table,
  { includeHidden = false }: ParquetOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = columnsToWrite(table, includeHidden);
  const size = rowsOfGroup(columns.length);
  function* groups(): Generator<RowGroup> {
    for (let firstRow = 0; firstRow < table.rowCount; firstRow += size)
      yield { columns, firstRow, rowCount: Math.min(size, table.rowCount - firstRow) };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetPieces(table, columns, groups)) pieces.push(piece);
  return concatBytes(pieces);
}
