import { ResultDecodeError } from "../../../json/errors.ts";
import { isObject, type JsonObject } from "../../../json/value.ts";
import { readColumn, type WrittenColumn } from "./columns.ts";
import { idText } from "./definition.ts";
import { asObject, objectAt } from "./json.ts";
import { RowsBody } from "./rows.ts";

/** Row ids serve to read header tables, which are shorter. */
const MOST_ROW_IDS = 100_000;

/** A table as read, before its cells are stored by the stated types. */
export class ReadTable {
  readonly place: string;
  /** Identifies the table. Two tables may have the same place, since ids may contain dots. */
  readonly key: string;
  definition: unknown;
  tableMetadata: unknown;
  metadata: unknown;
  rows = new RowsBody();
  /** Present where the table is organised by columns. */
  columns: Map<string, WrittenColumn> | undefined;
  /** The row ids that a column-organised table lists. */
  rowIds: (string | undefined)[] = [];
  listedRows = 0;

  constructor(place: string, key = place) {
    this.place = place;
    this.key = key;
  }

  /** Adds an element of `data.rows`: a row with cells, or the id of a row of a column-organised table. */
  addRow(row: unknown, index: number): void {
    const place = `${this.place}.data.rows[${index}]`;
    if (!isObject(row)) throw new ResultDecodeError(place, "a row must be an object");
    if ("values" in row || "cells" in row || "rowType" in row) {
      this.rows.add(row, place);
      return;
    }
    if (this.listedRows < MOST_ROW_IDS) this.rowIds.push(idText(row["id"]));
    this.listedRows++;
  }
}

/** Tables that refer to each other, and the ids of the primary ones. */
export interface ReadPackage {
  /** Before the ids of its tables: `trades/` in a result of several outputs. */
  readonly prefix: string;
  /** Before the places in it: `trades.`. */
  readonly path: string;
  readonly primaryTableIds: unknown;
  readonly tables: ReadonlyMap<string, ReadTable>;
}

/** The id of a table without a package around it, and its name in places. */
export const BARE_TABLE = "table";

/** A package of a bare table alone. */
export function bareTable(table: ReadTable, prefix: string, path: string): ReadPackage {
  return { prefix, path, primaryTableIds: [BARE_TABLE], tables: new Map([[BARE_TABLE, table]]) };
}

/** Whether a definition is that of a table: it lists columns. */
export function isDefinition(definition: unknown): boolean {
  return Array.isArray(asObject(definition)?.["columns"]);
}

/** The packages of parsed JSON, whether wrapped in `{data}` or not: one (or a bare table), or one for each output. */
export function readPackages(json: unknown): ReadPackage[] {
  const root = asObject(json);
  if (root === undefined) throw new ResultDecodeError("", "the result is not a JSON object");
  const found = findPackages(root).map(({ held, prefix, path }) => readPackage(held, prefix, path));
  if (found.length === 0) throw new ResultDecodeError("", "the result has no tables");
  return found;
}

/** An object that holds tables, or is a table. */
export interface FoundPackage {
  readonly held: JsonObject;
  readonly prefix: string;
  readonly path: string;
}

/** Finds the packages of a parsed result. */
export function findPackages(root: JsonObject): FoundPackage[] {
  const data = asObject(root["data"]) ?? root;
  const whole = isPackage(data) ? data : isBare(root) ? root : undefined;
  if (whole) return [{ held: whole, prefix: "", path: "" }];
  return Object.entries(data).flatMap(([name, value]): FoundPackage[] => {
    const output = asObject(value);
    const inner = asObject(output?.["data"]);
    if (name === "definition" || output === undefined) return [];
    if (isPackage(output)) return [{ held: output, prefix: `${name}/`, path: `${name}.` }];
    return inner && isPackage(inner) ? [{ held: inner, prefix: `${name}/`, path: `${name}.data.` }] : [];
  });
}

function isPackage(held: JsonObject): boolean {
  return isObject(held["tables"]) || isBare(held);
}

/** Whether an object is a bare table: it has `definition` and `data`, and no `tables`. */
export function isBare(held: JsonObject): boolean {
  return !isObject(held["tables"]) && isDefinition(held["definition"]) && isObject(held["data"]);
}

function readPackage(held: JsonObject, prefix: string, path: string): ReadPackage {
  if (isBare(held)) return bareTable(readTable(held, `${path}${BARE_TABLE}`), prefix, path);
  const tables = Object.entries(objectAt(held["tables"], `${path}tables`)).map(
    ([id, table]) => [id, readTable(table, `${path}tables.${id}`)] as const,
  );
  return { prefix, path, primaryTableIds: held["primaryTableIds"], tables: new Map(tables) };
}

function readTable(json: unknown, place: string): ReadTable {
  const held = objectAt(json, place);
  const table = new ReadTable(place);
  table.definition = held["definition"];
  const data = asObject(held["data"]) ?? {};
  table.tableMetadata = data["tableMetadata"];
  table.metadata = data["metadata"];
  const columns = asObject(data["columns"]);
  if (columns) {
    table.columns = new Map(
      Object.entries(columns).map(([id, column]) => [id, readColumn(column, `${place}.data.columns.${id}`)]),
    );
  }
  const rows = data["rows"];
  if (Array.isArray(rows)) {
    for (let index = 0; index < rows.length; index++) table.addRow(rows[index], index);
  }
  return table;
}
