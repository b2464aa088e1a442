import type { JsonPath } from "../../json/pointer.ts";
import { endOfValue, type Place, readKey, visitItems, visitMembers } from "./locate.ts";
import { openBrace, openBracket, skipSpace } from "./scan.ts";

type Places = ReadonlyMap<string | number, Place>;

const nothing: Places = new Map();

/**
 * The places of values asked for one by one, as `locate` has them. An object or a list is looked through once, when something in it is first
 * asked for, so that many questions cost no more than a few passes over the text.
 */
export class PlaceIndex {
  readonly #text: string;
  /** What the objects and lists hold that were looked through, by their offset. */
  readonly #held = new Map<number, Places>();

  /** The text must be JSON nested no deeper than the reader allows. */
  constructor(text: string) {
    this.#text = text;
  }

  /** How many objects and lists were looked through. */
  get size(): number {
    return this.#held.size;
  }

  find(path: JsonPath): Place | undefined {
    const start = skipSpace(this.#text, 0);
    if (path.length === 0) return { start, end: endOfValue(this.#text, start) };
    let at = start;
    let place: Place | undefined;
    for (const segment of path) {
      place = this.#placesAt(at).get(segment);
      if (place === undefined) return undefined;
      at = place.start;
    }
    return place;
  }

  #placesAt(start: number): Places {
    const known = this.#held.get(start);
    if (known) return known;
    const first = this.#text.charCodeAt(start);
    if (first !== openBrace && first !== openBracket) return nothing;
    const places = first === openBrace ? this.#members(start) : this.#items(start);
    this.#held.set(start, places);
    return places;
  }

  #members(object: number): Places {
    const places = new Map<string | number, Place>();
    visitMembers(this.#text, object, (keyStart, keyEnd, start) => {
      const end = endOfValue(this.#text, start);
      places.set(readKey(this.#text, keyStart, keyEnd), { start, end, key: { start: keyStart, end: keyEnd, object } });
      return end;
    });
    return places;
  }

  #items(list: number): Places {
    const places = new Map<string | number, Place>();
    visitItems(this.#text, list, (index, start) => {
      const end = endOfValue(this.#text, start);
      places.set(index, { start, end });
      return end;
    });
    return places;
  }
}
