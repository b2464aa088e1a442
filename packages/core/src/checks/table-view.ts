import { isExactNumber } from "../json/exact-number.ts";
import { listed, quoted } from "../parameters/text/words.ts";
import { cellValue, plainText } from "../results/cells.ts";
import { changedRowText } from "../results/compare/comparison-text.ts";
import { cellText } from "../results/format/column-format.ts";
import { findNamedColumns, type LabelledColumn, labelColumns, numberedLabels } from "../results/named-columns.ts";
import { keyColumns } from "../results/reading/key.ts";
import { readTable } from "../results/reading/table-reading.ts";
import type { Column, Table } from "../results/table.ts";
import { count } from "../text/words.ts";
import type { Check } from "./checks-schema.ts";

/** Where in a table a rule failed. */
interface FailedCell {
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
export function noCells(reason: string, cell: FailedCell = {}): NoCells {
  return { status: "no-cells", message: `There is no cell to check: ${reason}.`, ...cell };
}

/** A value that a rule checked, and what it may be. */
interface CheckedQuantity extends FailedCell {
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
export function failure(message: string, cell: FailedCell = {}): RuleOutcome {
  return { status: "failed", message, cells: 0, ...cell };
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

/** The numbers of a column. */
export interface Numbers {
  /** NaN for a cell that is empty. The nearest double for a number that a double cannot hold. */
  readonly values: Float64Array;
  /** 1 for each empty cell. */
  readonly isNull: Uint8Array;
}

/** A table as the rules read it. What several rules need is computed once. */
export class TableView {
  readonly table: Table;
  readonly columns: readonly LabelledColumn[];
  readonly #namedColumns = new Map<string, readonly LabelledColumn[]>();
  readonly #numbers = new Map<Column, Numbers | undefined>();
  readonly #selections = new Map<string, Uint8Array>();
  #parts: { readonly leaves: Uint8Array; readonly totals: readonly number[] } | undefined;
  #nameColumns: readonly number[] | undefined;

  constructor(table: Table) {
    this.table = table;
    this.columns = labelColumns(table.columns);
  }

  get rowCount(): number {
    return this.table.rowCount;
  }

  /** The columns that a text of a user means: see `findNamedColumns`. */
  columnsOf(name: string): readonly LabelledColumn[] {
    const namedColumns = this.#namedColumns.get(name) ?? findNamedColumns(name, this.columns);
    this.#namedColumns.set(name, namedColumns);
    return namedColumns;
  }

  /** Why a text of a user that means several columns is an error where one is needed, and what to write. */
  severalColumns(name: string): string {
    const matches = this.columnsOf(name);
    const labels = numberedLabels(this.columns).filter((_, i) => matches.some((column) => column === this.columns[i]));
    return `The table has several columns ${quoted(name)}. Name one: ${listed(labels)}.`;
  }

  /** The numbers of a column; undefined if a cell is neither empty nor a number. */
  numbersOf(column: Column): Numbers | undefined {
    if (!this.#numbers.has(column)) this.#numbers.set(column, readNumbers(column, this.rowCount));
    return this.#numbers.get(column);
  }

  /** `leaves`: 1 for each row that is no total and has no rows below it. `totals`: the rows above all others. */
  get parts() {
    if (this.#parts === undefined) {
      const { roles } = readTable(this.table);
      // A note may have digits that no double holds, which the reading does not take for numbers.
      const leaves = Uint8Array.from(roles, (role) => Number(role === "leaf" || role === "note"));
      this.#parts = { leaves, totals: [...roles.keys()].filter((row) => roles[row] === "total") };
    }
    return this.#parts;
  }

  /** 1 for each row in which a column has one text, which must be the same column each time. */
  rowsWith({ column, label }: LabelledColumn, text: string): Uint8Array {
    const key = JSON.stringify([label, text]);
    const selection = this.#selections.get(key) ?? selectRows(column, text, this.rowCount);
    this.#selections.set(key, selection);
    return selection;
  }

  /** A cell for a message and for a link. */
  failedCell(row: number, column: string): FailedCell & { readonly what: string } {
    const { columns, rowCount } = this.table;
    this.#nameColumns ??= keyColumns([{ columns, rowCount }]);
    const { dates } = readTable(this.table);
    const cells = this.#nameColumns.map((index) => {
      const column = columns[index];
      if (column === undefined) return null;
      return dates.has(index) ? cellText(column, row) : cellValue(column, row);
    });
    const rowName = cells.length === 0 ? `row ${row + 1}` : changedRowText(cells);
    return { what: `${quoted(column)} of ${quoted(rowName)}`, column, row, rowName };
  }
}

/** The same table of an earlier run and its rows that count, or why there is none. */
type EarlierTable =
  | { readonly view: TableView; readonly selection: Uint8Array | undefined }
  | { readonly reason: string };

/** What a rule needs beside its own settings. */
export interface CheckContext {
  readonly view: TableView;
  /** 1 for each row that counts; undefined if all do. */
  readonly selection: Uint8Array | undefined;
  readonly earlier: EarlierTable;
  /** Whether the check passes without a cell to check. */
  readonly isOptional: boolean;
  /** The day of the check, milliseconds since 1970, UTC. */
  readonly today: number;
}

/** Whether a cell is empty. */
export function isEmpty({ values }: Column, row: number): boolean {
  if (values.kind === "number") return values.isNull?.[row] === 1;
  return values.kind === "text" ? (values.codes[row] ?? -1) < 0 : (values.values[row] ?? null) === null;
}

/** Whether all cells of a column are empty. */
export function isEmptyColumn(column: Column, rowCount: number): boolean {
  for (let row = 0; row < rowCount; row++) if (!isEmpty(column, row)) return false;
  return true;
}

function readNumbers({ values }: Column, rowCount: number): Numbers | undefined {
  if (values.kind === "number") return { values: values.values, isNull: values.isNull ?? new Uint8Array(rowCount) };
  const isNull = new Uint8Array(rowCount);
  // A column whose cells are all empty has no kind of its own.
  if (values.kind === "text")
    return values.codes.every((code) => code < 0)
      ? { values: new Float64Array(rowCount).fill(Number.NaN), isNull: isNull.fill(1) }
      : undefined;
  const numbers = new Float64Array(rowCount).fill(Number.NaN);
  for (const [row, value] of values.values.entries()) {
    if (typeof value === "number") numbers[row] = value;
    else if (value === null || value === undefined) isNull[row] = 1;
    else if (isExactNumber(value)) numbers[row] = Number(value.rawJSON);
    else return undefined;
  }
  return { values: numbers, isNull };
}

function selectRows(column: Column, text: string, rowCount: number): Uint8Array {
  const selection = new Uint8Array(rowCount);
  const { values } = column;
  if (values.kind === "text") {
    const code = values.dictionary.indexOf(text);
    if (code < 0 && text !== "") return selection;
    for (let row = 0; row < rowCount; row++) selection[row] = Number((values.codes[row] ?? -1) === code);
  } else for (let row = 0; row < rowCount; row++) selection[row] = Number(plainText(cellValue(column, row)) === text);
  return selection;
}
