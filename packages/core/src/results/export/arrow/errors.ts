import { ResultDecodeError } from "../../../json/errors.ts";

/** Arrow bytes that contradict themselves. */
export function damaged(problem: string): ResultDecodeError {
  return new ResultDecodeError("", `the Arrow data is damaged: ${problem}`);
}

/** Arrow bytes that may be valid, with contents that this reader does not support. */
export function unsupported(what: string): ResultDecodeError {
  return new ResultDecodeError("", `the Arrow data cannot be read: ${what}`);
}

/**
 * The most rows that take no bytes, because all their cells are null or there are no columns. Only a number in the file says how many there
 * are.
 */
const MAX_ROWS_WITHOUT_BYTES = 10_000_000;
/** The most bytes to which the buffers of one result may unpack. */
const MAX_BYTES = 2 ** 31;

/** The limits of one result: a small file must not fill the memory or keep the reader busy for hours. */
export class Limits {
  #rows = MAX_ROWS_WITHOUT_BYTES;
  #bytes = MAX_BYTES;

  /** Throws ResultDecodeError if there are too many rows without bytes. */
  takeRows(rows: number, owner: string): void {
    this.#rows -= rows;
    if (this.#rows < 0) throw damaged(`${owner} has more rows than can be`);
  }

  /** Throws ResultDecodeError if there are too many unpacked bytes. */
  takeBytes(bytes: number, owner: string): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw unsupported(`${owner} makes it larger than ${MAX_BYTES / 2 ** 30} GiB in memory`);
  }
}
