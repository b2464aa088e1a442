import { parseValue } from "../../../json/bytes.ts";
import type { TextWatch } from "../../../json/json-scan.ts";
import { QUOTE } from "../../../json/tokens.ts";
import { isHeaderRow } from "../decode/rows.ts";

/** How many bytes `rowType` takes if each character is escaped, with its quotes. */
const MOST_BYTES = 7 * "\\u0000".length + 2;

/** Counts the header rows in a list of rows that is skipped. */
export class HeaderRows implements TextWatch {
  /** The names of the rows' members. */
  readonly depth = 2;
  count = 0;
  /** The current string with its opening quote. A longer string matches no name. */
  readonly #bytes = new Uint8Array(MOST_BYTES).fill(QUOTE, 0, 1);
  #length = 1;
  /** Whether the last name was `rowType`. */
  #isType = false;
  #isHeader = false;

  take(bytes: Uint8Array, from: number, to: number): void {
    const length = Math.min(to - from, MOST_BYTES - this.#length);
    this.#bytes.set(bytes.subarray(from, from + length), this.#length);
    this.#length += length;
  }

  endText(isKey: boolean): void {
    if (isKey) {
      // Most names are shorter, and parsing each of millions takes a second.
      this.#isType = this.#length > "rowType".length && this.#text() === "rowType";
      // If a name is repeated, the last value counts.
      if (this.#isType) this.#isHeader = false;
    } else if (this.#isType) this.#isHeader = isHeaderRow({ rowType: this.#text() });
    this.#length = 1;
  }

  close(): void {
    if (this.#isHeader) this.count++;
    this.#isHeader = false;
    this.#isType = false;
  }

  /** The string as text; undefined if it is longer than the names that count. */
  #text(): unknown {
    if (this.#length >= MOST_BYTES) return undefined;
    this.#bytes[this.#length] = QUOTE;
    try {
      return parseValue(this.#bytes, 0, this.#length + 1);
    } catch {
      // The string is not UTF-8, so it is not one of these names.
      return undefined;
    }
  }
}
