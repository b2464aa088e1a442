import type { Data, DataType, RecordBatch, Vector } from "apache-arrow";
import { damaged } from "./flatbuffer.ts";

/** Rows that take no bytes (all null, of no column) are believed up to this many: nothing but their number says how many there are. */
const MOST_ROWS_WITHOUT_BYTES = 10_000_000;

/**
 * Holds the columns of loaded batches against their bytes: as many values as rows, texts and lists one behind the other within theirs,
 * codes within their dictionary. What is missing would be read as null, and what overlaps again and again.
 * @throws ResultDecodeError that says what is damaged
 */
export function checkContents({ DataType: is }: typeof import("apache-arrow"), batches: readonly RecordBatch[]): void {
  const known = new Set<Vector>();
  let withoutBytes = MOST_ROWS_WITHOUT_BYTES;
  for (const { data, schema } of batches) {
    for (const [index, column] of data.children.entries()) {
      check(column, `the column "${schema.fields[index]?.name ?? index}"`);
    }
    if (data.children.length === 0) spend(data.length, "a batch");
  }

  function spend(rows: number, name: string): void {
    withoutBytes -= rows;
    if (withoutBytes < 0) throw damaged(`${name} has more rows than can be`);
  }

  function check(data: Data<DataType>, name: string): void {
    const { type, length, children } = data;
    const [child] = children;
    if (length === 0) return;
    if (!is.isUnion(type) && !is.isNull(type)) checkNulls(data, name);
    if (is.isNull(type)) {
      spend(length, name);
    } else if (is.isUtf8(type) || is.isLargeUtf8(type) || is.isBinary(type) || is.isLargeBinary(type)) {
      checkOffsets(data, sizeOf(data.values), name);
    } else if (is.isList(type) || is.isLargeList(type) || is.isMap(type)) {
      checkOffsets(data, child?.length ?? 0, name);
    } else if (is.isFixedSizeList(type)) {
      if (type.listSize <= 0) spend(length, name);
      if (type.listSize < 0 || (child?.length ?? 0) < length * type.listSize) throw short(name);
    } else if (is.isStruct(type)) {
      if (children.length === 0) spend(length, name);
      if (children.some((inner) => inner.length < length)) throw short(name);
    } else if (is.isUnion(type)) {
      checkUnion(data, type.typeIdToChildIndex, name);
    } else if (is.isDictionary(type)) {
      checkCodes(data, name);
    } else if (is.isUtf8View(type) || is.isBinaryView(type)) {
      checkViews(data, name);
    } else if (is.isBool(type)) {
      if (8 * sizeOf(data.values) < length) throw short(name);
    } else {
      if (data.stride < 1) spend(length, name);
      if (numbersOf(data.values).length < length * data.stride) throw short(name);
    }
    for (const inner of children) check(inner, name);
  }

  function checkCodes(data: Data<DataType>, name: string): void {
    const { dictionary, length } = data;
    const codes = numbersOf(data.values);
    if (dictionary === undefined) throw damaged(`${name} has no dictionary`);
    if (codes.length < length) throw short(name);
    for (let row = 0; row < length; row++) {
      const code = Number(codes[row]);
      if ((code < 0 || code >= dictionary.length) && data.getValid(row))
        throw damaged(`${name} has a value that its dictionary has not`);
    }
    if (known.has(dictionary)) return;
    known.add(dictionary);
    for (const part of dictionary.data) check(part, name);
  }
}

function checkNulls({ nullBitmap, nullCount, length }: Data<DataType>, name: string): void {
  if (nullCount > 0 && 8 * sizeOf(nullBitmap) < length) throw short(name);
}

/** Texts or lists, each behind the one before it. */
function checkOffsets({ valueOffsets, length }: Data<DataType>, size: number, name: string): void {
  const offsets = numbersOf(valueOffsets);
  if (offsets.length < length + 1) throw short(name);
  let before = Number(offsets[0]);
  if (before < 0) throw outside(name);
  for (let row = 1; row <= length; row++) {
    const at = Number(offsets[row]);
    if (at < before || at > size) throw outside(name);
    before = at;
  }
}

function checkUnion(data: Data<DataType>, childOf: Record<number, number>, name: string): void {
  const { typeIds, length, children } = data;
  const offsets = numbersOf(data.valueOffsets);
  const kinds = numbersOf(typeIds);
  if (kinds.length < length) throw short(name);
  for (let row = 0; row < length; row++) {
    const child = children[childOf[Number(kinds[row])] ?? -1];
    const at = offsets.length > 0 ? Number(offsets[row]) : row;
    if (child === undefined || at < 0 || !(at < child.length)) throw outside(name);
  }
}

const VIEW_SIZE = 16;
/** A view holds a text of so many bytes itself, a longer one stands in a buffer. */
const LONGEST_INLINE = 12;

function checkViews({ values, length, variadicBuffers }: Data<DataType>, name: string): void {
  if (!ArrayBuffer.isView(values) || values.byteLength < length * VIEW_SIZE) throw short(name);
  const view = new DataView(values.buffer, values.byteOffset, values.byteLength);
  for (let at = 0; at < length * VIEW_SIZE; at += VIEW_SIZE) {
    const size = view.getInt32(at, true);
    if (size >= 0 && size <= LONGEST_INLINE) continue;
    const offset = view.getInt32(at + 12, true);
    const buffer = variadicBuffers[view.getInt32(at + 8, true)];
    if (size < 0 || offset < 0 || offset + size > (buffer?.byteLength ?? 0)) throw outside(name);
  }
}

const short = (name: string) => damaged(`${name} has fewer values than rows`);
const outside = (name: string) => damaged(`${name} has a value outside of its bytes`);

const sizeOf = (held: unknown): number => (ArrayBuffer.isView(held) ? held.byteLength : 0);

type Numbers = ArrayLike<number | bigint>;

/** Codes, offsets, kinds or values; none where there are none. */
function numbersOf(held: unknown): Numbers {
  return isNumbers(held) ? held : [];
}

function isNumbers(held: unknown): held is Numbers {
  return ArrayBuffer.isView(held) && !(held instanceof DataView);
}
