import { damaged, type Limits, longAt, unsupported } from "./flatbuffer.ts";
import { BATCH, type Framing, type Message, viewOf } from "./framing.ts";
import { unpackLz4 } from "./lz4.ts";
import type { ArrowField } from "./schema.ts";
import {
  BatchParts,
  concatVectors,
  type LoadContext,
  loadBytes,
  loadFixedBytes,
  type Node,
  type Vector,
  withCache,
} from "./vectors/column.ts";
import { loadFixed } from "./vectors/numbers.ts";

/** The rows of a batch: a vector for each column. */
export interface Batch {
  readonly length: number;
  readonly columns: readonly Vector[];
}

/** Loads the batches of an Arrow file or stream one after the other. Throws ResultDecodeError. */
export function* loadBatches({ schema, messages }: Framing, limits: Limits): Generator<Batch> {
  /** For each dictionary: its values so far, and the messages that add to them but are not loaded. */
  const dictionaries = new Map<number, { parts: Vector[]; values: Vector | undefined; messages: Message[] }>();

  for (const message of messages) {
    if (message.kind === BATCH) yield load(message, schema.fields);
    else note(message);
  }
  // A dictionary that no batch uses is checked, too.
  for (const id of dictionaries.keys()) dictionary(id);

  function note(message: Message): void {
    const id = message.header.long(0);
    if (!schema.dictionaries.has(id)) throw damaged("a dictionary is of no column");
    const state = dictionaries.get(id);
    const isDelta = message.header.int(2, 1) !== 0;
    if (!isDelta) dictionaries.set(id, { parts: [], values: undefined, messages: [message] });
    else if (state === undefined) throw damaged("a dictionary grows that is not there");
    else state.messages.push(message);
  }

  /**
   * Loads the added messages of a dictionary when its values are first needed, because by then the dictionaries that these values need are
   * also known.
   */
  function dictionary(id: number): Vector | undefined {
    const state = dictionaries.get(id);
    const field = schema.dictionaries.get(id);
    if (state === undefined || field === undefined || state.messages.length === 0) return state?.values;
    const { messages: newMessages } = state;
    // They are taken away first, so that loading ends even if the values of a dictionary refer to the dictionary itself.
    state.messages = [];
    state.parts.push(...newMessages.flatMap((message) => load(message, [field]).columns).map(withCache));
    state.values = concatVectors([...state.parts]);
    return state.values;
  }

  function load(message: Message, fields: readonly ArrowField[]): Batch {
    const parts = new BatchParts(recordBatchOf(message), message.body, unpackerOf(message, limits));
    if (fields.length === 0) limits.takeRows(parts.length, "a batch");
    const columns = fields.map((field) => {
      const owner = `the column "${field.name}"`;
      const column = loadField(field, { parts, owner, limits, dictionary });
      if (column.length !== parts.length) throw damaged("the columns of a batch are not of one length");
      return column;
    });
    parts.end();
    return { length: parts.length, columns };
  }
}

const LZ4_FRAMES = 0;
const NOT_PACKED = -1;
/** No byte of LZ4 data unpacks to more bytes than this. */
const MOST_BYTES_OF_BYTE = 255;

/** The part of a message that contains columns: a batch, or the batch within a dictionary. */
function recordBatchOf({ kind, header }: Message) {
  const batch = kind === BATCH ? header : header.table(1);
  if (batch === undefined) throw damaged("a dictionary is missing");
  return batch;
}

/** A function that unpacks a buffer of a message for its column. @throws ResultDecodeError for a codec that is not read */
function unpackerOf(message: Message, limits: Limits): (buffer: Uint8Array, owner: string) => Uint8Array {
  const compression = recordBatchOf(message).table(3);
  if (compression === undefined) return (buffer) => buffer;
  if (compression.int(1, 1) !== 0) throw unsupported("its columns are compressed by an unknown method");
  const codec = compression.int(0, 1);
  if (codec !== LZ4_FRAMES)
    throw unsupported(
      `its columns are compressed by codec ${codec} (1 is ZSTD), and LZ4 frames (0) are read; write it again without compression (in Python, pyarrow.feather.write_feather(table, path, compression="uncompressed"))`,
    );
  return (buffer, owner) => {
    if (buffer.length === 0) return buffer;
    // A packed buffer begins with its unpacked size.
    if (buffer.length < 8) throw damaged(`${owner} has packed bytes that are cut off`);
    const size = longAt(viewOf(buffer), 0);
    const packed = buffer.subarray(8);
    if (size === NOT_PACKED) return packed;
    if (size < 0 || size > packed.length * MOST_BYTES_OF_BYTE)
      throw damaged(`${owner} has packed bytes of an impossible size`);
    limits.takeBytes(size, owner);
    return unpackLz4(packed, size);
  };
}

/** Loads a field from the next parts of a batch. Throws ResultDecodeError. */
function loadField(field: ArrowField, context: LoadContext): Vector {
  const node = context.parts.node();
  return field.dictionary === undefined ? loadValues(field, node, context) : loadCodes(field.dictionary, node, context);
}

function loadValues(field: ArrowField, node: Node, context: LoadContext): Vector {
  const { type } = field;
  switch (type.kind) {
    case "null":
      context.limits.takeRows(node.length, context.owner);
      return { length: node.length, cell: () => null };
    case "bytes":
      return loadBytes(type.isText, type.isLarge, node, context);
    case "fixed-bytes":
      return loadFixedBytes(type.width, node, context);
    default:
      return loadFixed(type, node, context);
  }
}

/** Loads codes: each is the index of a value in a dictionary. */
function loadCodes(
  { id, codes: type }: NonNullable<ArrowField["dictionary"]>,
  node: Node,
  context: LoadContext,
): Vector {
  const codes = loadFixed(type, node, context);
  const values = context.dictionary(id);
  for (let row = 0; row < codes.length; row++) {
    const code = codes.cell(row);
    if (code === null) continue;
    if (values === undefined) throw damaged(`${context.owner} has no dictionary`);
    if (typeof code !== "number" || code < 0 || code >= values.length)
      throw damaged(`${context.owner} has a value that its dictionary does not have`);
  }
  return {
    length: codes.length,
    cell(row) {
      const code = codes.cell(row);
      return typeof code === "number" ? (values?.cell(code) ?? null) : null;
    },
  };
}
