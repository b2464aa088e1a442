import { recordBatchOf, unpackerOf } from "./codecs.ts";
import { damaged, type Limits } from "./errors.ts";
import type { Framing } from "./framing.ts";
import { BATCH, type Message } from "./message.ts";
import type { ArrowField } from "./schema.ts";
import { BatchParts, concatVectors, type Vector, withCache } from "./vectors/column.ts";
import { loadField } from "./vectors/load.ts";

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
