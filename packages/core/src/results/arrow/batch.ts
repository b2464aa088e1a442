import { damaged, type FlatTable, longAt } from "./flatbuffer.ts";

/** A field with those within it, as they stand in a batch: what is encoded by a dictionary has none there. */
export interface FieldShape {
  readonly children: readonly FieldShape[];
}

export interface SchemaShape {
  readonly fields: readonly FieldShape[];
  /** The values of each dictionary, by its id. */
  readonly dictionaries: ReadonlyMap<number, FieldShape>;
}

const MOST_DEPTH = 64;
/** No buffer of a batch unpacks to more bytes. */
const MOST_UNPACKED = 2 ** 31;

/** The fields of a schema, with all texts of it held against the bytes. */
export function readFields(schema: FlatTable): SchemaShape {
  const dictionaries = new Map<number, FieldShape>();
  const read = (field: FlatTable, depth: number): FieldShape => {
    if (depth > MOST_DEPTH) throw damaged("its fields are nested without end");
    field.checkText(0);
    checkPairs(field.tables(6));
    const shape = { children: field.tables(5).map((child) => read(child, depth + 1)) };
    const dictionary = field.table(4);
    if (dictionary === undefined) return shape;
    const id = dictionary.long(0);
    if (!dictionaries.has(id)) dictionaries.set(id, shape);
    return { children: [] };
  };
  checkPairs(schema.tables(2));
  return { fields: schema.tables(1).map((field) => read(field, 1)), dictionaries };
}

/** Names with values, of a field, a schema or a message. */
export function checkPairs(pairs: readonly FlatTable[]): void {
  for (const pair of pairs) {
    pair.checkText(0);
    pair.checkText(1);
  }
}

/** Holds the lengths and places that a batch states against its fields and its body. */
export function checkBatch(batch: FlatTable, body: Uint8Array, fields: readonly FieldShape[]): void {
  const length = batch.long(0);
  const nodes = batch.structs(1, 16).map((node) => ({ length: longAt(node, 0), nulls: longAt(node, 8) }));
  if (length < 0 || nodes.some((node) => node.length < 0 || node.nulls < 0 || node.nulls > node.length))
    throw damaged("a batch has an impossible length");
  let next = 0;
  const skip = ({ children }: FieldShape): void => {
    next++;
    for (const child of children) skip(child);
  };
  for (const field of fields) {
    if (nodes[next]?.length !== length) throw damaged("the columns of a batch are not of one length");
    skip(field);
  }
  if (next !== nodes.length) throw damaged("a batch has not the columns of its schema");

  const buffers = batch.structs(2, 16);
  const isPacked = batch.table(3) !== undefined;
  for (const buffer of buffers) {
    const at = longAt(buffer, 0);
    const size = longAt(buffer, 8);
    if (at < 0 || size < 0 || at + size > body.length) throw damaged("a column is outside of its batch");
    if (isPacked && size > 0) checkPacked(body.subarray(at, at + size));
  }
  const extra = batch.structs(4, 8).reduce((sum, count) => sum + Math.abs(longAt(count, 0)), 0);
  if (extra > buffers.length) throw damaged("a batch has not the buffers of its columns");
}

/** A packed buffer begins with the size that it unpacks to, -1 where it is not packed after all. */
function checkPacked(buffer: Uint8Array): void {
  if (buffer.length < 8) throw damaged("a packed column is cut off");
  const unpacked = longAt(new DataView(buffer.buffer, buffer.byteOffset, 8), 0);
  if (unpacked < -1 || unpacked > MOST_UNPACKED) throw damaged("a packed column has an impossible size");
}
