import { ResultDecodeError } from "../errors.ts";
import { readColumn, type WrittenColumn } from "./columns.ts";
import { idOf } from "./definition.ts";
import { asObject, isObject, objectAt } from "./json.ts";
import { RowsBody } from "./rows.ts";

/** More ids of rows than any table of headers has need not be kept. */
const MOST_ROW_IDS = 100_000;

/** A table as it was read, before the stated types are laid on its cells. */
export class ReadTable {
  readonly place: string;
  definition: unknown;
  tableMetadata: unknown;
  metadata: unknown;
  rows = new RowsBody();
  /** Present where the table is organised by columns. */
  columns: Map<string, WrittenColumn> | undefined;
  /** Rows of a table by columns are listed by their ids alone. */
  rowIds: (string | undefined)[] = [];
  listedRows = 0;

  constructor(place: string) {
    this.place = place;
  }

  /** Takes one element of `data.rows`: a row with cells, or in a table by columns its id. */
  addRow(row: unknown, index: number): void {
    const place = `${this.place}.data.rows[${index}]`;
    if (!isObject(row)) throw new ResultDecodeError(place, "a row is an object");
    if ("values" in row || "cells" in row || "rowType" in row) {
      this.rows.add(row, place);
      return;
    }
    if (this.listedRows < MOST_ROW_IDS) this.rowIds.push(idOf(row["id"]));
    this.listedRows++;
  }
}

/** Tables that refer to each other, and which of them are what the result is about. */
export interface ReadPackage {
  /** Before the ids of its tables: `trades/` in a result of several outputs. */
  readonly prefix: string;
  /** Before the places in it: `trades.`. */
  readonly path: string;
  readonly primaryTableIds: unknown;
  readonly tables: ReadonlyMap<string, ReadTable>;
}

/** The packages of parsed JSON, whether wrapped in `{data}` or not: one, or one for each output. */
export function readPackages(json: unknown): ReadPackage[] {
  const root = asObject(json);
  const data = asObject(root?.["data"]) ?? root;
  if (data === undefined) throw new ResultDecodeError("", "the result is no JSON object");
  if (isObject(data["tables"])) return [readPackage(data, "", "")];
  const found = Object.entries(data).flatMap(([name, value]): ReadPackage[] => {
    const output = asObject(value);
    if (output && isObject(output["tables"])) return [readPackage(output, `${name}/`, `${name}.`)];
    const inner = asObject(output?.["data"]);
    return inner && isObject(inner["tables"]) ? [readPackage(inner, `${name}/`, `${name}.data.`)] : [];
  });
  if (found.length === 0) throw new ResultDecodeError("", "the result has no tables");
  return found;
}

function readPackage(held: Readonly<Record<string, unknown>>, prefix: string, path: string): ReadPackage {
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
