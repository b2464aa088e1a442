import { entries, isObject, type JsonObject } from "../../json/value.ts";
import { typeOfArray } from "./decode/columns.ts";
import { asList, asObject, optionalMember } from "./decode/json.ts";
import { readMetadata } from "./decode/metadata.ts";
import { BARE_TABLE, isDefinition } from "./decode/read.ts";
import { isHeaderRow } from "./decode/rows.ts";
import { findUnreadForm } from "./unread-form.ts";

/** The size of one table of a result. */
export interface TableOutline {
  /** The table's id in the result; in a result with several outputs, the name of the output comes first: `trades/table_0`. */
  readonly id: string;
  /** The number of rows, without header rows. */
  readonly rows: number;
  readonly columns: number;
}

export interface ResultOutline {
  readonly tables: readonly TableOutline[];
  /** The days that the dates of the request resolved to, `YYYYMMDD`, if the result states them. */
  readonly dates?: { readonly start?: string; readonly end?: string };
  /** What the result is, if it has tables in a version or a form that is not read, such as `STACH version 3.0`. Then `tables` is empty. */
  readonly unread?: string;
}

/**
 * The sizes of the tables of a parsed STACH result, and its absolute dates. It never throws: a value that is not STACH has no tables.
 * Tables that contain only the headers of another table are left out.
 */
export function outlineResult(json: unknown): ResultOutline {
  const root = asObject(json);
  if (root === undefined) return { tables: [] };
  const unread = findUnreadForm(root);
  if (unread !== undefined) return { tables: [], unread };
  const namedTables = findPackages(root).flatMap(({ content, prefix }) => {
    const tables: [string, JsonObject][] = isBare(content) ? [[BARE_TABLE, content]] : primaryTables(content);
    return tables.map(([id, table]) => ({ id: prefix + id, table }));
  });
  const tables = namedTables.map(({ id, table }) => ({ id, rows: rowCount(table), columns: columnCount(table) }));
  const dates = namedTables.map(({ table }) => absoluteDates(table)).find((one) => one !== undefined);
  return dates ? { tables, dates } : { tables };
}

/** The objects of a parsed result that contain tables or are a table, each with the prefix of the ids of its tables. */
function findPackages(root: JsonObject): { readonly content: JsonObject; readonly prefix: string }[] {
  const data = asObject(root["data"]) ?? root;
  const whole = isPackage(data) ? data : isBare(root) ? root : undefined;
  if (whole) return [{ content: whole, prefix: "" }];
  return entries(data).flatMap(([name, value]) => {
    const output = asObject(value);
    const content = name === "definition" ? undefined : [output, asObject(output?.["data"])].find(isPackage);
    return content ? [{ content, prefix: `${name}/` }] : [];
  });
}

function isPackage(value: JsonObject | undefined): value is JsonObject {
  return value !== undefined && (isObject(value["tables"]) || isBare(value));
}

/** Whether an object is a bare table: it has `definition` and `data`, and no `tables`. */
function isBare(object: JsonObject): boolean {
  return !isObject(object["tables"]) && isDefinition(object["definition"]) && isObject(object["data"]);
}

function primaryTables(object: JsonObject): [string, JsonObject][] {
  const tables = entries(object["tables"]).flatMap(([id, value]): [string, JsonObject][] => {
    const table = asObject(value);
    return table ? [[id, table]] : [];
  });
  const primary = asList(object["primaryTableIds"]);
  // In the order in which the package names them.
  if (primary) return primary.flatMap((primaryId) => tables.filter(([id]) => id === primaryId));
  const headers = new Set(tables.map(([, table]) => asObject(table["definition"])?.["headerTableId"]));
  return tables.filter(([id]) => !headers.has(id));
}

function columnCount(table: JsonObject): number {
  const defined = asList(asObject(table["definition"])?.["columns"]);
  if (defined) return defined.length;
  const data = asObject(table["data"]);
  const columns = asObject(data?.["columns"]);
  if (columns) return entries(columns).length;
  const names = new Set<string>();
  for (const row of asList(data?.["rows"]) ?? []) {
    if (!isHeader(row)) for (const [name] of entries(asObject(asObject(row)?.["values"]))) names.add(name);
  }
  return names.size;
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
  const object = asObject(row);
  return object !== undefined && isHeaderRow(object);
}

/** How many cells a column has when its runs are expanded, since one value stands for a run of several rows. */
function expandedLength(column: JsonObject | undefined): number {
  const typed = entries(column).map(([name, value]) =>
    typeOfArray(name) !== undefined ? asList(asObject(value)?.["values"]) : undefined,
  );
  const values = [asList(column?.["values"]), ...typed].find((list) => list !== undefined);
  if (values === undefined) return 0;
  const lengths = entries(asObject(column?.["ranges"])).map(([, length]) => (typeof length === "number" ? length : 0));
  return lengths.reduce(
    (sum, length) => sum + (Number.isSafeInteger(length) && length > 0 ? length - 1 : 0),
    values.length,
  );
}

function absoluteDates(table: JsonObject): ResultOutline["dates"] {
  const data = asObject(table["data"]);
  const { startDate, endDate } = readMetadata(data?.["tableMetadata"], data?.["metadata"]);
  if (startDate === undefined && endDate === undefined) return undefined;
  return { ...optionalMember("start", startDate), ...optionalMember("end", endDate) };
}
