import { endOfSpace, endOfValue } from "../../json/text.ts";

/**
 * The text without the members that repeat an earlier name of their object, so that a parser reads the earlier members. Spaces replace the
 * removed text, so no other offset changes. `keys` are the offsets of the repeated names, quotes included.
 */
export function uncoverShadowed(
  text: string,
  keys: readonly { readonly start: number; readonly end: number }[],
): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of [...keys].sort((a, b) => a.start - b.start)) {
    // The member is inside one that is already blanked.
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
