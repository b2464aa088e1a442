import { quoted } from "../parameters/text/words.ts";
import { count } from "../text/words.ts";

// What a rule finds in a table, and the sentences about it.

/** A cell that fails a rule. */
export interface FailedCell {
  /** The label of the column, as comparisons and CSV files have it. */
  readonly column: string;
  /** The position of the row in the table, from 0. */
  readonly row: number;
  /** The names of the row in one text. */
  readonly rowName: string;
  /** The cell as text in full precision. */
  readonly value: string;
  /** What is expected, where that differs from row to row. */
  readonly limit?: string;
}

/** The most cells that an outcome names; the others are counted. */
export const MAX_FAILED_CELLS = 100;

/** What in a table an outcome is about. */
interface Subject {
  /** The label of the column, or of several. */
  readonly column?: string;
}

/** What a rule found in one table. */
export interface RuleOutcome extends Subject {
  /**
   * `skipped`: there is nothing to compare with, such as an earlier run. `unjudged`: the unit failed, so that there is nothing to check.
   */
  readonly status: "passed" | "failed" | "skipped" | "unjudged";
  /** What is the case, for a failure: `The sum of Weight is 99.2; expected: 100 ± 0.01.` */
  readonly message: string;
  /** How many cells the rule judged; 1 for a number of rows. */
  readonly cells: number;
  /** The value that was checked, as text in full precision; that of the first cell that fails. */
  readonly value?: string;
  readonly limit?: string;
  /** How many cells or rows fail. */
  readonly failures?: number;
  /** The first of the cells that fail, in the order of the rows. */
  readonly failedCells?: readonly FailedCell[];
}

/** What a rule gives for a table in which it has no cell to judge. `Check.optional` decides whether that is a failure. */
export interface NoCells extends Subject {
  readonly status: "no-cells";
  readonly message: string;
}

/** The sentence of a rule without a cell to judge. @param reason the rest of the sentence */
export function noCells(reason: string, subject: Subject = {}): NoCells {
  return { status: "no-cells", message: `There is no cell to check: ${reason}.`, ...subject };
}

/** A value that a rule checked, and what it may be. */
interface CheckedQuantity extends Subject {
  /** The subject of the sentence, such as `The sum of Weight`. */
  readonly what: string;
  readonly value: string;
  readonly limit: string;
  readonly cells: number;
  readonly failures?: number;
  readonly failedCells?: readonly FailedCell[];
  /** A sentence about what was judged. */
  readonly note?: string;
}

/** The outcome of a value that is as the rule demands. */
export function pass({ what, value, limit, note, ...rest }: CheckedQuantity): RuleOutcome {
  return { status: "passed", message: sentences(`${what} is ${value}.`, note), value, limit, ...rest };
}

/** The outcome of a value that is not. */
export function fail({ what, value, limit, failures = 1, note, ...rest }: CheckedQuantity): RuleOutcome {
  const more = failures > 1 ? `${count(failures, "cell")} fail.` : undefined;
  return {
    status: "failed",
    message: sentences(`${what} is ${value}; expected: ${limit}.`, more, note),
    value,
    limit,
    failures,
    ...rest,
  };
}

function sentences(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" ");
}

/** The outcome of a table that a rule cannot check, such as one without the column. */
export function failure(message: string, subject: Subject = {}): RuleOutcome {
  return { status: "failed", message, cells: 0, ...subject };
}

/** The failed cells of a rule, with the first of them as its value. */
export function failCells(
  [first, ...others]: readonly [FailedCell, ...FailedCell[]],
  { limit, ...rest }: Omit<CheckedQuantity, "what" | "value" | "failedCells" | "limit"> & { readonly limit?: string },
): RuleOutcome {
  return fail({
    what: `${quoted(rest.column ?? first.column)} of ${quoted(first.rowName)}`,
    value: first.value,
    limit: first.limit ?? limit ?? "",
    ...rest,
    failedCells: [first, ...others],
  });
}

/** A column whose cells are all as the rule demands. */
export function passColumn(judged: Pick<RuleOutcome, "cells" | "limit"> & { readonly column: string }): RuleOutcome {
  return { status: "passed", message: `Each cell of ${judged.column} is as expected.`, ...judged };
}

/** The smallest and the largest number; at least one of them. */
export interface CheckLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** `1 to 5`, `at least 1` or `at most 5`. */
export function limitsText({ min, max }: CheckLimits): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}

/** A value with its tolerance: `100 ± 0.01`. */
export function nearText(value: string, tolerance: number | undefined): string {
  return tolerance ? `${value} ± ${tolerance}` : value;
}

/** A sum without the digits that only its rounding has: `0.3` for the sum of 0.1 and 0.2. */
export function sumText(sum: number): string {
  return String(Number.isInteger(sum) ? sum : Number(sum.toPrecision(15)));
}
