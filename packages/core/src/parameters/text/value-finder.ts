import type { PlaceIndex } from "../../json/text.ts";
import type { JsonPath } from "../../json/value.ts";
import type { Range } from "../issues/issue.ts";
import { LineIndex } from "./lines.ts";

/** Finds the ranges of values in a JSON text, whose lines it reads when it is first asked. */
export class ValueFinder {
  readonly #text: string;
  readonly #places: PlaceIndex;
  #lines: LineIndex | undefined;

  /** @param places the places in the text as JSON, with the same offsets as `text` */
  constructor(text: string, places: PlaceIndex) {
    this.#text = text;
    this.#places = places;
  }

  /** The range of the value at a path, or of its name; undefined where the text has none. */
  find(path: JsonPath, part?: "key"): Range | undefined {
    const value = this.#places.find(path);
    const place = part === "key" ? value?.key : value;
    if (place === undefined) return undefined;
    this.#lines ??= new LineIndex(this.#text);
    return this.#lines.rangeOf(place);
  }
}
