import { listAt, objectAt, ResultDecodeError } from "../../../json/errors.ts";
import { asObject, asText, type JsonObject, optionalMember } from "../../../json/value.ts";
import type { CellFormat, Column } from "../../table.ts";

/** The definition of a column. */
export interface ColumnDefinition extends Omit<Column, "header" | "values"> {
  readonly description?: string;
  readonly headerId?: string;
}

/** Reads the columns of a `definition`. @throws ResultDecodeError if two have the same id */
export function readDefinition(definition: unknown, path: string): ColumnDefinition[] {
  const listed = objectAt(definition, path)["columns"];
  const columns = listAt(listed ?? [], `${path}.columns`).map((column, index) =>
    readColumn(objectAt(column, `${path}.columns[${index}]`), `${path}.columns[${index}]`, index),
  );
  const ids = new Set<string>();
  for (const [index, { id }] of columns.entries()) {
    if (ids.has(id)) throw new ResultDecodeError(`${path}.columns[${index}].id`, "another column has the same id");
    ids.add(id);
  }
  return columns;
}

function readColumn(column: JsonObject, path: string, index: number): ColumnDefinition {
  const id = idText(column["id"]);
  if (id === undefined) throw new ResultDecodeError(`${path}.id`, "a column needs an id");
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
