import { hidden, printable } from "@analytics-engines/core/text";

/** Untrusted text as a line of the terminal, or of the log of a step. */
export const visible = printable;

/** A value as indented JSON that may be printed. */
export function printableJson(value: unknown): string {
  return escapeJson(JSON.stringify(value, null, 2));
}

/** JSON in which what `visible` spells out is escaped, so that it may be printed; it parses to the same value. */
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
