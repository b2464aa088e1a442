import { damaged, unsupported } from "./errors.ts";
import { type FlatTable, readRoot } from "./flatbuffer.ts";
import { readKeyValues } from "./schema.ts";

/** Kinds of messages, by their number in the format's definition. */
export const SCHEMA = 1;
export const DICTIONARY = 2;
export const BATCH = 3;
/** The versions of the metadata that this reader supports, by their number there: that of Arrow 0.8 (2017), and that of Arrow 1.0 and later. */
const VERSION_4 = 3;
const VERSION_5 = 4;

/** A message with its metadata and body. */
export interface Message {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  readonly header: FlatTable;
  readonly body: Uint8Array;
}

/** The message at a place; `undefined` at the mark of the end. Throws ResultDecodeError. */
export function readMessage(bytes: Uint8Array, start: number): Message | undefined {
  const view = viewOf(bytes);
  const word = (at: number) => {
    if (at < 0 || at + 4 > bytes.length) throw damaged("a message is cut off");
    return view.getInt32(at, true);
  };
  const begins = word(start) === -1 ? start + 4 : start;
  const length = word(begins);
  if (length === 0) return undefined;
  const bodyStart = begins + 4 + length;
  if (length < 4 || bodyStart > bytes.length) throw damaged("a message is cut off");
  const message = readRoot(bytes.subarray(begins + 4, bodyStart));
  checkVersion(message.int(0, 2));
  readKeyValues(message.tables(4));
  const bodyLength = message.long(3);
  const end = bodyStart + bodyLength;
  if (bodyLength < 0 || end > bytes.length) throw damaged("the body of a message is cut off");
  const header = requireTable(message.table(2), "header");
  return { start, end, kind: message.int(1, 1), header, body: bytes.subarray(bodyStart, end) };
}

export function checkVersion(version: number): void {
  if (version < VERSION_4 || version > VERSION_5)
    throw unsupported("it is of a version of the format that is not known; versions 4 and 5 are read");
}

export function requireTable(table: FlatTable | undefined, name: string): FlatTable {
  if (table === undefined) throw damaged(`a ${name} is missing`);
  return table;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
