import { toBase64 } from "../../../../text/bytes.ts";
import { damaged } from "../errors.ts";
import { longAt } from "../flatbuffer.ts";
import { bufferOf, type LoadContext, type Node, outside, readNulls, withNulls } from "./column.ts";
import type { Vector } from "./vector.ts";

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

/** Checks the offsets at which texts or lists begin and end: in order, and within `size`. Without rows the buffer may be empty. */
export function checkOffsets(
  view: DataView,
  length: number,
  isLarge: boolean,
  size: number,
  context: LoadContext,
): void {
  let before = 0;
  for (let index = 0; length > 0 && index <= length; index++) {
    const at = offsetAt(view, index, isLarge);
    if (at < before || at > size) throw outside(context);
    before = at;
  }
}

export function offsetAt(view: DataView, index: number, isLarge: boolean): number {
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

const VIEW_SIZE = 16;
/** A view itself holds a text of up to this many bytes; a longer one is in a buffer. */
const MAX_INLINE_BYTES = 12;

/** Loads texts or bytes that are in their views or in one of several buffers. */
export function loadViews(isText: boolean, node: Node, context: LoadContext): Vector {
  const isNull = readNulls(context, node);
  const { length } = node;
  const views = bufferOf(context, length, VIEW_SIZE);
  const buffers = context.parts.viewBuffers(context.owner);
  const read = textReader(isText, context);
  // Several rows may name the same bytes, so each text is read once.
  const textsByPlace = new Map<string, string>();
  return withNulls(length, isNull, (row) => {
    const at = row * VIEW_SIZE;
    const size = views.getInt32(at, true);
    if (size < 0) throw outside(context);
    if (size <= MAX_INLINE_BYTES) return read(new Uint8Array(views.buffer, views.byteOffset + at + 4, size));
    const index = views.getInt32(at + 8, true);
    const offset = views.getInt32(at + 12, true);
    const buffer = buffers[index];
    if (buffer === undefined || offset < 0 || offset + size > buffer.length) throw outside(context);
    const place = `${index} ${offset} ${size}`;
    const text = textsByPlace.get(place) ?? readOnce(buffer.subarray(offset, offset + size));
    textsByPlace.set(place, text);
    return text;
  });

  function readOnce(bytes: Uint8Array): string {
    context.limits.takeBytes(bytes.length, context.owner);
    return read(bytes);
  }
}
