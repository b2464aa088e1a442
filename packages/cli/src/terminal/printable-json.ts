import { hidden } from "@analytics-engines/core/text";

/** A value as indented JSON that is safe to print. */
export function printableJson(value: unknown): string {
  return escapeJson(JSON.stringify(value, null, 2));
}

/** JSON that is safe to print: characters that `printable` spells out are escaped. It parses to the same value. */
export function escapeJson(json: string): string {
  return json
    .replace(hidden, (character) => (character === "\n" ? character : escapeUnits(character)))
    .replaceAll("##[", "#\\u0023[");
}

function escapeUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
