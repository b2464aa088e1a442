import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";

// What the files of a store hold: tables with these columns, as Parquet.

/** The tables of a store, each with a folder of its name. Units are written last: a run without them was not added to its end. */
export const tableNames = ["numbers", "checks", "units"] as const;
export type HistoryTable = (typeof tableNames)[number];

/** What the cells of a column are. */
interface Cells {
  readonly text: string;
  readonly time: Date;
  /** A day without a time. */
  readonly day: Date;
  readonly double: number;
  readonly count: number;
  readonly flag: boolean;
}

/** With `?`, a cell may be null. */
type ColumnType = keyof Cells | `${keyof Cells}?`;

/** Of which unit of which run a row is. The run is named by when it began and the beginning of the SHA-256 of its manifest. */
const place = { run: "text", time: "time", file: "text", unit: "text" } as const;

/** What was computed: days, digests in hex, and the commit, which ends with `+` if files had uncommitted changes. */
const details = { start: "day?", end: "day?", parameters: "text?", result: "text?", commit: "text?" } as const;

const historyColumns = {
  /**
   * A number of a table of a result. `total` says whether its row is that of the whole: the total of the table, or its only row. `digits` has
   * all digits of a number that a double cannot hold.
   */
  numbers: {
    ...place,
    table: "text",
    row: "text",
    column: "text",
    total: "flag",
    value: "double",
    digits: "text?",
    measure: "text?",
    ...details,
  },
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
  const isDate = type.startsWith("time") || type.startsWith("day");
  const cellType = type.startsWith("text") ? "string" : type.startsWith("flag") ? "boolean" : "number";
  return (cell) => {
    if (cell === null) return type.endsWith("?");
    if (isDate) return cell instanceof Date && !Number.isNaN(cell.getTime());
    return typeof cell === cellType;
  };
}

/** How many rows a file has in one group at most. A reader leaves out groups without the unit that it looks for. */
export const MAX_GROUP_ROWS = 5_000;

/** Rows as the bytes of a Parquet file, in pieces. The same rows give the same bytes. */
export async function* encodeRows(
  table: HistoryTable,
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
): AsyncGenerator<Uint8Array> {
  const sink = new ByteWriter();
  const schema = schemaOf(table);
  const [, ...columns] = schema;
  const writer = new ParquetWriter({ writer: sink, schema, createdBy: "analytics-engines" });
  const takeBytes = () => {
    const bytes = sink.getBytes().slice();
    // The writer counts offsets apart from this index.
    sink.index = 0;
    return bytes;
  };
  let group: HistoryRow[] = [];
  const writeGroup = () => {
    const columnData = columns.map(({ name, type }) => ({
      name,
      data: group.map((row) => row[name] ?? null),
      // A dictionary would turn -0 into 0.
      ...(type === "DOUBLE" ? { encoding: "PLAIN" as const } : {}),
    }));
    writer.write({ columnData, rowGroupSize: group.length });
    group = [];
    return takeBytes();
  };
  for await (const row of rows) if (group.push(row) === MAX_GROUP_ROWS) yield writeGroup();
  if (group.length > 0) yield writeGroup();
  writer.finish();
  yield takeBytes();
}

/** How a file describes its columns. */
export function schemaOf(table: HistoryTable): SchemaElement[] {
  const columns = Object.entries<ColumnType>(historyColumns[table]).map(
    ([name, type]): SchemaElement => ({
      name,
      repetition_type: type.endsWith("?") ? "OPTIONAL" : "REQUIRED",
      ...elements[type.replace("?", "")],
    }),
  );
  return [{ name: "history", num_children: columns.length }, ...columns];
}

const elements: Readonly<Record<string, Omit<SchemaElement, "name">>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  day: { type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } },
  double: { type: "DOUBLE" },
  count: { type: "INT32" },
  flag: { type: "BOOLEAN" },
};
