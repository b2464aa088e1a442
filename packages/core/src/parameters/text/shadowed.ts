import { endOfSpace, endOfValue } from "../../json/text.ts";

/**
 * The text without the members that repeat an earlier name of their object, so that the members they replace are read. Spaces fill their
 * place: no other offset changes. `keys` are the repeated names, by their offsets with the quotes.
 */
export function uncoverShadowed(
  text: string,
  keys: readonly { readonly start: number; readonly end: number }[],
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of [...keys].sort((a, b) => a.start - b.start)) {
    // A member inside one that is already blanked.
    if (start < at) continue;
    // An earlier member comes before it, and so does a comma.
    const from = text.lastIndexOf(",", start);
    const to = endOfValue(text, endOfSpace(text, endOfSpace(text, end) + 1));
    pieces.push(text.slice(at, from), text.slice(from, to).replace(/[^\r\n]/g, " "));
    at = to;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
