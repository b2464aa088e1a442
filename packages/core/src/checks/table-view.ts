import { isExactNumber } from "../json/exact-number.ts";
import { listed, quoted } from "../parameters/text/words.ts";
import { cellValue, plainText } from "../results/cells.ts";
import { changedRowText } from "../results/compare/comparison-text.ts";
import { cellText } from "../results/format/column-format.ts";
import { findNamedColumns, type LabelledColumn, labelColumns, numberedLabels } from "../results/named-columns.ts";
import { keyColumns } from "../results/reading/key.ts";
import type { RowRole } from "../results/reading/rows.ts";
import { readTable } from "../results/reading/table-reading.ts";
import type { Column, Table } from "../results/table.ts";
import type { Check } from "./checks-schema.ts";

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
    this.#parts ??= { leaves: this.rowsOf("leaf"), totals: [...indexesOf(this.rowsOf("total"))] };
    return this.#parts;
  }

  /** 1 for each row with a role. */
  rowsOf(role: NonNullable<Check["role"]>): Uint8Array {
    const { roles } = readTable(this.table);
    return Uint8Array.from(roles, (rowRole) => Number(roleNames[rowRole] === role));
  }

  /** 1 for each row in which a column has one text, which must be the same column each time. */
  rowsWith({ column, label }: LabelledColumn, text: string): Uint8Array {
    const key = JSON.stringify([label, text]);
    const selection = this.#selections.get(key) ?? selectRows(column, text, this.rowCount);
    this.#selections.set(key, selection);
    return selection;
  }

  /** The names of a row in one text. */
  rowName(row: number): string {
    const { columns, rowCount } = this.table;
    this.#nameColumns ??= keyColumns([{ columns, rowCount }]);
    const { dates } = readTable(this.table);
    const cells = this.#nameColumns.map((index) => {
      const column = columns[index];
      if (column === undefined) return null;
      return dates.has(index) ? cellText(column, row) : cellValue(column, row);
    });
    return cells.length === 0 ? `row ${row + 1}` : changedRowText(cells);
  }
}

/** What checks call the roles of rows. A note may have digits that no double holds, which the reading does not take for numbers. */
const roleNames: Readonly<Record<RowRole, NonNullable<Check["role"]>>> = {
  leaf: "leaf",
  note: "leaf",
  group: "group",
  subtotal: "group",
  total: "total",
};

/** The rows that a selection has. */
export function* indexesOf(selection: Uint8Array): Generator<number> {
  for (const [row, isSelected] of selection.entries()) if (isSelected === 1) yield row;
}

/** How many rows of a table count. */
export function countSelected({ rowCount }: TableView, selection: Uint8Array | undefined): number {
  return selection === undefined ? rowCount : selection.reduce((count, isSelected) => count + isSelected, 0);
}

/** The same table of an earlier run and its rows that count, or why there is none. */
type EarlierTable =
  | { readonly view: TableView; readonly selection: Uint8Array | undefined }
  | { readonly reason: string };

/** Another unit of the run, and its tables, or why they cannot be compared: a sentence. */
export type OtherUnit =
  /** `name` is what messages call the unit: `FILE#UNIT`. */
  { readonly name: string; readonly tables: readonly Table[] } | { readonly reason: string };

/** What a rule needs beside its own settings. */
export interface CheckContext {
  readonly view: TableView;
  /** 1 for each row that counts; undefined if all do. */
  readonly selection: Uint8Array | undefined;
  readonly earlier: EarlierTable;
  /** The unit that `agrees` compares with. */
  readonly other: OtherUnit;
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
