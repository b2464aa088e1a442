import { ResultDecodeError } from "../errors.ts";
import type { Column, Table } from "../table.ts";
import type { CellStore } from "./cell-store.ts";
import { expandColumn, rowCountOf } from "./columns.ts";
import { type ColumnDefinition, idOf, readDefinition } from "./definition.ts";
import { levelsOfParents, parentsOf } from "./groups.ts";
import { headerOf, headersOfRows, headersOfTable } from "./headers.ts";
import { asList, asObject, type JsonObject, objectAt } from "./json.ts";
import { readMetadata } from "./metadata.ts";
import { findTables, type RawTable } from "./package.ts";
import { RowsBody } from "./rows.ts";

/**
 * The tables of a parsed STACH result, in any of its organisations; the same result gives the same tables in each. A column is stored
 * by its stated type alone; where a cell is not of that type the whole column is kept as JSON, cell by cell as it came. Throws
 * ResultDecodeError where the result is no such result.
 */
export function decodeResult(json: unknown): Table[] {
  return findTables(json).map(decodeTable);
}

function decodeTable(raw: RawTable): Table {
  const data = objectAt(raw.table["data"] ?? {}, `${raw.place}.data`);
  const definitions = readDefinition(raw.table["definition"], `${raw.place}.definition`);
  const body = asObject(data["columns"]) ? columnsBody(raw, data, definitions) : rowsBody(raw, data, definitions);
  return assemble(raw.id, raw.place, definitions, body, readMetadata(data["tableMetadata"], data["metadata"]));
}

/** What the cells of a table come to before the stated types are laid on them. */
export interface Body {
  /** One a column of the definition. */
  readonly stores: readonly CellStore[];
  readonly headers: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly levels?: Uint8Array | undefined;
}

export function assemble(
  id: string,
  place: string,
  definitions: readonly ColumnDefinition[],
  body: Body,
  metadata: Table["metadata"],
): Table {
  const columns = definitions.map(({ description: _description, headerId: _headerId, ...kept }, index): Column => {
    const values = body.stores[index]?.finish(body.rowCount, kept.type, `${place}.definition.columns[${index}]`);
    if (values === undefined) throw new ResultDecodeError(place, `column "${kept.id}" has no cells`);
    return { ...kept, header: body.headers[index] ?? [kept.name], values };
  });
  const levels = body.levels ?? levelsOfParents(definitions, columns, body.rowCount);
  return {
    id,
    rowCount: body.rowCount,
    columns,
    ...(levels ? { groupLevels: levels, parents: parentsOf(levels) } : {}),
    metadata,
  };
}

function rowsBody(raw: RawTable, data: JsonObject, definitions: readonly ColumnDefinition[]): Body {
  const rows = new RowsBody();
  const place = `${raw.place}.data.rows`;
  for (const [index, row] of (asList(data["rows"]) ?? []).entries()) rows.add(row, `${place}[${index}]`);
  return bodyOfRows(rows, definitions, place);
}

export function bodyOfRows(rows: RowsBody, definitions: readonly ColumnDefinition[], place: string): Body {
  const headers =
    rows.headerRows.length > 0 ? headersOfRows(rows.headerRows, definitions, place) : definitions.map(headerOf);
  return { stores: rows.storesOf(definitions, place), headers, rowCount: rows.rowCount, levels: rows.levels() };
}

function columnsBody(raw: RawTable, data: JsonObject, definitions: readonly ColumnDefinition[]): Body {
  const place = `${raw.place}.data`;
  const held = Object.entries(objectAt(data["columns"], `${place}.columns`)).map(([id, column]) => {
    const at = `${place}.columns.${id}`;
    return [id, expandColumn(objectAt(column, at), at)] as const;
  });
  const headerTableId = idOf(asObject(raw.table["definition"])?.["headerTableId"]);
  const headerTable = headerTableId === undefined ? undefined : asObject(raw.siblings[headerTableId]);
  const headers = headerTable
    ? readHeaderTable(headerTable, definitions, raw.place.replace(/[^.]*$/, headerTableId ?? ""))
    : definitions.map(headerOf);
  return bodyOfColumns(new Map(held), data["rows"], headers, definitions, place);
}

export function bodyOfColumns(
  stores: ReadonlyMap<string, CellStore>,
  rows: unknown,
  headers: Body["headers"],
  definitions: readonly ColumnDefinition[],
  place: string,
): Body {
  const rowCount = rowCountOf(
    [...stores].map(([id, store]) => [id, store.length]),
    rows,
    place,
  );
  const defined = new Set(definitions.map(({ id }) => id));
  for (const id of stores.keys()) {
    if (!defined.has(id))
      throw new ResultDecodeError(`${place}.columns.${id}`, "the definition does not have this column");
  }
  return {
    rowCount,
    headers,
    stores: definitions.map(({ id }) => {
      const store = stores.get(id);
      if (store === undefined) throw new ResultDecodeError(`${place}.columns`, `column "${id}" has no cells`);
      return store;
    }),
  };
}

/** The headers of the columns that a table of headers gives. */
export function readHeaderTable(
  table: JsonObject,
  columns: readonly ColumnDefinition[],
  place: string,
): readonly (readonly string[])[] {
  const data = objectAt(table["data"] ?? {}, `${place}.data`);
  const held = asObject(data["columns"]) ?? {};
  const levels = readDefinition(table["definition"], `${place}.definition`).map((level) => {
    const at = `${place}.data.columns.${level.id}`;
    const store = expandColumn(objectAt(Object.hasOwn(held, level.id) ? held[level.id] : {}, at), at);
    const values = store.finish(store.length, "object", at);
    return values.kind === "json" ? values.values : [];
  });
  const rowIds = (asList(data["rows"]) ?? []).map((row) => idOf(asObject(row)?.["id"]));
  return headersOfTable(rowIds, levels, columns);
}
