import { ResultDecodeError } from "../../../json/errors.ts";
import { isExactNumber } from "../../../json/exact-number.ts";
import { cellValue, plainText } from "../../cells.ts";
import type { Column } from "../../table.ts";
import { dayNumber, writtenCell } from "./cell-facts.ts";
import type { ParquetType } from "./column-type.ts";
import { parseDecimal } from "./decimal.ts";
import type { RowGroup } from "./row-groups.ts";

/** A value as the writer of Parquet takes it: whole numbers and the digits of decimals as bigint, a date as days since 1970. */
type ParquetValue = number | bigint | boolean | string | null;

/** The cells of a column as values of its type. @throws ResultDecodeError if a cell is not of that type */
export function encodeCells(
  column: Pick<Column, "values">,
  { firstRow, rowCount }: RowGroup,
  { type, name }: Pick<Column, "type" | "name">,
  parquetType: ParquetType,
): ParquetValue[] | Float64Array {
  const { values } = column;
  // Without nulls, numbers stay as they are, where a list takes three times their memory.
  if (parquetType.kind === "double" && values.kind === "number" && values.isNull === undefined)
    return values.values.subarray(firstRow, firstRow + rowCount);
  const encode = encoderOf(parquetType);
  return Array.from({ length: rowCount }, (_, row) => {
    const cell = cellValue(column, firstRow + row);
    const value = cell === null ? null : encode(writtenCell(cell, type));
    // The types of all cells were read before.
    if (value === undefined) throw new ResultDecodeError("", `the cells of column "${name}" have changed: start again`);
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
