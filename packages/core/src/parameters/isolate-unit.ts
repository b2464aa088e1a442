import { childrenAt, type PlacedChild, PlaceIndex } from "../json/place-index.ts";

/**
 * The text of a parameter file with one of its units, so that it can be checked and run whatever the other units contain. Spaces replace the
 * other units, so no offset changes. Undefined where the text is not JSON, or has no such unit.
 * @example
 * ```ts
 * import { isolateUnit } from "@analytics-engines/core/parameters";
 *
 * console.log(isolateUnit('{"data": {"a": {"colour": 1}, "b": {}}}', "b")); // {"data": {                   "b": {}}}
 * ```
 */
export function isolateUnit(text: string, unit: string): string | undefined {
  if (!isJson(text)) return undefined;
  const root = new PlaceIndex(text).find([])?.start ?? 0;
  const data = childrenAt(text, root).findLast(([name]) => String(name).toLowerCase() === "data")?.[1];
  if (data === undefined || text[data.start] !== "{") return undefined;
  // A repeated name stays repeated, which is an error.
  const kept = childrenAt(text, data.start).filter(([name]) => String(name) === unit);
  if (kept.length === 0) return undefined;
  const pieces = [text.slice(0, data.start + 1)];
  let at = data.start + 1;
  for (const [index, child] of kept.entries()) {
    const start = startOf(child);
    const gap = blank(text.slice(at, start));
    pieces.push(index === 0 ? gap : `,${gap.slice(1)}`, text.slice(start, child[1].end));
    at = child[1].end;
  }
  pieces.push(blank(text.slice(at, data.end - 1)), text.slice(data.end - 1));
  return pieces.join("");
}

function startOf([, place]: PlacedChild): number {
  return place.key?.start ?? place.start;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
