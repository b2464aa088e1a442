import { rounded } from "../random.ts";

export type Cell = string | number | null | Readonly<Record<string, number>>;

/** One column of a result, before it is written in one of the organisations. */
export interface TableColumn {
  /** The technical name, `PortEndingWeight`. */
  readonly name: string;
  /** The levels of its header, outermost first. */
  readonly headers: readonly string[];
  readonly type: "string" | "real" | "int32" | "object";
  readonly isDimension?: boolean | undefined;
  /** The index of the column whose groups contain this column's groups. */
  readonly parent?: number | undefined;
  /** A .NET number format, `{0:0.00}`. */
  readonly format?: string | undefined;
  /** One cell for each row of the table. */
  readonly cells: readonly Cell[];
}

export interface ResultTable {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /** The depth of each row in the groups, 0 for the outermost; absent where nothing is grouped. */
  readonly groupLevels?: readonly number[];
  /** From name to values: absolute dates, currency, accounts, sources. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
}

/** The tables of a unit, and its warnings. */
export interface ResultTables {
  readonly tables: readonly ResultTable[];
  readonly warnings: readonly string[];
}

/** A table with as many rows as its first column has cells. */
export function tableOfColumns(columns: readonly TableColumn[], metadata: ResultTable["metadata"]): ResultTable {
  return { columns, rowCount: columns[0]?.cells.length ?? 0, metadata };
}

type Columns<Row, Value> = readonly (readonly [
  name: string,
  header: string,
  of: (row: Row) => Value,
  format?: string,
])[];

/** Columns of texts that name the rows. */
export function dimensions<Row>(rows: readonly Row[], columns: Columns<Row, string>): TableColumn[] {
  return textColumns(rows, columns).map((column) => ({ ...column, isDimension: true }));
}

/** Columns of texts that do not name the rows. */
export function textColumns<Row>(rows: readonly Row[], columns: Columns<Row, string>): TableColumn[] {
  return columns.map(([name, header, of]) => ({ name, headers: [header], type: "string", cells: rows.map(of) }));
}

/** Columns of numbers, with ten decimals. */
export function figures<Row>(rows: readonly Row[], columns: Columns<Row, number | null>): TableColumn[] {
  return columns.map(([name, header, of, format]) => numbers(name, [header], rows.map(of), format));
}

/** A column of numbers, with ten decimals. A value that is not a finite number becomes null. */
export function numbers(
  name: string,
  headers: readonly string[],
  values: readonly (number | null)[],
  format = "{0:0.00;-0.00;--}",
): TableColumn {
  const cells = values.map((value) => (value === null || !Number.isFinite(value) ? null : rounded(value)));
  return { name, headers, type: "real", format, cells };
}

/** The cells of a row, under the ids of their columns. */
export function rowValues({ columns }: ResultTable, ids: readonly string[], row: number): Record<string, Cell> {
  return Object.fromEntries(columns.map(({ cells }, index) => [ids[index], cells[row] ?? null]));
}

/** The metadata as the service writes it. */
export function metadataItems({ metadata }: ResultTable): Record<string, { value: readonly string[] }> {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, { value }]));
}

/** The columns as the service defines them, under the given ids. Formats are written where headers have ids. */
export function definitions({ columns }: ResultTable, ids: readonly string[], headerIds?: readonly string[]) {
  return columns.map(({ name, headers, type, isDimension, parent, format }, index) => ({
    description: headers.join(" | "),
    ...(headerIds && format ? { format: { format, halign: "RIGHT", nullFormat: "--" } } : {}),
    ...(headerIds && !isDimension ? { headerId: headerIds[index] } : {}),
    id: ids[index],
    ...(isDimension ? { isDimension } : {}),
    name,
    ...(parent === undefined ? {} : { parentId: ids[parent] }),
    type,
  }));
}
