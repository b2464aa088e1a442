import { ResultDecodeError } from "../../../json/errors.ts";
import type { JsonObject } from "../../../json/value.ts";
import { asObject, asText, listAt, objectAt } from "./json.ts";

/** The definition of a column. */
export interface ColumnDefinition {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** Lower case. */
  readonly type: string;
  readonly isDimension: boolean;
  readonly isHidden: boolean;
  readonly parentId?: string;
  readonly nextSiblingId?: string;
  readonly headerId?: string;
  readonly format?: string;
  readonly nullFormat?: string;
  readonly align?: "left" | "center" | "right";
}

/** Reads the columns of a `definition`. @throws ResultDecodeError where two have the same id */
export function readDefinition(definition: unknown, place: string): ColumnDefinition[] {
  const listed = objectAt(definition, place)["columns"];
  const columns = listAt(listed ?? [], `${place}.columns`).map((column, index) =>
    readColumn(objectAt(column, `${place}.columns[${index}]`), `${place}.columns[${index}]`, index),
  );
  const seen = new Set<string>();
  for (const [index, { id }] of columns.entries()) {
    if (seen.has(id)) throw new ResultDecodeError(`${place}.columns[${index}].id`, "another column has the same id");
    seen.add(id);
  }
  return columns;
}

function readColumn(column: JsonObject, place: string, index: number): ColumnDefinition {
  const id = idText(column["id"]);
  if (id === undefined) throw new ResultDecodeError(`${place}.id`, "a column needs an id");
  const format = asObject(column["format"]);
  const align = asText(format?.["halign"])?.toLowerCase();
  return {
    id,
    // An id means nothing to a reader, and may differ in the next result.
    name: asText(column["name"]) ?? asText(column["description"]) ?? `Column ${index + 1}`,
    type: (asText(column["type"]) ?? "").toLowerCase(),
    isDimension: column["isDimension"] === true,
    isHidden: column["isHidden"] === true,
    ...optional("description", asText(column["description"])),
    ...optional("parentId", idText(column["parentId"])),
    ...optional("nextSiblingId", idText(column["nextSiblingId"])),
    ...optional("headerId", idText(column["headerId"])),
    ...optional("format", asText(format?.["format"])),
    ...(typeof format?.["nullFormat"] === "string" ? { nullFormat: format["nullFormat"] } : {}),
    ...(align === "left" || align === "center" || align === "right" ? { align } : {}),
  };
}

/** An id as text; 0 is an id. */
export function idText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asText(value);
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  // An object literal with a computed key has no exact type.
  const made: { [P in K]?: V } = {};
  if (value !== undefined) made[key] = value;
  return made;
}
