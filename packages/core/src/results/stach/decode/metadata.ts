import type { TableMetadata } from "../../table.ts";
import { asList, asObject } from "./json.ts";

/** The metadata of a table: `tableMetadata` as it is, `metadata` under `items`. */
export function readMetadata(tableMetadata: unknown, metadata: unknown): TableMetadata {
  const given = asObject(tableMetadata) ?? asObject(asObject(metadata)?.["items"]) ?? {};
  const items = Object.fromEntries(Object.entries(given).map(([name, item]) => [name, valuesOf(item)]));
  const first = (name: string) => (Object.hasOwn(items, name) ? items[name]?.[0] : undefined);
  const startDate = first("Absolute Start Date");
  const endDate = first("Absolute End Date");
  const currency = first("Currency ISO Code");
  return {
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
    ...(currency ? { currency } : {}),
    items,
  };
}

function valuesOf(item: unknown): string[] {
  const value = asObject(item)?.["value"] ?? item;
  const values = asList(value) ?? (value === null || value === undefined ? [] : [value]);
  return values.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
}
