import { escapeJson } from "@analytics-engines/core/basics";

/** A value as indented JSON that is safe to print. */
export function printableJson(value: unknown): string {
  return escapeJson(JSON.stringify(value, null, 2));
}
