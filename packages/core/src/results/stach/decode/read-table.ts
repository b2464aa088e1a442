import { numberOf } from "../../../json/exact-number.ts";
import { asList, asObject, asText, optionalMember } from "../../../json/value.ts";
import type { TableMetadata } from "../../table.ts";
import { typeOfArray, type WrittenColumn } from "./columns.ts";
import { idText } from "./definition.ts";
import { RowsBody } from "./rows.ts";

/** A table as it was read, before the stated types decide how its cells are stored. */
export class ReadTable {
  readonly path: string;
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

  constructor(path: string, key = path) {
    this.path = path;
    this.key = key;
    this.rows = new RowsBody(`${path}.data.rows`);
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

/** Whether a package is of version 1: it states that, or it states no version and has the typed arrays that only version 1 has. */
export function isVersion1Package({ version, tables }: ReadPackage): boolean {
  const stated = idText(version);
  if (stated !== undefined) return /^v?1(\.|$)/i.test(stated);
  return [...tables.values()].some(hasTypedArrays);
}

function hasTypedArrays({ columns }: ReadTable): boolean {
  return [...(columns?.values() ?? [])].some(({ arrayType }) => arrayType !== undefined);
}

/**
 * A cell of a version 1 table. That version has no null, so one value of each type stands for it. A whole number of 64 bits may be written
 * as text.
 * @param type the type of the column, in lower case
 */
export function version1Cell(cell: unknown, type: string): unknown {
  switch (type) {
    case "string":
      return cell === "null" ? null : cell;
    case "double":
    case "float":
      return cell === "NaN" || Number.isNaN(cell) ? null : cell;
    case "int32":
      return cell === MAX_INT32 ? null : cell;
    case "int64":
      return int64Cell(cell);
    case "timestamp":
      return typeof cell === "string" && LAST_TIMESTAMP.test(cell) ? null : cell;
    default:
      return cell;
  }
}

const MAX_INT32 = 2 ** 31 - 1;
const MAX_INT64 = String(2n ** 63n - 1n);
const LAST_TIMESTAMP = /^9999-12-31T23:59:59(?:\.\d+)?(?:Z|[+-]00:00)$/i;
const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,18})$/;

function int64Cell(cell: unknown): unknown {
  const number = typeof cell === "string" && WHOLE_NUMBER.test(cell) ? numberOf(cell) : cell;
  // JSON.parse rounds the largest number of 64 bits up to 2^63, which no number of 64 bits has.
  const isNull = number === 2 ** 63 || JSON.stringify(number) === MAX_INT64;
  return isNull ? null : number;
}

/**
 * The metadata of a table: `tableMetadata` as it is, `metadata` under `items`. An item of version 1 has its name in it, since its key is an
 * id: `{name, stringValue}` or `{name, stringArray: {values}}`.
 */
export function readMetadata(tableMetadata: unknown, metadata: unknown): TableMetadata {
  const written = asObject(tableMetadata) ?? asObject(asObject(metadata)?.["items"]) ?? {};
  const valuesByName = new Map<string, string[]>();
  for (const [key, item] of Object.entries(written)) {
    const name = asText(asObject(item)?.["name"]) ?? key;
    valuesByName.set(name, [...(valuesByName.get(name) ?? []), ...valuesOf(item)]);
  }
  const first = (name: string) => asText(valuesByName.get(name)?.[0]);
  return {
    ...optionalMember("startDate", dayOf(first("Absolute Start Date"))),
    ...optionalMember("endDate", dayOf(first("Absolute End Date"))),
    ...optionalMember("currency", first("Currency ISO Code")),
    items: Object.fromEntries(valuesByName),
  };
}

/** The values of an item as text. */
function valuesOf(item: unknown): string[] {
  const values = writtenValues(item).filter((value) => value !== null && value !== undefined);
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
}

function writtenValues(item: unknown): readonly unknown[] {
  const members = asObject(item);
  if (members?.["value"] !== undefined) return listOf(members["value"]);
  for (const [name, value] of Object.entries(members ?? {})) {
    const type = /^(.+)Value$/.exec(name)?.[1]?.toLowerCase() ?? typeOfArray(name);
    if (type === undefined) continue;
    return listOf(asObject(value)?.["values"] ?? value).map((cell) => version1Cell(cell, type));
  }
  return members?.["name"] === undefined ? listOf(item) : [];
}

/** A day as `YYYYMMDD`, also if the item has it as a time: `2024-01-31T00:00:00Z`. */
function dayOf(text: string | undefined): string | undefined {
  return text?.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T.*)?$/, "$1$2$3");
}

function listOf(value: unknown): readonly unknown[] {
  return asList(value) ?? [value];
}
