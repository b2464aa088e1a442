import { parseValue } from "../../../json/bytes.ts";
import type { TextWatch } from "../../../json/json-scan.ts";
import { QUOTE } from "../../../json/tokens.ts";
import { isHeaderRow } from "../decode/rows.ts";

/** How many bytes `rowType` takes if each character is escaped, with its opening quote. */
const MAX_ROW_TYPE_BYTES = 7 * "\\u0000".length + 1;
/** A longer name in `values` is not collected, since a text of any length may be there. */
const MAX_NAME_BYTES = 1 << 20;

/** The depth of the names of the rows' members, and that of the names in their `values`. */
const MEMBERS = 2;
const VALUES = 3;

/** Counts the header rows in a list of rows that is skipped; on request it also collects the names in the `values` of rows. */
export class RowNames implements TextWatch {
  readonly depth = MEMBERS;
  readonly deepest: number;
  headerRows = 0;
  /** The names in the `values` of rows; undefined if no row has values. */
  names: Set<string> | undefined;
  /** The current string with its opening quote. */
  #bytes = new Uint8Array(MAX_ROW_TYPE_BYTES + 1).fill(QUOTE, 0, 1);
  #length = 1;
  readonly #maxBytes: number;
  /** The last name of a member of a row, if it matters. */
  #member: "rowType" | "values" | undefined;
  #isHeader = false;

  constructor(options: { readonly collectsNames: boolean }) {
    this.deepest = options.collectsNames ? VALUES : MEMBERS;
    this.#maxBytes = options.collectsNames ? MAX_NAME_BYTES : MAX_ROW_TYPE_BYTES;
  }

  take(bytes: Uint8Array, from: number, to: number): void {
    // One byte more than the most shows that the string is too long.
    const length = Math.min(to - from, this.#maxBytes + 1 - this.#length);
    if (this.#length + length >= this.#bytes.length) this.#grow(length);
    this.#bytes.set(bytes.subarray(from, from + length), this.#length);
    this.#length += length;
  }

  endText(isKey: boolean, depth: number): void {
    if (depth === MEMBERS) this.#endMember(isKey);
    else if (isKey && this.#member === "values") this.#addName();
    this.#length = 1;
  }

  #endMember(isKey: boolean): void {
    if (isKey) {
      // Most other names are shorter, and parsing each of millions takes a second.
      const least = this.deepest === VALUES ? "values" : "rowType";
      const text = this.#length > least.length ? this.#text() : undefined;
      this.#member = text === "rowType" || (text === "values" && this.deepest === VALUES) ? text : undefined;
      // If a name is repeated, the last value counts.
      if (this.#member === "rowType") this.#isHeader = false;
      if (this.#member === "values") this.names ??= new Set();
    } else if (this.#member === "rowType") this.#isHeader = isHeaderRow({ rowType: this.#text() });
  }

  #addName(): void {
    const name = this.#text();
    if (typeof name === "string") this.names?.add(name);
  }

  close(depth: number): void {
    if (depth !== MEMBERS) return;
    if (this.#isHeader) this.headerRows++;
    this.#isHeader = false;
    this.#member = undefined;
  }

  #grow(more: number): void {
    const bytes = new Uint8Array((this.#length + more) * 2);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
  }

  /** The string as text; undefined if it is longer than the names that count, or not UTF-8. */
  #text(): unknown {
    if (this.#length > this.#maxBytes) return undefined;
    this.#bytes[this.#length] = QUOTE;
    try {
      return parseValue(this.#bytes, 0, this.#length + 1);
    } catch {
      return undefined;
    }
  }
}
