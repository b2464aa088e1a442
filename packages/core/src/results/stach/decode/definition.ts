import { ResultDecodeError } from "../../../json/errors.ts";
import { isObject, type JsonObject } from "../../../json/value.ts";
import type { CellFormat, Column } from "../../table.ts";

/** The value as an object; undefined if it is not an object. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The value as text; undefined if it is not text or is empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An object with this member, or an empty one if the value is undefined. */
export function optionalMember<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // An object literal with a computed key has no exact type.
  const object: { [P in K]?: V } = {};
  if (value !== undefined) object[key] = value;
  return object;
}

export function objectAt(value: unknown, place: string): JsonObject {
  if (isObject(value)) return value;
  throw new ResultDecodeError(place, `an object is expected, not ${kindOf(value)}`);
}

export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ResultDecodeError(place, `a list is expected, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}

/** The order of keys in a JavaScript object: whole numbers come first. */
export function inObjectOrder(keys: readonly string[]): string[] {
  return Object.keys(Object.fromEntries(keys.map((key) => [key, true])));
}

/** The definition of a column. */
export interface ColumnDefinition extends Omit<Column, "header" | "values"> {
  readonly description?: string;
  readonly headerId?: string;
}

/** Reads the columns of a `definition`. @throws ResultDecodeError if two have the same id */
export function readDefinition(definition: unknown, place: string): ColumnDefinition[] {
  const listed = objectAt(definition, place)["columns"];
  const columns = listAt(listed ?? [], `${place}.columns`).map((column, index) =>
    readColumn(objectAt(column, `${place}.columns[${index}]`), `${place}.columns[${index}]`, index),
  );
  const ids = new Set<string>();
  for (const [index, { id }] of columns.entries()) {
    if (ids.has(id)) throw new ResultDecodeError(`${place}.columns[${index}].id`, "another column has the same id");
    ids.add(id);
  }
  return columns;
}

function readColumn(column: JsonObject, place: string, index: number): ColumnDefinition {
  const id = idText(column["id"]);
  if (id === undefined) throw new ResultDecodeError(`${place}.id`, "a column needs an id");
  return {
    id,
    // An id means nothing to a reader, and may differ in the next result.
    name: asText(column["name"]) ?? asText(column["description"]) ?? `Column ${index + 1}`,
    type: (asText(column["type"]) ?? "").toLowerCase(),
    isDimension: column["isDimension"] === true,
    isHidden: column["isHidden"] === true,
    ...optionalMember("description", asText(column["description"])),
    ...optionalMember("parentId", idText(column["parentId"])),
    ...optionalMember("nextSiblingId", idText(column["nextSiblingId"])),
    ...optionalMember("headerId", idText(column["headerId"])),
    ...readFormat(column["format"]),
  };
}

/** The `format` of a column, a row or a cell. */
export function readFormat(written: unknown): CellFormat {
  const format = asObject(written);
  return {
    ...optionalMember("format", asText(format?.["format"])),
    ...optionalMember("nullFormat", typeof format?.["nullFormat"] === "string" ? format["nullFormat"] : undefined),
    ...optionalMember("align", asAlign(asText(format?.["halign"])?.toLowerCase())),
  };
}

/** An id or a version as text, which can be a number (0 is an id); undefined for anything else. */
export function idText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asText(value);
}

/** The alignment of a column; undefined for anything else. */
export function asAlign(value: unknown): Column["align"] {
  return value === "left" || value === "center" || value === "right" ? value : undefined;
}
