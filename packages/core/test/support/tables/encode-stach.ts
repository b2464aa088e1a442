import type { WriterColumn, WriterTable } from "./random-table.ts";

/** An object whose properties are its own, also `__proto__`. */
function object(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

function definition(table: WriterTable, withHeaderIds: boolean) {
  return table.columns.map(({ id, name, levels, type, isDimension, isHidden, parentId, format }) => ({
    description: levels.join(" | "),
    ...(format ? { format } : {}),
    ...(withHeaderIds && !isDimension && !isHidden ? { headerId: `header of ${id}` } : {}),
    id,
    ...(isDimension ? { isDimension } : {}),
    ...(isHidden ? { isHidden } : {}),
    name,
    ...(parentId === undefined ? {} : { parentId }),
    type,
  }));
}

function metadataOf(table: WriterTable) {
  return object(Object.entries(table.metadata).map(([name, value]) => [name, { value }]));
}

function rowOf(table: WriterTable, row: number): unknown[] {
  return table.columns.map(({ cells }) => cells[row] ?? null);
}

/** The table in the organisation SimplifiedRow. */
export function encodeSimplifiedRow(table: WriterTable): unknown {
  const rows = Array.from({ length: table.rowCount }, (_, row) => ({
    values: object(table.columns.map(({ id, cells }) => [id, cells[row] ?? null])),
  }));
  const held = {
    data: { rows, tableMetadata: metadataOf(table) },
    definition: { columns: definition(table, false) },
  };
  return { tables: object([[table.id, held]]) };
}

export interface RowOptions {
  readonly cells: boolean;
  /** Whether a header of few levels spans rows with its first level or with its last. */
  readonly firstSpans: boolean;
  readonly headerRowsShowHidden: boolean;
  /** What body rows have beside their cells. */
  readonly extra?: "id" | "type" | undefined;
}

/** The table in the organisation Row. */
export function encodeRow(table: WriterTable, options: RowOptions): unknown {
  const body = Array.from({ length: table.rowCount }, (_, row) => {
    const level = table.levels?.[row];
    const deepest = level === undefined ? undefined : table.columns[level]?.id;
    return {
      ...(options.extra === "id" ? { id: `row ${row}` } : {}),
      ...(options.extra === "type" ? { rowType: "Body" } : {}),
      ...(options.cells
        ? { cells: rowOf(table, row) }
        : { values: object(table.columns.map(({ id, cells }) => [id, cells[row] ?? null])) }),
      // The outermost level, 0, is not written, because it is the default.
      ...(level && deepest !== undefined ? { cellDetails: object([[deepest, { groupLevel: level }]]) } : {}),
    };
  });
  const held = {
    definition: { columns: definition(table, true) },
    headersDefinition: { columns: [{ id: "level0", name: "header0", type: "string" }] },
    data: { tableMetadata: metadataOf(table), rows: [...headerRows(table, options), ...body] },
  };
  return { tables: object([[table.id, held]]) };
}

function headerRows(table: WriterTable, options: RowOptions) {
  const shown = table.columns.filter(({ isHidden }) => options.headerRowsShowHidden || !isHidden);
  const depth = Math.max(1, ...shown.map(({ levels }) => levels.length));
  /** Each column's cells with the row they start on and how many they cover. */
  const stacks = shown.map(({ levels }) => {
    const extra = depth - levels.length;
    let row = 0;
    return levels.map((text, level) => {
      const spans = level === (options.firstSpans ? 0 : levels.length - 1);
      const cell = { text, row, rowspan: spans ? extra + 1 : 1 };
      row += cell.rowspan;
      return cell;
    });
  });
  return Array.from({ length: depth }, (_, row) => {
    const cells: string[] = [];
    const details: [string, unknown][] = [];
    for (let index = 0; index < shown.length; ) {
      const cell = stacks[index]?.find((one) => one.row === row);
      let width = 1;
      while (
        cell &&
        index + width < shown.length &&
        sharesUpTo(shown[index], shown[index + width], stacks, index, width, row)
      )
        width++;
      if (cell) {
        const span = {
          ...(cell.rowspan > 1 ? { rowspan: cell.rowspan } : {}),
          ...(width > 1 ? { colspan: width } : {}),
        };
        details.push([String(cells.length), { ...span, source: shown[index]?.isDimension ? "PRIMARY" : "HEADERS" }]);
        cells.push(cell.text);
      }
      index += width;
    }
    return { rowType: "Header", cells, headerCellDetails: object(details) };
  });
}

type Stack = readonly { readonly text: string; readonly row: number; readonly rowspan: number }[];

/** Whether two columns show the same cells down to this row. */
function sharesUpTo(
  first: WriterColumn | undefined,
  next: WriterColumn | undefined,
  stacks: readonly Stack[],
  index: number,
  width: number,
  row: number,
): boolean {
  if (first?.isDimension || next?.isDimension) return false;
  const upTo = (stack: Stack | undefined) => JSON.stringify(stack?.filter((cell) => cell.row <= row));
  return upTo(stacks[index]) === upTo(stacks[index + width]);
}

export type Runs = "none" | "longest" | "pieces";

/** All ways to write runs. */
export const allRuns: readonly Runs[] = ["none", "longest", "pieces"];

export interface ColumnOptions {
  /** How runs of equal cells are written: not at all, each whole, or in pieces, some of them of a single row. */
  readonly runs: Runs;
  readonly listsRows: boolean;
}

/** The table in the organisation Column. */
export function encodeColumn(table: WriterTable, options: ColumnOptions): unknown {
  const shown = table.columns.filter(({ isDimension, isHidden }) => !isDimension && !isHidden);
  const depth = Math.max(1, ...shown.map(({ levels }) => levels.length));
  const levelIds = Array.from({ length: depth }, (_, level) => `level ${level}`);
  const main = {
    data: {
      columns: object(table.columns.map(({ id, cells }) => [id, writeCells(cells, options)])),
      metadata: { items: metadataOf(table), locations: { table: Object.keys(table.metadata) } },
      ...(options.listsRows
        ? { rows: Array.from({ length: table.rowCount }, (_, row) => ({ id: `row ${row}` })) }
        : {}),
    },
    definition: { columns: definition(table, true), headerTableId: "headers" },
  };
  const headers = {
    data: {
      columns: object(
        levelIds.map((id, level) => [
          id,
          writeCells(
            shown.map(({ levels }) => levels[level] ?? null),
            options,
          ),
        ]),
      ),
      rows: shown.map(({ id }) => ({ id: `header of ${id}` })),
    },
    definition: { columns: levelIds.map((id) => ({ id, name: id, type: "string" })) },
  };
  const tables = object([
    ["headers", headers],
    [table.id, main],
  ]);
  return { primaryTableIds: [table.id], tables };
}

function writeCells(cells: readonly unknown[], { runs }: ColumnOptions): unknown {
  const values: unknown[] = [];
  const ranges: [string, number][] = [];
  for (let row = 0; row < cells.length; ) {
    let length = 1;
    const most = runs === "none" ? 1 : runs === "longest" ? cells.length : 1 + ((row * 7) % 4);
    while (length < most && row + length < cells.length && Object.is(cells[row + length], cells[row])) length++;
    // A run of one row is not necessary, but allowed.
    if (length > 1 || (runs === "pieces" && row % 2 === 0)) ranges.push([String(row), length]);
    values.push(cells[row]);
    row += length;
  }
  return {
    ...(ranges.length > 0 ? { ranges: Object.fromEntries(ranges) } : {}),
    values,
  };
}
