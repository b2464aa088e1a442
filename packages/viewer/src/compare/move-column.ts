import { type Column, type ColumnValues, columnFormat } from "@analytics-engines/core/results";
import type { CellMark } from "../grid/draw/grid-rows.ts";

/** The moves of a column of numbers. */
export interface MoveColumn {
  readonly values: ColumnValues;
  readonly moveFormat: string;
  /** The format of the values before and now, if that of the column hides a move. */
  readonly numberFormat: string | undefined;
  readonly mark: (row: number) => CellMark | undefined;
}

interface Cells {
  readonly cellsBefore: readonly unknown[] | undefined;
  readonly cellsAfter: readonly unknown[] | undefined;
  /** Whether the cell of a row moved by more than its tolerance. */
  readonly isChanged: (row: number) => boolean;
  readonly moves: "absolute" | "percent";
}

/** More decimals than this show the noise of the numbers, not their move. */
const MAX_DECIMALS = 12;
/** Moves from this share of the largest one on are marked as large. */
const LARGE = 0.5;

/** The moves between two columns of numbers, with enough decimals to show each; undefined for other columns. */
export function makeMoveColumn(
  earlier: Column | undefined,
  later: Column | undefined,
  { cellsBefore = [], cellsAfter = [], isChanged, moves }: Cells,
): MoveColumn | undefined {
  if (earlier?.values.kind !== "number" || later?.values.kind !== "number") return undefined;
  const differences = cellsAfter.map((cell, row) => difference(cellsBefore[row], cell));
  const sizes = differences.filter((_, row) => isChanged(row)).flatMap((value) => (value ? Math.abs(value) : []));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const smallest = sizes.reduce((least, size) => Math.min(least, size), Number.POSITIVE_INFINITY);
  const usual = usualDecimals(later);
  const neededDecimals = Number.isFinite(smallest) ? Math.min(MAX_DECIMALS, Math.ceil(-Math.log10(smallest))) : 0;
  const decimals = Math.max(usual, neededDecimals);
  const moveValues = differences.map((value, row) => {
    const before = cellsBefore[row];
    if (moves === "absolute" || value === null || typeof before !== "number") return value;
    return before === 0 ? null : value / Math.abs(before);
  });
  return {
    values: {
      kind: "number",
      values: Float64Array.from(moveValues, (value) => value ?? Number.NaN),
      isNull: Uint8Array.from(moveValues, (value) => Number(value === null)),
    },
    moveFormat: moves === "percent" ? "{0:+#,0.0 %;-#,0.0 %;0.0 %}" : signedFormat(decimals),
    numberFormat: decimals > usual ? plainFormat(decimals) : undefined,
    mark: (row) => {
      const value = differences[row];
      if (value === null || value === undefined) return undefined;
      if (!isChanged(row)) return "same";
      const side = value > 0 ? "gain" : "loss";
      return Math.abs(value) >= largest * LARGE ? `large ${side}` : side;
    },
  };
}

function usualDecimals(column: Column): number {
  return /\.(\d+)/.exec(columnFormat(column).text(1.123456789))?.[1]?.length ?? 0;
}

function plainFormat(decimals: number): string {
  return `{0:#,0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}}`;
}

function signedFormat(decimals: number): string {
  const digits = `#,0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}`;
  return `{0:+${digits};-${digits};${digits}}`;
}

/** After less before; null if one of them is not a number. */
function difference(before: unknown, after: unknown): number | null {
  if (typeof before !== "number" || typeof after !== "number") return null;
  const value = before === after ? 0 : subtract(after, before);
  return Number.isNaN(value) ? null : value;
}

/** The difference without the digits that binary fractions add: 14.1 - 12.3 is 1.8. Zero only for equal numbers. */
function subtract(minuend: number, subtrahend: number): number {
  const distance = minuend - subtrahend;
  const digits = 15 - Math.ceil(Math.log10(Math.max(Math.abs(minuend), Math.abs(subtrahend))));
  // Powers of ten up to this one are exact.
  if (digits < 0 || digits > 22) return distance;
  return Math.round(distance * 10 ** digits) / 10 ** digits || distance;
}
