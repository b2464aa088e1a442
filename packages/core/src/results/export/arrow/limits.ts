import { damaged, unsupported } from "./errors.ts";

/** Rows that take no bytes (all null, of no column) are believed up to this many: nothing but their number says how many there are. */
const MOST_ROWS_WITHOUT_BYTES = 10_000_000;
/** The buffers of one result unpack to this many bytes, and its views name as many. */
const MOST_BYTES = 2 ** 31;

/** What a few bytes of one result may claim to be: a small file must not fill the memory or keep the reader busy for hours. */
export class Limits {
  #rows = MOST_ROWS_WITHOUT_BYTES;
  #bytes = MOST_BYTES;

  /** Throws ResultDecodeError where rows that no byte stands for are more than can be believed. */
  takeRows(rows: number, owner: string): void {
    this.#rows -= rows;
    if (this.#rows < 0) throw damaged(`${owner} has more rows than can be`);
  }

  /** Throws ResultDecodeError where bytes that the file does not hold itself become too many. */
  takeBytes(bytes: number, owner: string): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw unsupported(`${owner} makes it larger than ${MOST_BYTES / 2 ** 30} GiB in memory`);
  }
}
