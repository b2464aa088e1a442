import { damaged, type FlatTable, longAt, readRoot, unsupported } from "./flatbuffer.ts";
import { arrowKind } from "./kind.ts";
import { type ArrowSchema, readKeyValues, readSchema } from "./schema.ts";

/** Kinds of messages, by their number in the format's definition. */
const SCHEMA = 1;
const DICTIONARY = 2;
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
  readKeyValues(message.tables(4));
  const bodyLength = message.long(3);
  const end = bodyStart + bodyLength;
  if (bodyLength < 0 || end > bytes.length) throw damaged("the body of a message is cut off");
  const header = requireTable(message.table(2), "header");
  return { start, end, kind: message.int(1, 1), header, body: bytes.subarray(bodyStart, end) };
}

function checkVersion(version: number): void {
  if (version < VERSION_4 || version > VERSION_5)
    throw unsupported("it is of a version of the format that is not known; versions 4 and 5 are read");
}

function requireTable(table: FlatTable | undefined, name: string): FlatTable {
  if (table === undefined) throw damaged(`a ${name} is missing`);
  return table;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Arrow bytes as messages. */
export interface Framing {
  readonly schema: ArrowSchema;
  /** Dictionaries and batches in the order in which they take effect; in a file, dictionaries come first. */
  readonly messages: readonly Message[];
}

/** The length of the footer, and "ARROW1", with which a file begins and ends. */
const FOOTER_END = 10;
const FILE_START = 8;
/** A schema that is read alone is no longer. */
const MAX_SCHEMA_BYTES = 32 * 1024 * 1024;

/**
 * Reads the frame of an Arrow file or stream: magic, footer, and the kind, metadata and body of each message. The footer must name all that
 * a file contains, and all that it names must exist, so that no rows are missing.
 * @throws ResultDecodeError that says what is damaged
 */
export function readFraming(bytes: Uint8Array): Framing {
  return arrowKind(bytes) === "file" ? readFile(bytes) : readStream(bytes);
}

/** Reads `bytes` bytes from the one at `from`; fewer where there are no more. */
export type ReadBytes = (from: number, bytes: number) => Promise<Uint8Array>;

/**
 * Reads the schema of an Arrow file or stream of `size` bytes, and nothing else.
 * @throws ResultDecodeError where it is damaged, or longer than `MAX_SCHEMA_BYTES`
 */
export async function readSchemaAlone(size: number, read: ReadBytes): Promise<ArrowSchema> {
  const start = await read(0, FILE_START);
  if (arrowKind(start) === "file") {
    const footer = footerSpan(size, await read(Math.max(0, size - FOOTER_END), FOOTER_END));
    return schemaOf(readRoot(await read(footer.from, checkedLength(footer.length))));
  }
  const length = start.length < FILE_START ? 0 : viewOf(start).getInt32(4, true);
  const first = readMessage(await read(0, checkedLength(FILE_START + length)), 0);
  if (first?.kind !== SCHEMA) throw damaged("it does not begin with a schema");
  return readSchema(first.header);
}

function checkedLength(bytes: number): number {
  if (bytes < 0 || bytes > MAX_SCHEMA_BYTES) throw damaged("its schema is too long");
  return bytes;
}

/** Where the footer of a file of `size` bytes is, by the last `FOOTER_END` bytes. */
function footerSpan(size: number, end: Uint8Array): { readonly from: number; readonly length: number } {
  if (size < FILE_START + FOOTER_END || arrowKind(end.subarray(4)) !== "file")
    throw damaged("the end of the file is missing");
  const length = viewOf(end).getInt32(0, true);
  const from = size - FOOTER_END - length;
  if (length < 4 || from < FILE_START) throw damaged("its footer is not where the file says");
  return { from, length };
}

/** The schema in a footer. */
function schemaOf(footer: FlatTable): ArrowSchema {
  checkVersion(footer.int(0, 2));
  return readSchema(requireTable(footer.table(1), "schema"));
}

function readFile(bytes: Uint8Array): Framing {
  const { from, length } = footerSpan(bytes.length, bytes.subarray(-FOOTER_END));
  const footer = readRoot(bytes.subarray(from, from + length));
  const schema = schemaOf(footer);
  const content = bytes.subarray(0, from);
  const messages: Message[] = [];
  for (const [slot, kind] of [
    [2, DICTIONARY],
    [3, BATCH],
  ] as const) {
    for (const block of footer.structs(slot, 24)) {
      const message = readMessage(content, longAt(block, 0));
      if (message === undefined || message.kind !== kind) throw damaged("its footer points at another kind of message");
      messages.push(message);
    }
  }
  const spans = messages.toSorted((a, b) => a.start - b.start);
  if (spans.some(({ start }, index) => start < (spans[index - 1]?.end ?? FILE_START)))
    throw damaged("its batches overlap");
  checkGaps(content, spans);
  checkDictionaries(messages);
  return { schema, messages };
}

/** A dictionary of a file may grow, but not be replaced: it would be unknown which batches use the first one. */
function checkDictionaries(messages: readonly Message[]): void {
  const ids = messages
    .filter(({ kind, header }) => kind === DICTIONARY && header.int(2, 1) === 0)
    .map(({ header }) => header.long(0));
  if (new Set(ids).size < ids.length) throw damaged("it has two dictionaries in one's place");
}

/** Between the batches that the footer names are the schema, padding and the mark of the end. Anything else could be rows, which would be missing. */
function checkGaps(content: Uint8Array, spans: readonly Message[]): void {
  const view = viewOf(content);
  let from = FILE_START;
  while (from + 8 <= content.length && view.getBigInt64(from, true) === 0n) from += 8;
  const first = spans[0]?.start !== from && from + 8 <= content.length ? readMessage(content, from) : undefined;
  if (first?.kind === SCHEMA) from = first.end;
  for (const { start, end } of [...spans, { start: content.length, end: 0 }]) {
    for (; from + 4 <= start; from += 4) {
      const word = view.getInt32(from, true);
      if (word !== 0 && word !== -1) throw damaged("its footer does not name all that it holds");
    }
    from = end;
  }
}

function readStream(bytes: Uint8Array): Framing {
  const first = readMessage(bytes, 0);
  if (first?.kind !== SCHEMA) throw damaged("it does not begin with a schema");
  const schema = readSchema(first.header);
  const messages: Message[] = [];
  let at = first.end;
  while (at < bytes.length) {
    const message = readMessage(bytes, at);
    if (message === undefined) {
      // This is the mark of the end. Other bytes after it could be rows, which would be missing.
      if (bytes.subarray(at + 4).some((byte) => byte !== 0)) throw damaged("there is something after its end");
      break;
    }
    if (message.kind !== DICTIONARY && message.kind !== BATCH) throw damaged("a message is of a kind that is unknown");
    messages.push(message);
    at = message.end;
  }
  return { schema, messages };
}
