import { toBase64 } from "../../../../text/bytes.ts";
import { damaged } from "../errors.ts";
import { longAt } from "../flatbuffer.ts";
import { bufferOf, type LoadContext, type Node, outside, readNulls, type Vector, withNulls } from "./column.ts";

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
