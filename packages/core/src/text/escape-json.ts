import { HIDDEN_CHARACTERS } from "./visible.ts";

/** JSON that is safe to print: characters that `printable` spells out are escaped, except for line feeds. It parses to the same value. */
export function escapeJson(json: string): string {
  return json
    .replace(HIDDEN_CHARACTERS, (character) => (character === "\n" ? character : escapeUnits(character)))
    .replaceAll("##[", "#\\u0023[");
}

function escapeUnits(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
