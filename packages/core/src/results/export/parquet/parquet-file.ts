import type { ColumnSource, SchemaElement } from "hyparquet-writer";
import { ResultDecodeError } from "../../../json/errors.ts";
import { columnLabels } from "../../labels.ts";
import type { Column, Table } from "../../table.ts";
import { CellFacts } from "./cell-facts.ts";
import { columnType, type ParquetType } from "./column-type.ts";
import { encodeCells } from "./encode-cells.ts";
import type { RowGroup } from "./row-groups.ts";

/** The key of the table's own properties in the metadata of a file. */
const METADATA_KEY = "analytics-engines";
/** Decimals of so many digits fit into 64 bits. */
const MAX_SMALL_DECIMAL_DIGITS = 18;
const BYTES_OF_LARGE_DECIMAL = 16;

/** A column of a file. */
interface FileColumn {
  readonly column: Column;
  readonly name: string;
  readonly type: ParquetType;
}

/**
 * The bytes of a file with these columns of a table, in pieces. The writer is loaded with the first file.
 * @param groups reads the rows of the columns: first for their types, then to write them
 * @throws ResultDecodeError if there are no columns, or if the rows are others the second time
 */
export async function* parquetPieces(
  table: Pick<Table, "id" | "columns" | "metadata">,
  columnsToWrite: readonly Column[],
  groups: () => AsyncIterable<RowGroup> | Iterable<RowGroup>,
): AsyncGenerator<Uint8Array> {
  if (columnsToWrite.length === 0)
    throw new ResultDecodeError("", `the table "${table.id}" has no columns to write, and Parquet needs at least one`);
  const labels = columnLabels(table.columns);
  const labelOf = new Map(table.columns.map((column, index) => [column, labels[index]]));
  const facts = columnsToWrite.map((column) => ({ column, ofCells: new CellFacts(column) }));
  for await (const group of groups())
    for (const [index, cells] of group.columns.entries()) facts[index]?.ofCells.add(cells, group);
  const columns = facts.map(({ column, ofCells }): FileColumn => {
    return { column, name: labelOf.get(column) ?? column.name, type: columnType(column, ofCells) };
  });
  const { ByteWriter, ParquetWriter } = await import("hyparquet-writer");
  const sink = new ByteWriter();
  const writer = new ParquetWriter({
    writer: sink,
    schema: [{ name: "table", num_children: columns.length }, ...columns.map(schemaElement)],
    kvMetadata: [{ key: METADATA_KEY, value: JSON.stringify(metadataOf(table, columns)) }],
    createdBy: "analytics-engines",
  });
  const takeBytes = () => {
    const bytes = sink.getBytes().slice();
    // The writer counts offsets apart from this index.
    sink.index = 0;
    return bytes;
  };
  for await (const group of groups()) {
    const columnData = columns.flatMap((column, index) => {
      const cells = group.columns[index];
      return cells === undefined ? [] : [columnToWrite(column, cells, group)];
    });
    writer.write({ columnData, rowGroupSize: Math.max(1, group.rowCount) });
    yield takeBytes();
  }
  writer.finish();
  yield takeBytes();
}

/** Some rows of a column, as the writer takes them. */
function columnToWrite(
  { column, name, type }: FileColumn,
  cells: Pick<Column, "values">,
  group: RowGroup,
): ColumnSource {
  return {
    name,
    // The values of one column at a time.
    get data() {
      return encodeCells(cells, group, column, type);
    },
    // A dictionary would turn -0 into 0.
    ...(type.kind === "double" ? { encoding: "PLAIN" as const } : {}),
    // The writer keeps the least and the greatest value of each group to the end, and with a text V8 may keep all texts of its group.
    statistics: type.kind !== "text",
  };
}

function schemaElement({ name, type }: FileColumn): SchemaElement {
  const element = { name, repetition_type: "OPTIONAL" } as const;
  switch (type.kind) {
    case "int64":
      return { ...element, type: "INT64" };
    case "double":
      return { ...element, type: "DOUBLE" };
    case "boolean":
      return { ...element, type: "BOOLEAN" };
    case "date":
      return { ...element, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } };
    case "text":
      return { ...element, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } };
    case "decimal": {
      const { precision, scale } = type;
      const logicalType = { type: "DECIMAL", precision, scale } as const;
      const decimal = { ...element, converted_type: "DECIMAL", precision, scale, logical_type: logicalType } as const;
      if (precision <= MAX_SMALL_DECIMAL_DIGITS) return { ...decimal, type: "INT64" };
      return { ...decimal, type: "FIXED_LEN_BYTE_ARRAY", type_length: BYTES_OF_LARGE_DECIMAL };
    }
  }
}

/** What a table has besides its cells. */
function metadataOf({ id, metadata }: Pick<Table, "id" | "metadata">, columns: readonly FileColumn[]) {
  return {
    id,
    metadata: metadata.items,
    columns: columns.map(({ name, column: { values: _values, scale: _scale, ...facts } }) => ({
      label: name,
      ...facts,
    })),
  };
}
