import { PlaceIndex } from "../../json/place-index.ts";
import type { JsonPath } from "../../json/pointer.ts";
import type { Range } from "../issues/issue.ts";
import { LineIndex } from "./lines.ts";

/** Finds the ranges of values in a JSON text, which it reads when it is first asked. */
export class ValueFinder {
  readonly #text: string;
  readonly #strict: string;
  #index: { readonly places: PlaceIndex; readonly lines: LineIndex } | undefined;

  /** @param strict the text as JSON, with the same offsets as `text` */
  constructor(text: string, strict: string) {
    this.#text = text;
    this.#strict = strict;
  }

  /** The range of the value at a path, or of its name; undefined where the text has none. */
  find(path: JsonPath, part?: "key"): Range | undefined {
    this.#index ??= { places: new PlaceIndex(this.#strict), lines: new LineIndex(this.#text) };
    const value = this.#index.places.find(path);
    const place = part === "key" ? value?.key : value;
    return place && this.#index.lines.rangeOf(place);
  }
}
