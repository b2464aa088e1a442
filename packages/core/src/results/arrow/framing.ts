import { checkBatch, checkPairs, readFields, type SchemaShape } from "./batch.ts";
import { damaged, type FlatTable, longAt, readRoot } from "./flatbuffer.ts";

/** Kinds of messages. */
const SCHEMA = 1;
const DICTIONARY = 2;
const BATCH = 3;
/** The first version of the metadata that is read, by its number there: Arrow 0.8, of 2017. */
const VERSION_4 = 3;
/** "ARROW1", with which a file begins and ends. */
const MAGIC = [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31];
const FILE_START = 8;

/**
 * Holds the frame of an Arrow file or stream against its bytes: magic, footer, the kind, metadata and body of each message, and in them
 * all that the reading library believes. It goes on without end where the footer's batch is another kind of message, and for as many
 * elements as a damaged length says.
 * @throws ResultDecodeError that says what is damaged
 */
export function checkFraming(bytes: Uint8Array): void {
  if (MAGIC.every((byte, index) => bytes[index] === byte)) checkFile(bytes);
  else checkStream(bytes);
}

function checkFile(bytes: Uint8Array): void {
  const end = bytes.length - MAGIC.length;
  if (end < FILE_START + 4 || !MAGIC.every((byte, index) => bytes[end + index] === byte))
    throw damaged("the end of the file is missing");
  const footerLength = viewOf(bytes).getInt32(end - 4, true);
  const footerAt = end - 4 - footerLength;
  if (footerLength < 4 || footerAt < FILE_START) throw damaged("its footer is not where the file says");
  const footer = readRoot(bytes.subarray(footerAt, end - 4));
  checkVersion(footer.int(0, 2));
  const shape = readFields(needed(footer.table(1), "schema"));
  const messages = bytes.subarray(0, footerAt);
  const spans: Message[] = [];
  for (const [slot, kind] of [
    [2, DICTIONARY],
    [3, BATCH],
  ] as const) {
    for (const block of footer.structs(slot, 24)) {
      const message = readMessage(messages, longAt(block, 0));
      if (message === undefined || message.kind !== kind) throw damaged("its footer points at another kind of message");
      checkBody(messages, message, shape);
      spans.push(message);
    }
  }
  spans.sort((a, b) => a.start - b.start);
  if (spans.some(({ start }, index) => start < (spans[index - 1]?.end ?? FILE_START)))
    throw damaged("its batches overlap");
  checkNamed(messages, spans);
}

/** Between the batches that the footer names stand the schema, padding and the mark of the end: in anything else rows would be missing. */
function checkNamed(messages: Uint8Array, spans: readonly Message[]): void {
  const view = viewOf(messages);
  let from = FILE_START;
  while (from + 8 <= messages.length && view.getBigInt64(from, true) === 0n) from += 8;
  const first = spans[0]?.start !== from && from + 8 <= messages.length ? readMessage(messages, from) : undefined;
  if (first?.kind === SCHEMA) from = first.end;
  for (const { start, end } of [...spans, { start: messages.length, end: 0 }]) {
    for (; from + 4 <= start; from += 4) {
      const word = view.getInt32(from, true);
      if (word !== 0 && word !== -1) throw damaged("its footer does not name all that it holds");
    }
    from = end;
  }
}

function checkStream(bytes: Uint8Array): void {
  const first = readMessage(bytes, 0);
  if (first?.kind !== SCHEMA) throw damaged("it does not begin with a schema");
  const shape = readFields(first.header);
  let at = first.end;
  while (at < bytes.length) {
    const message = readMessage(bytes, at);
    if (message === undefined) {
      // The mark of the end: nothing may be behind it, or it is no end and rows would be missing.
      if (bytes.subarray(at + 4).some((byte) => byte !== 0)) throw damaged("something stands behind its end");
      return;
    }
    if (message.kind !== DICTIONARY && message.kind !== BATCH) throw damaged("a message is of a kind that is unknown");
    checkBody(bytes, message, shape);
    at = message.end;
  }
}

interface Message {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
  readonly header: FlatTable;
  readonly bodyStart: number;
}

/** The message at a place, of which metadata and body stand within the bytes; `undefined` at the mark of the end. */
function readMessage(bytes: Uint8Array, start: number): Message | undefined {
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
  checkPairs(message.tables(4));
  const bodyLength = message.long(3);
  const end = bodyStart + bodyLength;
  if (bodyLength < 0 || end > bytes.length) throw damaged("the body of a message is cut off");
  return { start, end, kind: message.int(1, 1), header: needed(message.table(2), "header"), bodyStart };
}

function checkBody(bytes: Uint8Array, { kind, header, bodyStart, end }: Message, shape: SchemaShape): void {
  const body = bytes.subarray(bodyStart, end);
  if (kind === BATCH) {
    checkBatch(header, body, shape.fields);
    return;
  }
  const value = shape.dictionaries.get(header.long(0));
  if (value === undefined) throw damaged("a dictionary is of no column");
  checkBatch(needed(header.table(1), "dictionary"), body, [value]);
}

function checkVersion(version: number): void {
  if (version < VERSION_4) throw damaged("its version is unknown");
}

function needed(table: FlatTable | undefined, name: string): FlatTable {
  if (table === undefined) throw damaged(`a ${name} is missing`);
  return table;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
