import { childrenAt, PlaceIndex } from "../json/text.ts";
import { parseJsonValue } from "../json/value.ts";

/** A unit with the offsets of its id, which include the quotes, and of the end of its parameters. */
export interface PlacedUnit {
  readonly id: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly end: number;
}

/** The object `data` of a JSON text, and its members; undefined if the text has no such object. */
function dataOf(text: string) {
  const root = new PlaceIndex(text).find([])?.start ?? 0;
  const data = childrenAt(text, root).findLast(([name]) => String(name).toLowerCase() === "data")?.[1];
  if (data === undefined || text[data.start] !== "{") return undefined;
  const units = childrenAt(text, data.start).flatMap(([name, { key, end }]): PlacedUnit[] =>
    key ? [{ id: String(name), start: key.start, keyEnd: key.end, end }] : [],
  );
  return { start: data.start, end: data.end, units };
}

/**
 * The units of a text in the order of the text, faster than a parser finds them. A repeated name is listed each time.
 * @param text JSON; for any other text, the places have no meaning
 */
export function placeUnits(text: string): PlacedUnit[] {
  return dataOf(text)?.units ?? [];
}

/**
 * The text of a parameter file with only one of its units, which can be checked and run whatever the other units contain. Spaces replace
 * the other units, so no offset changes. Undefined if the text is not JSON or has no such unit.
 * @example
 * ```ts
 * import { isolateUnit } from "@analytics-engines/core/parameters";
 *
 * console.log(isolateUnit('{"data": {"a": {"colour": 1}, "b": {}}}', "b")); // {"data": {                   "b": {}}}
 * ```
 */
export function isolateUnit(text: string, unit: string): string | undefined {
  if (parseJsonValue(text) === undefined) return undefined;
  const data = dataOf(text);
  if (data === undefined) return undefined;
  // All units with a repeated name are kept, because the repetition is an error.
  const matchingUnits = data.units.filter(({ id }) => id === unit);
  if (matchingUnits.length === 0) return undefined;
  const pieces = [text.slice(0, data.start + 1)];
  let at = data.start + 1;
  for (const [index, { start, end }] of matchingUnits.entries()) {
    const gap = blank(text.slice(at, start));
    pieces.push(index === 0 ? gap : `,${gap.slice(1)}`, text.slice(start, end));
    at = end;
  }
  pieces.push(blank(text.slice(at, data.end - 1)), text.slice(data.end - 1));
  return pieces.join("");
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
