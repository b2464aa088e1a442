import { asList, asObject, asText, optionalMember } from "../../../json/value.ts";
import type { TableMetadata } from "../../table.ts";
import { typeOfArray } from "./columns.ts";
import { version1Cell } from "./read.ts";

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
    return listOf(asObject(value)?.["values"] ?? value).map((one) => version1Cell(one, type));
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
