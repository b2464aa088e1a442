import { readWholeBytes } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { asList, asObject } from "../../../json/value.ts";
import { cellValue } from "../../cells.ts";
import { withScales } from "../../format/column-format.ts";
import type { CellFormats, Column, Table } from "../../table.ts";
import { readResult } from "../stream/read-result.ts";
import { joinFormats } from "./cell-formats.ts";
import type { CellStore } from "./cell-store.ts";
import { expandColumn, formatsOfColumn, rowCountOf, type WrittenColumn } from "./columns.ts";
import { type ColumnDefinition, idText, readDefinition } from "./definition.ts";
import { headerOf, headersOfRows, headersOfTable } from "./headers.ts";
import {
  isVersion1Package,
  isWithoutDefinition,
  type ReadPackage,
  type ReadTable,
  readMetadata,
  version1Cell,
} from "./read-table.ts";
import { levelsOfParents, parentsOf } from "./rows.ts";
import { isExact } from "./storage.ts";

/**
 * The primary tables of the packages of a result.
 * @param digits whether the numbers have all their digits, or are from `JSON.parse`, which may have rounded them
 */
export function assemble(packages: readonly ReadPackage[], digits: "kept" | "rounded" = "kept"): Table[] {
  return primaryTables(packages).map((primary) => {
    const table = assembleTable(primary);
    if (digits === "rounded") checkExact(table.columns, `${primary.table.path}.definition`);
    return table;
  });
}

/** A primary table: one that the package names, or one that is not the header table of another. */
interface PrimaryTable {
  readonly id: string;
  readonly table: ReadTable;
  readonly siblings: ReadonlyMap<string, ReadTable>;
  readonly isVersion1: boolean;
}

function primaryTables(packages: readonly ReadPackage[]): PrimaryTable[] {
  return packages.flatMap((readPackage) => {
    const isVersion1 = isVersion1Package(readPackage);
    return primaryIds(readPackage).map((id) => {
      const table = readPackage.tables.get(id);
      if (table === undefined)
        throw new ResultDecodeError(
          `${readPackage.path}tables.${id}`,
          "the package names this table and does not have it",
        );
      return { id: readPackage.prefix + id, table, siblings: readPackage.tables, isVersion1 };
    });
  });
}

/** The ids that the package names, or those of all tables that are not header tables. */
function primaryIds(readPackage: ReadPackage): string[] {
  const ids = asList(readPackage.primaryTableIds);
  if (ids) {
    return ids.map((id, index) => {
      if (typeof id === "string") return id;
      throw new ResultDecodeError(`${readPackage.path}primaryTableIds[${index}]`, "the id of a table must be text");
    });
  }
  const headers = new Set([...readPackage.tables.values()].map(headerTableId));
  return [...readPackage.tables.keys()].filter((id) => !headers.has(id));
}

/** The id of the table that holds the headers of this table. */
function headerTableId(table: ReadTable): string | undefined {
  return idText(asObject(table.definition)?.["headerTableId"]);
}

/** The cells of a table, before the stated types decide how they are stored. */
interface Body {
  /** One for each column of the definition. */
  readonly stores: readonly CellStore[];
  readonly rowCount: number;
  readonly levels: Uint8Array | undefined;
  /** The formats that the cells of a column, or its rows, have of their own. */
  readonly formats: (column: number) => CellFormats | undefined;
}

type Headers = readonly (readonly string[])[];

function assembleTable(primary: PrimaryTable): Table {
  const { id, table, isVersion1 } = primary;
  const { path, tableMetadata, metadata } = table;
  const definitions = definitionsOf(table);
  const headers = headersOf(primary, definitions);
  const body = table.columns ? bodyOfColumns(table, definitions) : bodyOfRows(table, definitions);
  const columns = definitions.map(
    ({ description: _description, headerId: _headerId, ...definition }, index): Column => {
      const store = body.stores[index];
      const type = isWithoutDefinition(table) ? (store?.typeOfCells ?? "") : definition.type;
      const cells = isVersion1 ? store?.mapped((cell) => version1Cell(cell, type)) : store;
      const values = cells?.finish(body.rowCount, type);
      if (values === undefined) {
        throw new ResultDecodeError(`${path}.definition.columns[${index}]`, "the column has no cells");
      }
      const formats = body.formats(index);
      return {
        ...definition,
        type,
        header: headers[index] ?? [definition.name],
        values: formats === undefined ? values : { ...values, formats },
      };
    },
  );
  const levels = body.levels ?? levelsOfParents(definitions, columns, body.rowCount);
  return {
    id,
    rowCount: body.rowCount,
    columns: withScales(columns),
    ...(levels ? { groupLevels: levels, parents: parentsOf(levels) } : {}),
    metadata: readMetadata(tableMetadata, metadata),
  };
}

