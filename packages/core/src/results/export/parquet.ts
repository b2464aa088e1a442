import type { ColumnSource, SchemaElement } from "hyparquet-writer";
import { concatBytes } from "../../json/byte-stream.ts";
import { ResultDecodeError } from "../../json/errors.ts";
import { isExactNumber } from "../../json/exact-number.ts";
import { cellValue, columnLabels, plainText } from "../cells.ts";
import type { Column, Table } from "../table.ts";
import { dayNumber, type ParquetType, parquetTypeOf, parseDecimal, writtenCell } from "./column-types.ts";

/** The key of the table's own properties in the metadata of a file. */
const METADATA_KEY = "analytics-engines";
/** Decimals of so many digits fit into 64 bits. */
const MAX_SMALL_DECIMAL_DIGITS = 18;
const BYTES_OF_LARGE_DECIMAL = 16;

/** How many cells a group of rows has at most, which decides the memory of a file, and how many rows at least and at most. */
const MAX_CELLS = 1 << 18;
const MIN_ROWS = 64;
const MAX_ROWS = 1 << 17;

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
export async function tableToParquet(table: Table, options: ParquetOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetPieces(table, options)) pieces.push(piece);
  return concatBytes(pieces);
}

/**
 * The bytes of `tableToParquet` in pieces, one for each group of rows, for a table whose file is too large to hold beside it.
 * @throws ResultDecodeError if the table has no columns
 */
export async function* parquetPieces(
  table: Table,
  { includeHidden = false }: ParquetOptions = {},
): AsyncGenerator<Uint8Array> {
  const labels = columnLabels(table.columns);
  const columns = table.columns
    .map((column, index) => ({ column, name: labels[index] ?? column.name }))
    .filter(({ column }) => includeHidden || !column.isHidden)
    .map((column): FileColumn => ({ ...column, type: parquetTypeOf(column.column, table.rowCount) }));
  if (columns.length === 0)
    throw new ResultDecodeError("", `the table "${table.id}" has no columns to write, and Parquet needs at least one`);
  // Loaded when needed, because few programs write Parquet.
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
  const groupSize = rowsOfGroup(columns.length);
  for (let firstRow = 0; firstRow < table.rowCount; firstRow += groupSize) {
    const group = { firstRow, rowCount: Math.min(groupSize, table.rowCount - firstRow) };
    writer.write({ columnData: columns.map((column) => columnToWrite(column, group)), rowGroupSize: group.rowCount });
    yield takeBytes();
  }
  writer.finish();
  yield takeBytes();
}

/** A column of a file. */
interface FileColumn {
  readonly column: Column;
  readonly name: string;
  readonly type: ParquetType;
}

/** Some rows of a table. */
interface RowGroup {
  readonly firstRow: number;
  readonly rowCount: number;
}

/** Some rows of a column, as the writer takes them. */
function columnToWrite({ column, name, type }: FileColumn, group: RowGroup): ColumnSource {
  return {
    name,
    // The values of one column at a time.
    get data() {
      return encodeCells(column, group, type);
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

/** A value as the writer of Parquet takes it: whole numbers and the digits of decimals as bigint, a date as days since 1970. */
type ParquetValue = number | bigint | boolean | string | null;

/** The cells of a column as values of its type. @throws ResultDecodeError if a cell is not of that type */
function encodeCells(
  column: Column,
  { firstRow, rowCount }: RowGroup,
  parquetType: ParquetType,
): ParquetValue[] | Float64Array {
  const { values } = column;
  // Without nulls, numbers stay as they are, where a list takes three times their memory.
  if (parquetType.kind === "double" && values.kind === "number" && values.isNull === undefined)
    return values.values.subarray(firstRow, firstRow + rowCount);
  const encode = encoderOf(parquetType);
  return Array.from({ length: rowCount }, (_, row) => {
    const cell = cellValue(column, firstRow + row);
    const value = cell === null ? null : encode(writtenCell(cell, column.type));
    // The type fits all cells, so this is a defect: a null here would be a lost number.
    if (value === undefined)
      throw new ResultDecodeError("", `row ${firstRow + row} of column "${column.name}" is not of its type in Parquet`);
    return value;
  });
}

/** Turns a cell into a value of a type; undefined if it is not of that type. */
function encoderOf(type: ParquetType): (cell: unknown) => ParquetValue | undefined {
  switch (type.kind) {
    case "int64":
      return (cell) => unitsOf(cell, 0);
    case "decimal":
      return (cell) => unitsOf(cell, type.scale);
    case "double":
      return (cell) => (typeof cell === "number" ? cell : undefined);
    case "boolean":
      return (cell) => (typeof cell === "boolean" ? cell : undefined);
    case "date":
      return (cell) => dayNumber(plainText(cell));
    case "text":
      return plainText;
  }
}

/** A number as a count of units of the last decimal place. */
function unitsOf(cell: unknown, scale: number): bigint | undefined {
  if (scale === 0 && Number.isSafeInteger(cell)) return BigInt(Number(cell));
  const text = isExactNumber(cell) ? cell.rawJSON : String(cell);
  const decimal = parseDecimal(text);
  if (decimal === undefined || decimal.scale > scale) return undefined;
  return decimal.unscaled * 10n ** BigInt(scale - decimal.scale);
}

/** How many rows are written at a time. */
function rowsOfGroup(columns: number): number {
  return Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(MAX_CELLS / columns)));
}
