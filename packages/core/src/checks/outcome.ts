import { count } from "../text/words.ts";
import type { Check } from "./checks-schema.ts";

/** Where in a table a rule failed. */
export interface FailedCell {
  /** The label of the column, as comparisons and CSV files have it. */
  readonly column?: string;
  /** The position of the row in the table, from 0. */
  readonly row?: number;
  /** The names of the row in one text. */
  readonly rowName?: string;
}

/** What a rule found in one table. */
export interface RuleOutcome extends FailedCell {
  /** `skipped`: there is nothing to compare with, such as an earlier run. */
  readonly status: "passed" | "failed" | "skipped";
  /** What is the case, for a failure: `The sum of Weight is 99.2; expected: 100 ± 0.01.` */
  readonly message: string;
  /** How many cells the rule judged; 1 for a number of rows. */
  readonly cells: number;
  /** The value that was checked, as text in full precision; that of the first cell that fails. */
  readonly value?: string;
  readonly limit?: string;
  /** How many cells or rows fail. */
  readonly failures?: number;
}

/** What a rule gives for a table in which it has no cell to judge. `Check.optional` decides whether that is a failure. */
export interface NoCells extends FailedCell {
  readonly status: "no-cells";
  readonly message: string;
}

/** The sentence of a rule without a cell to judge. @param reason the rest of the sentence */
export function noCells(reason: string, place: FailedCell = {}): NoCells {
  return { status: "no-cells", message: `There is no cell to check: ${reason}.`, ...place };
}

/** A value that a rule checked, and what it may be. */
interface Judged extends FailedCell {
  /** The subject of the sentence, such as `The sum of Weight`. */
  readonly what: string;
  readonly value: string;
  readonly limit: string;
  readonly cells: number;
  readonly failures?: number;
  /** A sentence about what was judged. */
  readonly note?: string;
}

/** The outcome of a value that is as the rule demands. */
export function pass({ what, value, limit, note, ...rest }: Judged): RuleOutcome {
  return { status: "passed", message: sentences(`${what} is ${value}.`, note), value, limit, ...rest };
}

/** The outcome of a value that is not. */
export function fail({ what, value, limit, failures = 1, note, ...rest }: Judged): RuleOutcome {
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
export function failWithout(message: string, place: FailedCell = {}): RuleOutcome {
  return { status: "failed", message, cells: 0, ...place };
}

/** A column whose cells are all as the rule demands. */
export function passColumn(column: string, limit: string, cells: number): RuleOutcome {
  return { status: "passed", message: `Each cell of ${column} is as expected.`, limit, column, cells };
}

/** The smallest and the largest number; at least one of them. */
export type CheckLimits = NonNullable<Check["rowCount"]>;

/** `1 to 5`, `at least 1` or `at most 5`. */
export function limitsText({ min, max }: CheckLimits): string {
  if (min === undefined) return `at most ${max}`;
  return max === undefined ? `at least ${min}` : `${min} to ${max}`;
}

/** A value with its tolerance: `100 ± 0.01`. */
export function nearText(value: string, tolerance: number | undefined): string {
  return tolerance ? `${value} ± ${tolerance}` : value;
}
