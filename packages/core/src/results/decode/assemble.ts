import { ResultDecodeError } from "../errors.ts";
import type { Column, Table } from "../table.ts";
import type { CellStore } from "./cell-store.ts";
import { type Counting, countingOf, expandColumn, rowCountOf, type WrittenColumn } from "./columns.ts";
import { type ColumnDefinition, idOf, readDefinition } from "./definition.ts";
import { levelsOfParents, parentsOf } from "./groups.ts";
import { headerOf, headersOfRows, headersOfTable } from "./headers.ts";
import { asList, asObject } from "./json.ts";
import { readMetadata } from "./metadata.ts";
import type { ReadPackage, ReadTable } from "./read.ts";

/** The tables that a result is about, of the packages as they were read. */
export function assemble(packages: readonly ReadPackage[]): Table[] {
  const counting = countingOf(packages.flatMap(columnsOf));
  return packages.flatMap((held) =>
    primaryIds(held).map((id) => {
      const table = held.tables.get(id);
      if (table === undefined) throw new ResultDecodeError(`${held.path}tables.${id}`, "there is no such table");
      return assembleTable(held.prefix + id, table, held.tables, counting);
    }),
  );
}

function columnsOf(held: ReadPackage): WrittenColumn[] {
  return [...held.tables.values()].flatMap((table) => [...(table.columns?.values() ?? [])]);
}

/** Those the package names, or all that are not the headers of another. */
export function primaryIds(held: ReadPackage): string[] {
  const named = asList(held.primaryTableIds);
  if (named) {
    return named.map((id, index) => {
      if (typeof id === "string") return id;
      throw new ResultDecodeError(`${held.path}primaryTableIds[${index}]`, "the id of a table is a text");
    });
  }
  const headers = new Set([...held.tables.values()].map(headerTableId));
  return [...held.tables.keys()].filter((id) => !headers.has(id));
}

function headerTableId(table: ReadTable): string | undefined {
  return idOf(asObject(table.definition)?.["headerTableId"]);
}

/** What the cells of a table come to before the stated types are laid on them. */
interface Body {
  /** One a column of the definition. */
  readonly stores: readonly CellStore[];
  readonly headers: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly levels: Uint8Array | undefined;
}

function assembleTable(
  id: string,
  table: ReadTable,
  siblings: ReadonlyMap<string, ReadTable>,
  counting: Counting,
): Table {
  const place = `${table.place}.definition`;
  const definitions = readDefinition(table.definition, place);
  const body = table.columns
    ? bodyOfColumns(table, table.columns, siblings, definitions, counting)
    : bodyOfRows(table, definitions);
  const columns = definitions.map(({ description: _description, headerId: _headerId, ...kept }, index): Column => {
    const values = body.stores[index]?.finish(body.rowCount, kept.type, `${place}.columns[${index}]`);
    if (values === undefined) throw new ResultDecodeError(`${place}.columns[${index}]`, "the column has no cells");
    return { ...kept, header: body.headers[index] ?? [kept.name], values };
  });
  const levels = body.levels ?? levelsOfParents(definitions, columns, body.rowCount);
  return {
    id,
    rowCount: body.rowCount,
    columns,
    ...(levels ? { groupLevels: levels, parents: parentsOf(levels) } : {}),
    metadata: readMetadata(table.tableMetadata, table.metadata),
  };
}

function bodyOfRows({ rows, listedRows, place }: ReadTable, definitions: readonly ColumnDefinition[]): Body {
  const at = `${place}.data.rows`;
  if (listedRows > 0) throw new ResultDecodeError(at, "a row has neither values nor cells");
  const headers =
    rows.headerRows.length > 0 ? headersOfRows(rows.headerRows, definitions, at) : definitions.map(headerOf);
  return { stores: rows.storesOf(definitions, at), headers, rowCount: rows.rowCount, levels: rows.levels() };
}

function bodyOfColumns(
  table: ReadTable,
  written: ReadonlyMap<string, WrittenColumn>,
  siblings: ReadonlyMap<string, ReadTable>,
  definitions: readonly ColumnDefinition[],
  counting: Counting,
): Body {
  const place = `${table.place}.data`;
  if (table.rows.rowCount > 0) throw new ResultDecodeError(`${place}.rows`, "cells by rows and by columns");
  const defined = new Set(definitions.map(({ id }) => id));
  const undefinedId = [...written.keys()].find((id) => !defined.has(id));
  if (undefinedId !== undefined) {
    throw new ResultDecodeError(`${place}.columns.${undefinedId}`, "the definition does not have this column");
  }
  const stores = definitions.map(({ id }) => {
    const column = written.get(id);
    if (column === undefined) throw new ResultDecodeError(`${place}.columns`, `column "${id}" has no cells`);
    return expandColumn(column, counting);
  });
  const lengths = new Map(definitions.map(({ id }, index) => [id, stores[index]?.length ?? 0]));
  const headerTable = siblings.get(headerTableId(table) ?? "");
  return {
    stores,
    headers: headerTable ? headersBy(headerTable, definitions, counting) : definitions.map(headerOf),
    rowCount: rowCountOf(lengths, table.listedRows, place),
    levels: undefined,
  };
}

/** The headers that a table of headers gives to the columns. */
function headersBy(headerTable: ReadTable, columns: readonly ColumnDefinition[], counting: Counting): Body["headers"] {
  const place = `${headerTable.place}.definition`;
  const levels = readDefinition(headerTable.definition, place).map(({ id }) => {
    const column = headerTable.columns?.get(id);
    const store = column && expandColumn(column, counting);
    const values = store?.finish(store.length, "object", place);
    return values?.kind === "json" ? values.values : [];
  });
  return headersOfTable(headerTable.rowIds, levels, columns);
}
