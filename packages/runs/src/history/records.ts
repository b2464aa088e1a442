// What the files of a store hold: tables with these columns.

/** The tables of a store, each with a folder of its name. Units are written last: a run without them was not added to its end. */
export const tableNames = ["numbers", "figures", "checks", "units"] as const;
export type HistoryTable = (typeof tableNames)[number];

/** What the cells of a column are. */
interface Cells {
  readonly text: string;
  readonly time: Date;
  /** A day without a time. */
  readonly day: Date;
  readonly double: number;
  readonly count: number;
}

/** With `?`, a cell may be null. */
export type ColumnType = keyof Cells | `${keyof Cells}?`;

/** Of which unit of which run a row is. The run is named by when it began and the beginning of the SHA-256 of its manifest. */
const place = { run: "text", time: "time", file: "text", unit: "text" } as const;

/** What was computed: days, digests in hex, and the commit, which ends with `+` if files had uncommitted changes. */
const details = { start: "day?", end: "day?", parameters: "text?", result: "text?", commit: "text?" } as const;

/** A number of a table of a result. `digits` has all digits of a number that a double cannot hold. */
const numbers = {
  ...place,
  table: "text",
  row: "text",
  column: "text",
  value: "double",
  digits: "text?",
  measure: "text?",
  ...details,
} as const;

export const historyColumns = {
  numbers,
  /** The numbers of the whole: of the total of a table, or of its only row. */
  figures: numbers,
  /** What a check, by its file and id, found in a column of a table, by its number from 0, of a unit. File and unit are empty if it selects no unit of the run. */
  checks: {
    ...place,
    checks: "text",
    check: "text",
    rule: "text",
    severity: "text",
    table: "count?",
    column: "text?",
    status: "text",
    message: "text",
    value: "text?",
    limit: "text?",
  },
  /** How a unit ended. `unit` is empty for a job without units; `batch` is the same in all shards of a run. */
  units: {
    ...place,
    family: "text",
    status: "text",
    problem: "text?",
    warnings: "count",
    reused: "text?",
    batch: "text?",
    ...details,
  },
} as const satisfies Record<HistoryTable, Readonly<Record<string, ColumnType>>>;

type CellOf<Type> = Type extends `${infer Kind extends keyof Cells}?`
  ? Cells[Kind] | null
  : Type extends keyof Cells
    ? Cells[Type]
    : never;

/** A row of a table, by the names of its columns. */
export type StoreRow<Table extends HistoryTable> = {
  readonly [Name in keyof (typeof historyColumns)[Table]]: CellOf<(typeof historyColumns)[Table][Name]>;
};
export type NumberRow = StoreRow<"numbers">;
export type CheckRow = StoreRow<"checks">;
export type UnitRow = StoreRow<"units">;
/** What was computed for a row. */
export type UnitDetails = Pick<NumberRow, keyof typeof details>;

/** A row of any table. */
export type HistoryRow = Readonly<Record<string, unknown>>;

/** A function that says whether a row of a file has the cells of some columns of its table. */
export function rowGuard<Table extends HistoryTable, Name extends keyof StoreRow<Table> & string>(
  table: Table,
  names: readonly Name[],
): (row: HistoryRow) => row is HistoryRow & Pick<StoreRow<Table>, Name> {
  const types: Readonly<Record<string, ColumnType>> = historyColumns[table];
  const guards = names.map((name) => ({ name, isCell: cellGuard(types[name] ?? "text") }));
  return (row): row is HistoryRow & Pick<StoreRow<Table>, Name> =>
    guards.every(({ name, isCell }) => isCell(row[name]));
}

function cellGuard(type: ColumnType): (cell: unknown) => boolean {
  const isText = type.startsWith("text");
  const isDate = type.startsWith("time") || type.startsWith("day");
  return (cell) => {
    if (cell === null) return type.endsWith("?");
    if (isDate) return cell instanceof Date && !Number.isNaN(cell.getTime());
    return typeof cell === (isText ? "string" : "number");
  };
}
