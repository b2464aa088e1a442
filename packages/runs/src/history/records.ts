import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";

// What the files of a store hold: tables with these columns, as Parquet.

/** The tables of a store, each with a folder of its name. Units are written last: a run without them was not added to its end. */
export const tableNames = ["numbers", "checks", "units"] as const;
export type HistoryTable = (typeof tableNames)[number];

/** The version of the files. A column may be added, and one that can be empty may go, while it stays the same. */
export const HISTORY_VERSION = 1;
/** The key of what a file says about itself in its metadata, as JSON. */
export const METADATA_KEY = "analytics-engines-history";

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

/** A column as its file names it, and its type. No name is a word that a database reserves. */
type ColumnForm = readonly [name: string, type: ColumnType];

/** Of which unit of which state of which run a row is. A unit of a sweep is named by the sweep and its row. */
const runUnit = {
  run: ["run", "text"],
  state: ["run_state", "text"],
  time: ["started_at", "time"],
  file: ["parameter_file", "text"],
  unit: ["unit", "text"],
} as const;

/** What was computed: days, digests in hex, and the commit, which ends with `+` if files had uncommitted changes. */
const details = {
  start: ["start_date", "day?"],
  end: ["end_date", "day?"],
  parameters: ["parameters_sha256", "text?"],
  result: ["result_sha256", "text?"],
  commit: ["commit_id", "text?"],
} as const;

/** The columns of each table, by the names that rows have in this program. */
const historyColumns = {
  /**
   * A number of a table of a result. `total` says whether its row is that of the whole: the total of the table, or its only row. `digits` has
   * all digits of a number that a double cannot hold.
   */
  numbers: {
    ...runUnit,
    table: ["table_id", "text"],
    row: ["row_name", "text"],
    column: ["column_name", "text"],
    total: ["is_total", "flag"],
    value: ["number_value", "double"],
    digits: ["digits", "text?"],
    measure: ["measure", "text?"],
    ...details,
  },
  /**
   * What a check, by its file and id, found in a column of a table, by its number from 0, of a unit. File and unit are empty if it selects no
   * unit of the run. `line` and `because` say which rule it is. A value is a number or a day: `number` has it if it is a number.
   */
  checks: {
    ...runUnit,
    checks: ["checks_file", "text"],
    check: ["check_id", "text"],
    rule: ["rule_name", "text"],
    line: ["line_number", "count"],
    because: ["because", "text?"],
    severity: ["severity", "text"],
    table: ["table_number", "count?"],
    column: ["column_name", "text?"],
    status: ["status", "text"],
    message: ["message", "text"],
    value: ["check_value", "text?"],
    number: ["number_value", "double?"],
    limit: ["check_limit", "text?"],
  },
  /**
   * How a unit ended. `unit` is empty for a job without units; `job` is its path in the run; `batch` is the same in all shards of a run;
   * `name` is what people call the run.
   */
  units: {
    ...runUnit,
    name: ["run_name", "text"],
    job: ["job", "text"],
    family: ["family", "text"],
    status: ["status", "text"],
    problem: ["problem", "text?"],
    warnings: ["warning_count", "count"],
    reused: ["reused_from", "time?"],
    batch: ["batch", "text?"],
    ...details,
  },
} as const satisfies Record<HistoryTable, Readonly<Record<string, ColumnForm>>>;

type CellOf<Form extends ColumnForm> = Form[1] extends `${infer Kind extends keyof Cells}?`
  ? Cells[Kind] | null
  : Form[1] extends keyof Cells
    ? Cells[Form[1]]
    : never;

/** A row of a table, by the names that its columns have in this program. */
export type StoreRow<Table extends HistoryTable> = {
  readonly [Name in keyof (typeof historyColumns)[Table]]: (typeof historyColumns)[Table][Name] extends ColumnForm
    ? CellOf<(typeof historyColumns)[Table][Name]>
    : never;
};
export type NumberRow = StoreRow<"numbers">;
export type CheckRow = StoreRow<"checks">;
export type UnitRow = StoreRow<"units">;
/** What was computed for a row. */
export type UnitDetails = Pick<NumberRow, keyof typeof details>;

/** A row of any table. */
export type HistoryRow = Readonly<Record<string, unknown>>;

/** A column of a table. */
interface HistoryColumn {
  /** The name in a row of this program. */
  readonly property: string;
  /** The name in the file. */
  readonly name: string;
  readonly type: ColumnType;
}

export function columnsOf(table: HistoryTable): readonly HistoryColumn[] {
  const forms: Readonly<Record<string, ColumnForm>> = historyColumns[table];
  return Object.entries(forms).map(([property, [name, type]]) => ({ property, name, type }));
}

/** A function that says whether a row of a file has the cells of some columns of its table. */
export function rowGuard<Table extends HistoryTable, Name extends keyof StoreRow<Table> & string>(
  table: Table,
  columnNames: readonly Name[],
): (row: HistoryRow) => row is HistoryRow & Pick<StoreRow<Table>, Name> {
  const types = new Map(columnsOf(table).map(({ property, type }) => [property, type]));
  const guards = columnNames.map((name) => ({ name, isCell: cellGuard(types.get(name) ?? "text") }));
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

/** What a file says about itself in its metadata, beside its version. */
export interface FileContents {
  readonly run: string;
  readonly state: string;
  /** Of the file of units, which is written last: the other files of the run. */
  readonly files?: readonly NamedFile[];
}

/** A file that the units of a run name. */
export interface NamedFile {
  readonly table: HistoryTable;
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
}

/** Rows as the bytes of a Parquet file, in pieces. The same rows give the same bytes. */
export async function* encodeRows(
  table: HistoryTable,
  rows: AsyncIterable<HistoryRow> | Iterable<HistoryRow>,
  contents: FileContents,
): AsyncGenerator<Uint8Array> {
  const sink = new ByteWriter();
  const columns = columnsOf(table).map((column) => ({ ...column, element: schemaElement(column) }));
  const writer = new ParquetWriter({
    writer: sink,
    schema: schemaOf(table),
    kvMetadata: [{ key: METADATA_KEY, value: JSON.stringify({ version: HISTORY_VERSION, ...contents }) }],
    createdBy: "analytics-engines",
  });
  const takeBytes = () => {
    const bytes = sink.getBytes().slice();
    // The writer counts offsets apart from this index.
    sink.index = 0;
    return bytes;
  };
  let group: HistoryRow[] = [];
  const writeGroup = () => {
    const columnData = columns.map(({ property, name, element }) => ({
      name,
      data: group.map((row) => row[property] ?? null),
      // A dictionary would turn -0 into 0.
      ...(element.type === "DOUBLE" ? { encoding: "PLAIN" as const } : {}),
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
  const columns = columnsOf(table).map(schemaElement);
  return [{ name: "history", num_children: columns.length }, ...columns];
}

function schemaElement({ name, type }: HistoryColumn): SchemaElement {
  const repetition = type.endsWith("?") ? "OPTIONAL" : "REQUIRED";
  return { name, repetition_type: repetition, ...elements[type.replace("?", "")] };
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
