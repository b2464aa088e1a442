import { isFloat, isWholeType, storageOf } from "../../stach/decode/types.ts";
import type { Column } from "../../table.ts";
import type { CellFacts } from "./cell-facts.ts";
import { MAX_DECIMAL_DIGITS } from "./decimal.ts";

/** The type of a column in Parquet. */
export type ParquetType =
  | { readonly kind: "int64" | "double" | "boolean" | "date" | "text" }
  /** `scale` of the `precision` digits follow the point. */
  | { readonly kind: "decimal"; readonly precision: number; readonly scale: number };

const INT64 = { kind: "int64" } as const;
const DOUBLE = { kind: "double" } as const;
const DATE = { kind: "date" } as const;
const TEXT = { kind: "text" } as const;
const BOOLEAN = { kind: "boolean" } as const;

const STATED_DECIMAL = /^decimal\((\d+), ?(\d+)\)$/;

/**
 * The type of a column: the one that it states, if all its cells have it; else the type of its cells. Cells of several types are text, as in
 * CSV.
 */
export function columnType({ type }: Pick<Column, "type">, facts: CellFacts): ParquetType {
  const { numbers, booleans, texts, others } = facts;
  const kinds = [numbers, booleans, texts, others].filter((count) => count > 0).length;
  if (kinds === 0) return statedType(type);
  if (kinds > 1 || others > 0) return TEXT;
  if (facts.areDays && booleans === 0) return DATE;
  if (storageOf(type) === "text" || texts > 0) return TEXT;
  if (booleans > 0) return BOOLEAN;
  return numberType(type, facts);
}

function numberType(type: string, { exactNumbers, areInt64, digits }: CellFacts): ParquetType {
  if (isFloat(type) && exactNumbers === 0) return DOUBLE;
  if (areInt64 && (isWholeType(type) || exactNumbers > 0)) return INT64;
  const stated = statedDecimal(type);
  if (stated && digits && digits.scale <= stated.scale && digits.whole <= stated.precision - stated.scale)
    return stated;
  if (exactNumbers === 0) return DOUBLE;
  const precision = digits && digits.whole + digits.scale;
  if (digits === undefined || precision === undefined || precision > MAX_DECIMAL_DIGITS) return TEXT;
  return { kind: "decimal", precision: Math.max(1, precision), scale: digits.scale };
}

/** The type of a column without cells. */
function statedType(type: string): ParquetType {
  if (type === "date") return DATE;
  if (type === "bool" || type === "boolean") return BOOLEAN;
  if (isWholeType(type)) return INT64;
  return storageOf(type) === "number" ? (statedDecimal(type) ?? DOUBLE) : TEXT;
}

function statedDecimal(type: string): (ParquetType & { readonly kind: "decimal" }) | undefined {
  const [, precision, scale] = STATED_DECIMAL.exec(type)?.map(Number) ?? [];
  if (precision === undefined || scale === undefined) return undefined;
  if (precision > MAX_DECIMAL_DIGITS || precision === 0 || scale > precision) return undefined;
  return { kind: "decimal", precision, scale };
}
