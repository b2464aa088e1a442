import { escapeJson } from "@analytics-engines/core/basics";

/** A value as JSON that is safe to print, indented by default. Numbers that JSON does not have become text: `"NaN"`, `"Infinity"`, `"-Infinity"`. */
export function printableJson(value: unknown, indent = 2): string {
  return escapeJson(JSON.stringify(value, wordOf, indent));
}

function wordOf(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
