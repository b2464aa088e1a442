import { isExactNumber } from "../../../json/exact-number.ts";
import { cellValue, plainText } from "../../cells.ts";
import { isoDate, parseDay } from "../../format/dates.ts";
import { nearestDouble } from "../../stach/decode/cell-store.ts";
import { isFloat } from "../../stach/decode/types.ts";
import type { Column } from "../../table.ts";
import { parseDecimal } from "./decimal.ts";
import type { RowGroup } from "./row-groups.ts";

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

/** What the cells of a column are, which decides its type in Parquet. They are added group by group. */
export class CellFacts {
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
  constructor({ name, type }: Pick<Column, "name" | "type">) {
    this.#type = type;
    this.areDays = /date|period/i.test(`${type} ${name}`);
  }

  add(column: Pick<Column, "values">, { firstRow, rowCount }: RowGroup): void {
    const { values } = column;
    const end = firstRow + rowCount;
    // Here all that counts is whether there is a cell, and no cell becomes an object.
    if (values.kind === "text" && !this.areDays) {
      if (values.codes.subarray(firstRow, end).some((code) => code >= 0)) this.kinds.add("string");
      return;
    }
    if (values.kind === "number" && isFloat(this.#type) && !this.areDays) {
      const { isNull } = values;
      if (rowCount > 0 && !isNull?.subarray(firstRow, end).every((flag) => flag === 1)) this.kinds.add("number");
      return;
    }
    for (let row = firstRow; row < end; row++) {
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
