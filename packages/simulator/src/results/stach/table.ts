import { uuidOf } from "../../catalogue/hash.ts";
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
function rowValues({ columns }: ResultTable, ids: readonly string[], row: number): Record<string, Cell> {
  return Object.fromEntries(columns.map(({ cells }, index) => [ids[index], cells[row] ?? null]));
}

/** The metadata as the service writes it. */
function metadataItems({ metadata }: ResultTable): Record<string, { value: readonly string[] }> {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, { value }]));
}

/** The columns as the service defines them, under the given ids. Formats are written where headers have ids. */
function definitions({ columns }: ResultTable, ids: readonly string[], headerIds?: readonly string[]) {
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

/**
 * A table as Column: the cells by column; the levels of the headers in a table of their own, joined by `headerId`. Returns both tables with
 * their ids.
 */
export function columnTables(table: ResultTable, id: string, salt: string) {
  const headerTableId = uuidOf(salt, "headers");
  const ids = table.columns.map((_, index) => uuidOf(salt, "column column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "column header", `${index}`));
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({ id: uuidOf(salt, "row", `${row}`) }));
  const cellTable = {
    data: {
      columns: Object.fromEntries(table.columns.map(({ cells }, index) => [ids[index], packedCells(cells)])),
      metadata: { items: metadataItems(table), locations: { table: Object.keys(table.metadata) } },
      // The service leaves the ids of rows out of large tables.
      ...(table.rowCount <= MAX_ROWS_WITH_IDS && { rows }),
    },
    definition: { columns: definitions(table, ids, headerIds), headerTableId },
  };
  return [
    [id, cellTable],
    [headerTableId, headerTable(table, salt, headerIds)],
  ] as const;
}

const MAX_ROWS_WITH_IDS = 1000;

/** A row for each column that is not a dimension, a column for each level. */
function headerTable(table: ResultTable, salt: string, headerIds: readonly string[]) {
  const valueColumns = table.columns.flatMap((column, index) =>
    column.isDimension ? [] : [{ column, id: headerIds[index] }],
  );
  const levels = Array.from({ length: headerDepth(table) }, (_, level) => uuidOf(salt, "column level", `${level}`));
  const valuesOf = (level: number) => valueColumns.map(({ column }) => column.headers[level] ?? null);
  return {
    data: {
      columns: Object.fromEntries(levels.map((id, level) => [id, { values: valuesOf(level) }])),
      rows: valueColumns.map(({ id }) => ({ id })),
    },
    definition: { columns: levels.map((id, level) => ({ id, name: `header${level}`, type: "string" })) },
  };
}

/** The cells of a column, each run of three or more equal ones written once. Its key in `ranges` is the row where it begins. */
function packedCells(cells: readonly Cell[]) {
  const values: Cell[] = [];
  const ranges: Record<number, number> = {};
  for (let row = 0; row < cells.length; ) {
    const length = runAt(cells, row);
    const isRun = length >= MIN_RUN_LENGTH;
    if (isRun) ranges[row] = length;
    values.push(cells[row] ?? null);
    row += isRun ? length : 1;
  }
  return Object.keys(ranges).length > 0 ? { values, ranges } : { values };
}

const MIN_RUN_LENGTH = 3;

/** The number of equal cells from `row` on. */
function runAt(cells: readonly Cell[], row: number): number {
  let end = row + 1;
  while (end < cells.length && cells[end] === cells[row]) end++;
  return end - row;
}

/** A table as Row: header rows with spans first, then the body; a cell of a group has its depth in the groups. */
export function rowTable(table: ResultTable, salt: string) {
  const ids = table.columns.map((_, index) => uuidOf(salt, "row column", `${index}`));
  const headerIds = table.columns.map((_, index) => uuidOf(salt, "row header", `${index}`));
  const groupIds = ids.filter((_, index) => table.columns[index]?.isDimension && isGroup(table, index));
  const body = Array.from({ length: table.rowCount }, (_, row) => {
    const values = rowValues(table, ids, row);
    const groupLevel = table.groupLevels?.[row] ?? 0;
    const groupId = groupLevel > 0 ? groupIds[groupLevel] : undefined;
    return groupId === undefined ? { values } : { values, cellDetails: { [groupId]: { groupLevel } } };
  });
  const levels = Array.from({ length: headerDepth(table) }, (_, level) => ({
    id: uuidOf(salt, "row level", `${level}`),
    name: `header${level}`,
    type: "string",
  }));
  return {
    data: { rows: [...headerRows(table), ...body], tableMetadata: metadataItems(table) },
    definition: { columns: definitions(table, ids, headerIds) },
    headersDefinition: { columns: levels },
  };
}

/** Whether a dimension is one level of the groups: it has a parent or is one. */
function isGroup(table: ResultTable, index: number): boolean {
  return table.columns[index]?.parent !== undefined || table.columns.some((column) => column.parent === index);
}

function headerRows(table: ResultTable) {
  return headerGrid(table).map((cells) => ({
    cells: cells.map((cell) => cell.text),
    headerCellDetails: Object.fromEntries(
      cells.map(({ colspan, rowspan, source, columnIndex }, index) => [
        index,
        {
          ...(columnIndex > 0 ? { columnIndex } : {}),
          ...(colspan > 1 ? { colspan } : {}),
          ...(rowspan > 1 ? { rowspan } : {}),
          source,
        },
      ]),
    ),
    rowType: "Header",
  }));
}

/** A table as SimplifiedRow: no header rows; the levels of a header are joined by ` | ` in the column's description. */
export function simplifiedRowTable(table: ResultTable) {
  const ids = table.columns.map((_, index) => `col_${index}`);
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({ values: rowValues(table, ids, row) }));
  return { data: { rows, tableMetadata: metadataItems(table) }, definition: { columns: definitions(table, ids) } };
}

/** One cell of a header row. */
interface HeaderCell {
  readonly text: string;
  readonly colspan: number;
  readonly rowspan: number;
  /** `PRIMARY`: a dimension column's own name; `HEADERS`: a level of the header. */
  readonly source: "PRIMARY" | "HEADERS";
  /** Which column of the definition (PRIMARY) or which level of the header (HEADERS). */
  readonly columnIndex: number;
}

/** How many levels the headers of the columns have at most; those of dimensions count as one. */
function headerDepth(table: ResultTable): number {
  return table.columns.reduce((depth, column) => Math.max(depth, column.isDimension ? 1 : column.headers.length), 1);
}

/**
 * The header rows of a table. Neighbours with the same text, and the same text above, share one cell across; a dimension, and a header
 * with fewer levels than others, reaches down to the last row.
 */
function headerGrid(table: ResultTable): HeaderCell[][] {
  const depth = headerDepth(table);
  const rows: HeaderCell[][] = Array.from({ length: depth }, () => []);
  for (let level = 0; level < depth; level++) {
    let index = 0;
    while (index < table.columns.length) {
      const width = spanAt(table, level, index);
      const column = table.columns[index];
      const levels = column?.headers.length ?? 0;
      if (column !== undefined && level < levels) {
        const rowspan = level === levels - 1 ? depth - level : 1;
        const isDimension = column.isDimension === true;
        const source = isDimension ? "PRIMARY" : "HEADERS";
        rows[level]?.push({
          text: column.headers[level] ?? "",
          colspan: width,
          rowspan,
          source,
          columnIndex: isDimension ? index : level,
        });
      }
      index += width;
    }
  }
  return rows;
}

/** How many columns from `index` on share the header cell of a level; a last level is never shared. */
function spanAt(table: ResultTable, level: number, index: number): number {
  const first = table.columns[index];
  if (first === undefined || first.isDimension || level >= first.headers.length - 1) return 1;
  let width = 1;
  for (; index + width < table.columns.length; width++) {
    const next = table.columns[index + width];
    if (next === undefined || next.isDimension || level >= next.headers.length - 1) break;
    if (first.headers.slice(0, level + 1).some((text, at) => text !== next.headers[at])) break;
  }
  return width;
}
