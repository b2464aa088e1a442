import { isExactNumber } from "../../json/exact-number.ts";
import { cellValue, plainText } from "../cells.ts";
import { isoDate, parseDay } from "../format/dates.ts";
import { nearestDouble } from "../stach/decode/cell-store.ts";
import { isFloat, isWholeType, storageOf } from "../stach/decode/storage.ts";
import type { Column } from "../table.ts";

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
export function parquetTypeOf(column: Column, rowCount: number): ParquetType {
  const { type } = column;
  const facts = new CellFacts(column, rowCount);
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

const DAY_MS = 86_400_000;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const DAY_LENGTH = "2024-01-31".length;

/** The day that a date without a time of day names, in days since 1970; undefined for any other text. */
export function dayNumber(text: string): number | undefined {
  const day = isoDate(text)?.length === DAY_LENGTH ? parseDay(text) : undefined;
  return day === undefined ? undefined : day / DAY_MS;
}

/** A cell as it is written: a column of floating-point numbers has the nearest double of a number with more digits. */
export function writtenCell(cell: unknown, type: string): unknown {
  return isExactNumber(cell) ? (nearestDouble(cell, type) ?? cell) : cell;
}

/** What the cells of a column are, which decides its type in Parquet. */
class CellFacts {
  /** The kinds of the cells, as `typeof` names them; one number with more digits than a double has is a number. */
  readonly kinds = new Set<string>();
  /** Whether there is a number that a double cannot hold. */
  hasExactNumbers = false;
  /** Whether every cell is a day, in a column that can be one of dates. */
  areDays: boolean;
  /** Whether every number is a whole one with at most 64 bits. */
  areInt64 = true;
  /** The digits that all numbers need as decimals; undefined if one is not finite, or has too many digits. */
  digits: { whole: number; scale: number } | undefined = { whole: 0, scale: 0 };

  readonly #type: string;

  /** 20240131 is a date only if the name or the type of the column says so, as on pages. */
  constructor(column: Column, rowCount: number) {
    this.#type = column.type;
    this.areDays = /date|period/i.test(`${column.type} ${column.name}`);
    this.#addCells(column, rowCount);
  }

  #addCells(column: Column, rowCount: number): void {
    const { values } = column;
    // Here all that counts is whether there is a cell, and no cell becomes an object.
    if (values.kind === "text" && !this.areDays) {
      if (values.codes.some((code) => code >= 0)) this.kinds.add("string");
      return;
    }
    if (values.kind === "number" && isFloat(this.#type) && !this.areDays) {
      const { isNull } = values;
      if (rowCount > 0 && !isNull?.every((flag) => flag === 1)) this.kinds.add("number");
      return;
    }
    for (let row = 0; row < rowCount; row++) {
      const cell = writtenCell(cellValue(column, row), this.#type);
      if (cell !== null) this.#addCell(cell);
    }
  }

  #addCell(cell: unknown): void {
    const isExact = isExactNumber(cell);
    this.kinds.add(isExact ? "number" : typeof cell);
    if (this.areDays) this.areDays = dayNumber(plainText(cell)) !== undefined;
    if (isExact) {
      this.hasExactNumbers = true;
      this.#addDigits(cell.rawJSON);
    } else if (typeof cell === "number" && !isFloat(this.#type)) {
      if (Number.isSafeInteger(cell)) this.#widen(String(Math.abs(cell)).length, 0);
      else this.#addDigits(String(cell));
    }
  }

  #addDigits(text: string): void {
    const decimal = parseDecimal(text);
    if (decimal === undefined) {
      this.areInt64 = false;
      this.digits = undefined;
      return;
    }
    const { unscaled, scale, wholeDigits } = decimal;
    if (scale > 0 || unscaled < MIN_INT64 || unscaled > MAX_INT64) this.areInt64 = false;
    this.#widen(wholeDigits, scale);
  }

  #widen(whole: number, scale: number): void {
    if (this.digits === undefined) return;
    if (whole > this.digits.whole) this.digits.whole = whole;
    if (scale > this.digits.scale) this.digits.scale = scale;
  }
}

/** The most digits of a decimal that readers of Parquet support. */
const MAX_DECIMAL_DIGITS = 38;

/** A number as a whole number of its last decimal place: 1.25 is 125 with a scale of 2. */
interface Decimal {
  readonly unscaled: bigint;
  /** How many of its digits follow the point. */
  readonly scale: number;
  /** How many of them precede the point; 0 for a fraction. */
  readonly wholeDigits: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The digits of a JSON number, without superfluous zeros; undefined if there are more than a decimal can have. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = "", whole, fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significantDigits = digits.replace(/0+$/, "");
  if (significantDigits === "") return { unscaled: 0n, scale: 0, wholeDigits: 0 };
  const scale = fraction.length - Number(exponent) - (digits.length - significantDigits.length);
  const wholeDigits = Math.max(0, significantDigits.length - scale);
  if (wholeDigits + Math.max(0, scale) > MAX_DECIMAL_DIGITS) return undefined;
  const unscaled = BigInt(`${sign}${significantDigits}`);
  return scale < 0
    ? { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0, wholeDigits }
    : { unscaled, scale, wholeDigits };
}
