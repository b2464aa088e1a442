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
    const member = rangeOfRepeated(text, { start, end });
    pieces.push(text.slice(at, member.start), text.slice(member.start, member.end).replace(/[^\r\n]/g, " "));
    at = member.end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A member that repeats an earlier name of its object, with the comma before it. `key` are the offsets of its name, quotes included. */
export function rangeOfRepeated(text: string, key: Range): Range {
  // An earlier member comes before it, and so does a comma.
  const start = text.lastIndexOf(",", key.start);
  return { start, end: endOfValue(text, endOfSpace(text, endOfSpace(text, key.end) + 1)) };
}
