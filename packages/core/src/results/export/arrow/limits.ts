import { damaged, unsupported } from "./errors.ts";

/** The most rows that take no bytes (all null, of no column). Only the number in the file says how many there are. */
const MOST_ROWS_WITHOUT_BYTES = 10_000_000;
/** The most bytes that the buffers of one result unpack to, and that its views name. */
const MOST_BYTES = 2 ** 31;

/** The limits of one result: a small file must not fill the memory or keep the reader busy for hours. */
export class Limits {
  #rows = MOST_ROWS_WITHOUT_BYTES;
  #bytes = MOST_BYTES;

  /** Throws ResultDecodeError where there are too many rows without bytes. */
  takeRows(rows: number, owner: string): void {
    this.#rows -= rows;
    if (this.#rows < 0) throw damaged(`${owner} has more rows than can be`);
  }

  /** Throws ResultDecodeError where unpacked or repeated bytes become too many. */
  takeBytes(bytes: number, owner: string): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw unsupported(`${owner} makes it larger than ${MOST_BYTES / 2 ** 30} GiB in memory`);
  }
}
