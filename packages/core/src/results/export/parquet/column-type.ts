import { isFloat, isWholeType, storageOf } from "../../stach/decode/types.ts";
import type { Column } from "../../table.ts";
import type { CellFacts } from "./cell-facts.ts";
import { MAX_DECIMAL_DIGITS } from "./decimal.ts";

/** The type of a column in Parquet. */
export type ParquetType =
  | { readonly kind: "int64" | "double" | "boolean" | "date" | "text" }
  /** `scale` of the `precision` digits follow the point. */
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number };

const STATED_DECIMAL = /^decimal\((\d+), ?(\d+)\)$/;

/**
 * The type of a column: the one that it states, if all its cells have it; else the type of its cells. Cells of several types are text, as in
 * CSV.
 */
export function columnType({ type }: Pick<Column, "type">, facts: CellFacts): ParquetType {
  const { kinds, areDays } = facts;
  if (kinds.size === 0) return statedType(type);
  if (kinds.size > 1 || kinds.has("object")) return { kind: "text" };
  if (areDays) return { kind: "date" };
  if (storageOf(type) === "text" || kinds.has("string")) return { kind: "text" };
  return kinds.has("boolean") ? { kind: "boolean" } : numberType(type, facts);
}

function numberType(type: string, { hasExactNumbers, areInt64, digits }: CellFacts): ParquetType {
  if (isFloat(type) && !hasExactNumbers) return { kind: "double" };
  if (areInt64 && (isWholeType(type) || hasExactNumbers)) return { kind: "int64" };
  const stated = statedDecimal(type);
  if (stated && digits && digits.scale <= stated.scale && digits.whole <= stated.precision - stated.scale)
    return stated;
  if (!hasExactNumbers) return { kind: "double" };
  if (digits === undefined || digits.whole + digits.scale > MAX_DECIMAL_DIGITS) return { kind: "text" };
  return { kind: "decimal", precision: Math.max(1, digits.whole + digits.scale), scale: digits.scale };
}

/** The type of a column without cells. */
function statedType(type: string): ParquetType {
  if (type === "date") return { kind: "date" };
  if (type === "bool" || type === "boolean") return { kind: "boolean" };
  if (isWholeType(type)) return { kind: "int64" };
  return storageOf(type) === "number" ? (statedDecimal(type) ?? { kind: "double" }) : { kind: "text" };
}

function statedDecimal(type: string): (ParquetType & { readonly kind: "decimal" }) | undefined {
  const [, precision, scale] = STATED_DECIMAL.exec(type)?.map(Number) ?? [];
  if (precision === undefined || scale === undefined) return undefined;
  if (precision > MAX_DECIMAL_DIGITS || precision === 0 || scale > precision) return undefined;
  return { kind: "decimal", precision, scale };
}
