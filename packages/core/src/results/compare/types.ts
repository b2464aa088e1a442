import type { Column } from "../table.ts";
/**
 * How far two numbers may be apart and still count as the same; one of the two distances is enough. If neither is given, only equal numbers
 * are the same.
 */
export interface Tolerance {
  /**
   * The columns that it applies to: a name, a header with its levels joined by ` | `, or such a text with `*` for any characters. Letter
   * case does not matter.
   */
  readonly columns: string;
  /** The largest distance, in the column's own unit. */
  readonly absolute?: number;
  /** The largest distance as a share of the earlier value: 0.01 is one per cent. */
  readonly relative?: number;
}

export interface CompareOptions {
  /** The columns that tell rows apart, by name or by header; by default the dimension columns. */
  readonly key?: readonly string[];
  /** For each column, the first tolerance that fits counts. */
  readonly tolerances?: readonly Tolerance[];
  /** The most changed cells that are listed; all of them are counted. Default 1,000. */
  readonly maxChanges?: number;
}

/** Columns are named by their labels: the header, with a number where others share it (`columnLabels`). */
export interface TableComparison {
  readonly before: { readonly id: string; readonly rows: number; readonly columns: number };
  readonly after: { readonly id: string; readonly rows: number; readonly columns: number };
  /** Whether nothing was added, removed or changed by more than its tolerance, and every row could be matched. */
  readonly isSame: boolean;
  /** The columns by which rows were matched; empty if rows were matched by position, because no columns tell them apart. */
  readonly key: readonly string[];
  readonly columns: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Headers of columns that share header and name with another column of their table: they are not compared. */
    readonly ambiguous: readonly string[];
    /** Columns whose stated type changed. */
    readonly retyped: readonly { readonly column: string; readonly before: string; readonly after: string }[];
  };
  readonly rows: {
    readonly matched: number;
    readonly changed: number;
    readonly added: readonly RowKey[];
    readonly removed: readonly RowKey[];
    /** Keys that several rows have: these rows are not compared. */
    readonly duplicates: readonly { readonly key: RowKey; readonly before: number; readonly after: number }[];
  };
  readonly cells: {
    readonly compared: number;
    readonly changed: number;
    /** The count of numbers that differ by no more than the tolerance. */
    readonly withinTolerance: number;
  };
  /** The changed cells in the order of the new rows, at most `maxChanges` of them. */
  readonly changes: readonly CellChange[];
  /** Columns with changed cells. */
  readonly byColumn: readonly ColumnChanges[];
  /** The changed numbers that moved most relative to their tolerances, at most twenty. */
  readonly largestMoves: readonly NumberChange[];
}

/** What identifies a row: the values of the key columns, or its position if there is no key. */
export type RowKey = readonly unknown[];

export interface CellChange {
  readonly row: RowKey;
  readonly column: string;
  /** The cell: null if it is empty; a number may be NaN. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface NumberChange extends CellChange {
  readonly before: number;
  readonly after: number;
  /** `after` minus `before`. */
  readonly difference: number;
  /** The distance as a share of the earlier value; infinite if that is zero. */
  readonly share: number;
  /**
   * The move as a multiple of its tolerance, which orders the moves. A number without a tolerance counts as if its tolerance were 0.01, or
   * 1 % of the earlier value if that is more.
   */
  readonly size: number;
  readonly text: MoveText;
}

/** A move as a page shows it, in the format of the column: numbers with a real minus and with enough digits to show the move. */
export interface MoveText {
  readonly before: string;
  readonly after: string;
  /** With its sign. */
  readonly difference: string;
  /** The difference as a percentage of the earlier value, with its sign; empty if that value is zero or the percentage is large. */
  readonly percent: string;
  /** The unit of the column: `%`, `bp`; empty if there is none. */
  readonly unit: string;
}

export interface ColumnChanges {
  readonly column: string;
  readonly changed: number;
  readonly withinTolerance: number;
  /** The changed number that moved most. */
  readonly largest?: NumberChange;
}

/** What changed from one result of a unit to another, over all of their tables. */
export interface ResultComparison {
  /** Whether no number changed by more than its tolerance, and nothing else changed at all. */
  readonly isSame: boolean;
  /** The changed numbers that moved most relative to their tolerances, the largest move first, at most ten. */
  readonly moves: readonly NumberChange[];
  /** The first ten changed cells that are not finite numbers on both sides. */
  readonly others: readonly CellChange[];
  readonly changedCells: number;
  readonly comparedCells: number;
  readonly withinTolerance: number;
  /** What changed in the form of the tables. `formText` says it in words. */
  readonly form: readonly FormChange[];
}

/** A number of tables, rows or columns that only one of two results has, or that are not compared since several have the same name. */
export interface FormChange {
  readonly kind: "added" | "removed" | "ambiguous";
  readonly noun: "table" | "row" | "column";
  readonly count: number;
}

/** A column of both tables, with the label under which it is reported. */
export interface ColumnPair {
  readonly name: string;
  readonly before: Column;
  readonly after: Column;
}
