import type { WrittenColumn } from "./columns.ts";
import { asObject } from "./json.ts";
import { RowsBody } from "./rows.ts";

/** A table as it was read, before the stated types decide how its cells are stored. */
export class ReadTable {
  readonly place: string;
  /** Identifies the table. Two tables may have the same place, since ids may contain dots. */
  readonly key: string;
  definition: unknown;
  tableMetadata: unknown;
  metadata: unknown;
  /** The members that a table of another form has, without its rows: `columns`, `rows`, `table`. */
  readonly otherForm = new Map<string, unknown>();
  rows: RowsBody;
  /** The columns that rows of values name, for a table that does not define its columns; undefined if no row has values. */
  valueKeys: readonly string[] | undefined;
  /** Present if the table is organised by columns. */
  columns: Map<string, WrittenColumn> | undefined;

  constructor(place: string, key = place) {
    this.place = place;
    this.key = key;
    this.rows = new RowsBody(`${place}.data.rows`);
  }
}

/** Tables that refer to each other, and the ids of the primary ones. */
export interface ReadPackage {
  /** What precedes the ids of its tables: `trades/` in a result with several outputs. */
  readonly prefix: string;
  /** What precedes the places in it: `trades.`. */
  readonly path: string;
  readonly primaryTableIds: unknown;
  /** The version that it states, such as `1.0`. */
  readonly version: unknown;
  readonly tables: ReadonlyMap<string, ReadTable>;
}

/** The id of a table without a package around it, and its name in places. */
export const BARE_TABLE = "table";

/** Whether rows of values alone say which columns a table has. */
export function isWithoutDefinition({ definition, columns }: Pick<ReadTable, "definition" | "columns">): boolean {
  const members = asObject(definition ?? {});
  return columns === undefined && members !== undefined && (members["columns"] ?? undefined) === undefined;
}

/** Whether a definition is that of a table: it lists columns. */
export function isDefinition(definition: unknown): boolean {
  return Array.isArray(asObject(definition)?.["columns"]);
}
