import { concatBytes } from "../../../json/chunks.ts";
import { cellValue } from "../../cells.ts";
import type { Table } from "../../table.ts";
import { CellFacts } from "./cell-facts.ts";
import { createParquetFile } from "./parquet-file.ts";
import { columnsToWrite, rowsOfGroup } from "./row-groups.ts";

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
 * @example
 * ```ts
 * import { decodeResultBytes, tableToParquet } from "@analytics-engines/core/results";
 *
 * export async function toParquet(result: Uint8Array): Promise<Uint8Array | undefined> {
 *   const [table] = await decodeResultBytes(result);
 *   return table && tableToParquet(table);
 * }
 * ```
 */
export async function tableToParquet(
  table: Table,
  { includeHidden = false }: ParquetOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const columns = columnsToWrite(table, includeHidden);
  const size = rowsOfGroup(columns.length);
  function* groups() {
    for (let from = 0; from < table.rowCount; from += size) {
      const length = Math.min(size, table.rowCount - from);
      yield columns.map((column) => Array.from({ length }, (_, row) => cellValue(column, from + row)));
    }
  }
  const facts = columns.map((column) => new CellFacts(column));
  for (const group of groups()) for (const [index, cells] of group.entries()) facts[index]?.add(cells);
  const file = await createParquetFile(table, columns, facts);
  const pieces: Uint8Array[] = [];
  for (const group of groups()) pieces.push(file.writeRows(group));
  pieces.push(file.finish());
  return concatBytes(pieces);
}
