import { damaged, unsupported } from "./errors.ts";
import type { FlatTable } from "./flatbuffer.ts";
import { type ArrowType, readInt, readType } from "./types.ts";

export interface ArrowField {
  readonly name: string;
  /** The type of the values, even if a batch holds codes of a dictionary in their place. */
  readonly type: ArrowType;
  readonly dictionary?: { readonly id: number; readonly codes: Extract<ArrowType, { kind: "int" }> };
  readonly metadata: Metadata;
}

export type Metadata = ReadonlyMap<string, string>;

export interface ArrowSchema {
  readonly fields: readonly ArrowField[];
  /** The field of the values of each dictionary, by the dictionary's id. */
  readonly dictionaries: ReadonlyMap<number, ArrowField>;
  readonly metadata: Metadata;
}

/** The fields of a schema. Throws ResultDecodeError if a type is not read or impossible. */
export function readSchema(schema: FlatTable): ArrowSchema {
  if (schema.int(0, 2) !== 0) throw unsupported("its numbers are written in big-endian order");
  const dictionaries = new Map<number, ArrowField>();
  const read = (field: FlatTable): ArrowField => {
    const name = field.text(0);
    const type = readType(field.int(2, 1), field.table(3), name);
    if (field.tables(5).length > 0)
      throw damaged(`the field "${name}" has fields within it, which its type cannot have`);
    const values: ArrowField = { name, type, metadata: readKeyValues(field.tables(6)) };
    const encoding = field.table(4);
    if (encoding === undefined) return values;
    const id = encoding.long(0);
    const dictionary = dictionaries.get(id) ?? values;
    if (JSON.stringify(dictionary.type) !== JSON.stringify(type)) throw damaged(`dictionary ${id} is of two types`);
    dictionaries.set(id, dictionary);
    return { ...values, dictionary: { id, codes: readInt(encoding.table(1)) } };
  };
  return { fields: schema.tables(1).map(read), dictionaries, metadata: readKeyValues(schema.tables(2)) };
}

/** Names with values, of a field, a schema or a message. */
export function readKeyValues(pairs: readonly FlatTable[]): Metadata {
  return new Map(pairs.map((pair) => [pair.text(0), pair.text(1)]));
}
