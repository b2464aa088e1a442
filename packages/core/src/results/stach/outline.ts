import { entries, type JsonObject } from "../../json/value.ts";
import { typedValuesOf } from "./decode/columns.ts";
import { asList, asObject } from "./decode/json.ts";
import { BARE_TABLE, findPackages, isBare } from "./decode/read.ts";
import { isHeaderRow } from "./decode/rows.ts";

/** The size of one table of a result. */
export interface TableOutline {
  /** The table's id in the result; in a package of several outputs after the output's name: `trades/table_0`. */
  readonly id: string;
  /** Body rows, header rows not counted. */
  readonly rows: number;
  readonly columns: number;
}

export interface ResultOutline {
  readonly tables: readonly TableOutline[];
  /** What the dates of the request became, `YYYYMMDD`, where the result says so. */
  readonly dates?: { readonly start?: string; readonly end?: string };
}

/**
 * The tables of a parsed STACH result and its absolute dates, whichever of its organisations it has. Never throws: what is not
 * STACH has no tables. Tables that only hold the headers of another are not counted.
 */
export function outlineResult(json: unknown): ResultOutline {
  const root = asObject(json);
  if (root === undefined) return { tables: [] };
  const found = findPackages(root).flatMap(({ held, prefix }) => {
    const tables: [string, JsonObject][] = isBare(held) ? [[BARE_TABLE, held]] : primaryTables(held);
    return tables.map(([id, table]) => ({ id: prefix + id, table }));
  });
  const tables = found.map(({ id, table }) => ({ id, rows: rowCount(table), columns: columnCount(table) }));
  const dates = found.map(({ table }) => absoluteDates(table)).find((one) => one !== undefined);
  return dates ? { tables, dates } : { tables };
}

function primaryTables(held: JsonObject): [string, JsonObject][] {
  const tables = entries(held["tables"]).flatMap(([id, value]): [string, JsonObject][] => {
    const table = asObject(value);
    return table ? [[id, table]] : [];
  });
  const primary = asList(held["primaryTableIds"]);
  // In the order that it names them.
  if (primary) return primary.flatMap((named) => tables.filter(([id]) => id === named));
  const headers = new Set(tables.map(([, table]) => asObject(table["definition"])?.["headerTableId"]));
  return tables.filter(([id]) => !headers.has(id));
}

function columnCount(table: JsonObject): number {
  const defined = asList(asObject(table["definition"])?.["columns"]);
  if (defined) return defined.length;
  return entries(asObject(asObject(table["data"])?.["columns"])).length;
}

function rowCount(table: JsonObject): number {
  const data = asObject(table["data"]) ?? {};
  const listed = asList(data["rows"]) ?? [];
  const columns = asObject(data["columns"]);
  if (listed.length > 0 || columns === undefined) return listed.filter((row) => !isHeader(row)).length;
  const lengths = entries(columns).map(([, column]) => expandedLength(asObject(column)));
  return lengths.reduce((longest, length) => Math.max(longest, length), 0);
}

function isHeader(row: unknown): boolean {
  const held = asObject(row);
  return held !== undefined && isHeaderRow(held);
}

/** How many cells a column has once its runs are expanded: each run of n stands for one value. */
function expandedLength(column: JsonObject | undefined): number {
  const values = asList(column?.["values"]) ?? (column && typedValuesOf(column));
  if (values === undefined) return 0;
  const runs = entries(asObject(column?.["ranges"])).map(([, length]) => Number(length));
  return runs.reduce(
    (sum, length) => sum + (Number.isSafeInteger(length) && length > 0 ? length - 1 : 0),
    values.length,
  );
}

function absoluteDates(table: JsonObject): ResultOutline["dates"] {
  const data = asObject(table["data"]);
  const metadata = asObject(data?.["tableMetadata"]) ?? asObject(asObject(data?.["metadata"])?.["items"]);
  const start = firstText(metadata?.["Absolute Start Date"]);
  const end = firstText(metadata?.["Absolute End Date"]);
  if (start === undefined && end === undefined) return undefined;
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

function firstText(item: unknown): string | undefined {
  const value = asObject(item)?.["value"] ?? item;
  const text = asList(value)?.[0] ?? value;
  return typeof text === "string" && text !== "" ? text : undefined;
}
