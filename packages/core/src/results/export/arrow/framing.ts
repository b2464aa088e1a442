import { damaged } from "./errors.ts";
import { longAt, readRoot } from "./flatbuffer.ts";
import { arrowKind } from "./kind.ts";
import { BATCH, checkVersion, DICTIONARY, type Message, readMessage, requireTable, SCHEMA, viewOf } from "./message.ts";
import { type ArrowSchema, readSchema } from "./schema.ts";

/** Arrow bytes as messages. */
export interface Framing {
  readonly schema: ArrowSchema;
  /** Dictionaries and batches in the order in which they take effect; in a file, dictionaries come first. */
  readonly messages: readonly Message[];
}

/** "ARROW1", with which a file begins and ends. */
const MAGIC_LENGTH = 6;
const FILE_START = 8;

/**
 * Reads the frame of an Arrow file or stream: magic, footer, and the kind, metadata and body of each message. The footer must name all that
 * a file contains, and all that it names must exist, so that no rows are missing.
 * @throws ResultDecodeError that says what is damaged
 */
export function readFraming(bytes: Uint8Array): Framing {
  return arrowKind(bytes) === "file" ? readFile(bytes) : readStream(bytes);
}

function readFile(bytes: Uint8Array): Framing {
  const end = bytes.length - MAGIC_LENGTH;
  if (end < FILE_START + 4 || arrowKind(bytes.subarray(end)) !== "file")
    throw damaged("the end of the file is missing");
  const footerLength = viewOf(bytes).getInt32(end - 4, true);
  const footerAt = end - 4 - footerLength;
  if (footerLength < 4 || footerAt < FILE_START) throw damaged("its footer is not where the file says");
  const footer = readRoot(bytes.subarray(footerAt, end - 4));
  checkVersion(footer.int(0, 2));
  const schema = readSchema(requireTable(footer.table(1), "schema"));
  const content = bytes.subarray(0, footerAt);
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
