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

/** A table of a flatbuffer. Slots are counted from 0, in the order of the format's definition; every place is checked before it is read. */
export interface FlatTable {
  /** A signed whole number of `width` bytes; `absent` (0) if the slot is empty. */
  int(slot: number, width: 1 | 2 | 4, absent?: number): number;
  /** A length, an offset or an id of 64 bits. */
  long(slot: number): number;
  table(slot: number): FlatTable | undefined;
  tables(slot: number): FlatTable[];
  /** A text; empty if the slot is empty. */
  text(slot: number): string;
  /** The elements of a vector of structs or of numbers, each `width` bytes wide. */
  structs(slot: number, width: number): DataView[];
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The root of a flatbuffer. Offsets can point at one table or text many times, or in a circle, so it is an error to read several times as
 * many bytes as there are.
 */
export function readRoot(bytes: Uint8Array): FlatTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let remainingBytes = 4 * bytes.length;
  const spend = (size: number) => {
    remainingBytes -= size;
    if (remainingBytes < 0) throw damaged("its metadata point at themselves");
  };
  const checkRange = (at: number, size: number) => {
    if (at < 0 || at + size > bytes.length) throw damaged("its metadata point outside of themselves");
    return at;
  };
  const follow = (at: number) => at + view.getUint32(checkRange(at, 4), true);

  function tableAt(at: number): FlatTable {
    spend(8);
    const slots = at - view.getInt32(checkRange(at, 4), true);
    const slotsSize = view.getInt16(checkRange(slots, 4), true);
    const size = view.getInt16(slots + 2, true);
    checkRange(slots, Math.max(slotsSize, 4));
    checkRange(at, Math.max(size, 4));
    const fieldOffset = (slot: number, width: number): number | undefined => {
      const where = 4 + 2 * slot;
      const offset = where + 2 <= slotsSize ? view.getInt16(slots + where, true) : 0;
      if (offset === 0) return undefined;
      if (offset < 4 || offset + width > size) throw damaged("its metadata point outside of themselves");
      return at + offset;
    };
    /** A vector of elements of `width` bytes; an absent vector has no elements. */
    const vector = (slot: number, width: number): { readonly start: number; readonly count: number } => {
      const offset = fieldOffset(slot, 4);
      if (offset === undefined) return { start: 0, count: 0 };
      const start = follow(offset);
      const count = view.getUint32(checkRange(start, 4), true);
      checkRange(start + 4, count * width);
      spend(count * width);
      return { start: start + 4, count };
    };
    return {
      int(slot, width, absent = 0) {
        const offset = fieldOffset(slot, width);
        if (offset === undefined) return absent;
        if (width === 1) return view.getInt8(offset);
        return width === 2 ? view.getInt16(offset, true) : view.getInt32(offset, true);
      },
      long(slot) {
        const offset = fieldOffset(slot, 8);
        return offset === undefined ? 0 : longAt(view, offset);
      },
      table(slot) {
        const offset = fieldOffset(slot, 4);
        return offset === undefined ? undefined : tableAt(follow(offset));
      },
      tables(slot) {
        const { start, count } = vector(slot, 4);
        return Array.from({ length: count }, (_, index) => tableAt(follow(start + 4 * index)));
      },
      text(slot) {
        const { start, count } = vector(slot, 1);
        return decodeText(bytes.subarray(start, start + count));
      },
      structs(slot, width) {
        const { start, count } = vector(slot, width);
        return Array.from(
          { length: count },
          (_, index) => new DataView(bytes.buffer, bytes.byteOffset + start + width * index, width),
        );
      },
    };
  }
  return tableAt(follow(0));
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw damaged("a name in its metadata is not UTF-8");
  }
}

/** Reads a number of 64 bits that is possible as a length or an offset. */
export function longAt(view: DataView, at: number): number {
  const value = Number(view.getBigInt64(at, true));
  if (!Number.isSafeInteger(value)) throw damaged(`${value} is not a length`);
  return value;
}
