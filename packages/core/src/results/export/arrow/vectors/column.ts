import { toBase64 } from "../../../../text/bytes.ts";
import { damaged, type FlatTable, type Limits, longAt } from "../flatbuffer.ts";

/** How many rows a field has in a batch, and how many of them are null. */
export interface Node {
  readonly length: number;
  readonly nulls: number;
}

/** Hands out the parts of a batch in the order in which its columns take them. */
export class BatchParts {
  readonly length: number;
  readonly #nodes: readonly Node[];
  readonly #buffers: readonly Uint8Array[];
  readonly #unpack: (buffer: Uint8Array, owner: string) => Uint8Array;
  #node = 0;
  #buffer = 0;

  /** Throws ResultDecodeError if lengths and places are not within the body. */
  constructor(batch: FlatTable, body: Uint8Array, unpack: (buffer: Uint8Array, owner: string) => Uint8Array) {
    this.length = batch.long(0);
    this.#unpack = unpack;
    this.#nodes = batch.structs(1, 16).map((node) => ({ length: longAt(node, 0), nulls: longAt(node, 8) }));
    if (this.length < 0 || this.#nodes.some(({ length, nulls }) => length < 0 || nulls < 0 || nulls > length))
      throw damaged("a batch has an impossible length");
    this.#buffers = batch.structs(2, 16).map((buffer) => {
      const at = longAt(buffer, 0);
      const size = longAt(buffer, 8);
      if (at < 0 || size < 0 || at + size > body.length) throw damaged("a column is outside of its batch");
      return body.subarray(at, at + size);
    });
  }

  node(): Node {
    const node = this.#nodes[this.#node++];
    if (node === undefined) throw damaged("a batch does not have the columns of its schema");
    return node;
  }

  buffer(owner: string): Uint8Array {
    const buffer = this.#buffers[this.#buffer++];
    if (buffer === undefined) throw damaged("a batch does not have the buffers of its columns");
    return this.#unpack(buffer, owner);
  }

  /** Throws ResultDecodeError if the columns did not take everything. */
  end(): void {
    if (this.#node !== this.#nodes.length) throw damaged("a batch does not have the columns of its schema");
    if (this.#buffer !== this.#buffers.length) throw damaged("a batch does not have the buffers of its columns");
  }
}

/** What a column needs to load itself from a batch. */
export interface LoadContext {
  readonly parts: BatchParts;
  /** The name of the column, for errors. */
  readonly owner: string;
  readonly limits: Limits;
  /** The values of a dictionary; undefined if it has none yet. */
  dictionary(id: number): Vector | undefined;
}

export const short = ({ owner }: LoadContext) => damaged(`${owner} has fewer values than rows`);
export const outside = ({ owner }: LoadContext) => damaged(`${owner} has a value outside of its bytes`);

/** The next buffer, which must hold `count` values of `width` bytes each. */
export function bufferOf(context: LoadContext, count: number, width: number): DataView {
  const bytes = context.parts.buffer(context.owner);
  if (bytes.length < count * width) throw short(context);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether the bit of a row is set. */
export const bitOf = (view: DataView, row: number) => (view.getUint8(row >> 3) >> (row & 7)) & 1;

/** Reads which rows are null: the next buffer has a bit for each row that is not. Undefined if no row is null. */
export function readNulls(context: LoadContext, { length, nulls }: Node): ((row: number) => boolean) | undefined {
  if (nulls === 0) {
    context.parts.buffer(context.owner);
    return undefined;
  }
  const bits = bufferOf(context, Math.ceil(length / 8), 1);
  let count = 0;
  for (let row = 0; row < length; row++) count += 1 - bitOf(bits, row);
  if (count !== nulls) throw damaged(`${context.owner} does not have as many nulls as it says`);
  return (row) => bitOf(bits, row) === 0;
}

/** Cells that are null where `isNull` says so. */
export function withNulls(
  length: number,
  isNull: ((row: number) => boolean) | undefined,
  read: (row: number) => unknown,
): Vector {
  return isNull === undefined ? { length, cell: read } : { length, cell: (row) => (isNull(row) ? null : read(row)) };
}

/** The cells of one field of a batch or a dictionary. Reading a cell checks what loading the vector did not. */
export interface Vector {
  readonly length: number;
  /** The cell of a row below `length`, as a table contains it; null if it is null. */
  cell(row: number): unknown;
}

/** Reads each cell once, so that all rows that name the same cell share it. */
export function withCache({ length, cell }: Vector): Vector {
  const cells: unknown[] = [];
  return {
    length,
    cell(row) {
      const cachedCell = cells[row];
      if (cachedCell !== undefined) return cachedCell;
      const read = cell(row);
      cells[row] = read;
      return read;
    },
  };
}

/** Joins vectors, one after another. */
export function concatVectors(vectors: readonly Vector[]): Vector {
  const [only] = vectors;
  if (only !== undefined && vectors.length === 1) return only;
  let length = 0;
  const ends = vectors.map((vector) => {
    length += vector.length;
    return length;
  });
  return {
    length,
    cell(row) {
      const index = firstAbove(ends, row);
      return vectors[index]?.cell(row - (ends[index - 1] ?? 0)) ?? null;
    },
  };
}

/** The index of the first of ascending numbers that is above a value. */
function firstAbove(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

type ReadBytes = (bytes: Uint8Array) => string;

/** Reads a text unchanged, and bytes as base64. */
function textReader(isText: boolean, { owner }: LoadContext): ReadBytes {
  if (!isText) return toBase64;
  return (bytes) => {
    try {
      return utf8.decode(bytes);
    } catch {
      throw damaged(`${owner} has a text that is not UTF-8`);
    }
  };
}

/** Checks the offsets at which texts begin and end: in order, and within `size`. Without rows the buffer may be empty. */
function checkOffsets(view: DataView, length: number, isLarge: boolean, size: number, context: LoadContext): void {
  let before = 0;
  for (let index = 0; length > 0 && index <= length; index++) {
    const at = offsetAt(view, index, isLarge);
    if (at < before || at > size) throw outside(context);
    before = at;
  }
}

function offsetAt(view: DataView, index: number, isLarge: boolean): number {
  return isLarge ? longAt(view, 8 * index) : view.getInt32(4 * index, true);
}

/** Loads texts or bytes that follow one another. */
export function loadBytes(isText: boolean, isLarge: boolean, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  const { length } = node;
  const offsets = bufferOf(context, length === 0 ? 0 : length + 1, isLarge ? 8 : 4);
  const bytes = context.parts.buffer(context.owner);
  checkOffsets(offsets, length, isLarge, bytes.length, context);
  const read = textReader(isText, context);
  return withNulls(length, isNull, (row) =>
    read(bytes.subarray(offsetAt(offsets, row, isLarge), offsetAt(offsets, row + 1, isLarge))),
  );
}

/** Loads bytes of one width. */
export function loadFixedBytes(width: number, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  if (width === 0) context.limits.takeRows(node.length, context.owner);
  const view = bufferOf(context, node.length, width);
  return withNulls(node.length, isNull, (row) =>
    toBase64(new Uint8Array(view.buffer, view.byteOffset + row * width, width)),
  );
}