/** The columns of a table. A typed array states a type that the definition leaves out; without a definition, the rows name the columns. */
function definitionsOf(table: ReadTable): ColumnDefinition[] {
  const { definition, path, columns, valueKeys } = table;
  if (valueKeys !== undefined && isWithoutDefinition(table))
    return valueKeys.map((id, index) => ({
      id,
      name: id || `Column ${index + 1}`,
      type: "",
      isDimension: false,
      isHidden: false,
    }));
  return readDefinition(definition, `${path}.definition`).map((column) =>
    column.type === "" ? { ...column, type: columns?.get(column.id)?.arrayType ?? "" } : column,
  );
}

function headersOf({ table, siblings, isVersion1 }: PrimaryTable, definitions: readonly ColumnDefinition[]): Headers {
  const { headerRows } = table.rows;
  // The order of the names in rows of values need not be that of the header cells.
  if (isWithoutDefinition(table)) return definitions.map(headerOf);
  if (headerRows.length > 0) return headersOfRows(headerRows, definitions, `${table.path}.data.rows`);
  const headerTable = table.columns && siblings.get(headerTableId(table) ?? "");
  return headerTable ? headersBy(headerTable, isVersion1, definitions) : definitions.map(headerOf);
}

function bodyOfRows({ rows, path }: ReadTable, definitions: readonly ColumnDefinition[]): Body {
  if (rows.listedRows > 0) throw new ResultDecodeError(`${path}.data.rows`, "a row has neither values nor cells");
  const { rowCount } = rows;
  const formats = rows.formats.byRow(rowCount);
  return { stores: rows.storesOf(definitions), rowCount, levels: rows.levels(), formats: () => formats };
}

function bodyOfColumns(table: ReadTable, definitions: readonly ColumnDefinition[]): Body {
  const columns = definedColumns(table, definitions);
  // Checked first: a column that is too long is refused before its rows take memory.
  const rowCount = rowCountOf(columns, table.rows.listedRows);
  const rowFormats = table.rows.formats.byRow(rowCount);
  return {
    stores: columns.map(expandColumn),
    rowCount,
    levels: undefined,
    formats: (index) => joinFormats(columns[index] && formatsOfColumn(columns[index], rowCount), rowFormats),
  };
}

/** The columns of a column-organised table, in the order of its definition. */
function definedColumns(table: ReadTable, definitions: readonly { readonly id: string }[]): WrittenColumn[] {
  const path = `${table.path}.data`;
  if (table.rows.rowCount > 0)
    throw new ResultDecodeError(`${path}.rows`, "the table has cells by rows and by columns");
  const written = table.columns ?? new Map<string, WrittenColumn>();
  const definedIds = new Set(definitions.map(({ id }) => id));
  const unknown = [...written.keys()].find((id) => !definedIds.has(id));
  if (unknown !== undefined) {
    throw new ResultDecodeError(`${path}.columns.${unknown}`, "the definition does not have this column");
  }
  return definitions.map(({ id }) => {
    const column = written.get(id);
    if (column === undefined) throw new ResultDecodeError(`${path}.columns`, `column "${id}" has no cells`);
    return column;
  });
}

/** The headers of the columns, from a header table. */
function headersBy(headerTable: ReadTable, isVersion1: boolean, columns: readonly ColumnDefinition[]): Headers {
  const levels = definitionsOf(headerTable).map(({ id, type }) => {
    const column = headerTable.columns?.get(id);
    const expanded = column && expandColumn(column);
    const store = isVersion1 ? expanded?.mapped((cell) => version1Cell(cell, type)) : expanded;
    const values = store?.finish(store.length, "object");
    return values?.kind === "json" ? values.values : [];
  });
  return headersOfTable(headerTable.rows.rowIds, levels, columns);
}

/**
 * Checks that `JSON.parse` has not rounded a number in a column of whole numbers or keys.
 * @param path where it is: the definition
 * @throws ResultDecodeError if such a column has a whole number beyond 2^53
 */
function checkExact(columns: readonly Column[], path: string): void {
  for (const [index, column] of columns.entries()) {
    const { type, values } = column;
    if (!isExact(type) || values.kind === "text") continue;
    for (let row = 0; row < values.values.length; row++) {
      const cell = cellValue(column, row);
      if (!Number.isInteger(cell) || Number.isSafeInteger(cell)) continue;
      throw new ResultDecodeError(
        `${path}.columns[${index}]`,
        `row ${row} holds ${cell}, which JSON.parse may have rounded, in a column of type ${type}: decode the bytes instead`,
      );
    }
  }
}

/**
 * The tables of a parsed STACH result. Each organisation of the same result gives the same tables. Only the stated type of a column decides
 * how it is stored; if a cell has another type, the whole column is kept as JSON.
 * @throws ResultDecodeError if the value is not a result, or if `JSON.parse` may have rounded a whole number or a key: use
 * `decodeResultBytes`, which keeps all digits
 */
export function decodeResult(json: unknown): Table[] {
  const text = JSON.stringify(json) ?? "null";
  return assemble(
    readWholeBytes(new TextEncoder().encode(text), (cursor) => readResult(cursor)),
    "rounded",
  );
}
