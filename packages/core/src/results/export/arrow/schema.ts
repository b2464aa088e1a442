import { damaged, unsupported } from "./errors.ts";
import type { FlatTable } from "./flatbuffer.ts";
import { type ArrowType, readInt, readType } from "./types.ts";

export interface ArrowField {
  readonly name: string;
  /** The type of the values, even if a batch holds codes of a dictionary in their place. */
  readonly type: ArrowType;
  readonly children: readonly ArrowField[];
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

const MAX_DEPTH = 64;

/** The fields of a schema. Throws ResultDecodeError if a type is unknown or impossible. */
export function readSchema(schema: FlatTable): ArrowSchema {
  if (schema.int(0, 2) !== 0) throw unsupported("its numbers are written in big-endian order");
  const dictionaries = new Map<number, ArrowField>();
  const read = (field: FlatTable, depth: number): ArrowField => {
    if (depth > MAX_DEPTH) throw damaged("its fields are nested without end");
    const children = field.tables(5).map((child) => read(child, depth + 1));
    const type = readType(field.int(2, 1), field.table(3));
    const name = field.text(0);
    checkChildren(name, type, children);
    const values: ArrowField = { name, type, children, metadata: readKeyValues(field.tables(6)) };
    const encoding = field.table(4);
    if (encoding === undefined) return values;
    const id = encoding.long(0);
    const dictionary = dictionaries.get(id) ?? values;
    if (layoutOf(dictionary) !== layoutOf(values)) throw damaged(`dictionary ${id} is of two types`);
    dictionaries.set(id, dictionary);
    return { ...values, dictionary: { id, codes: readInt(encoding.table(1)) } };
  };
  return {
    fields: schema.tables(1).map((field) => read(field, 1)),
    dictionaries,
    metadata: readKeyValues(schema.tables(2)),
  };
}

/** Names with values, of a field, a schema or a message. */
export function readKeyValues(pairs: readonly FlatTable[]): Metadata {
  return new Map(pairs.map((pair) => [pair.text(0), pair.text(1)]));
}

/** Two fields with the same dictionary must agree in everything except their names and metadata. */
function layoutOf(field: ArrowField): string {
  const plain = ({ type, children, dictionary }: ArrowField): object => ({
    type,
    dictionary,
    children: children.map(plain),
  });
  return JSON.stringify(plain(field));
}

function checkChildren(name: string, type: ArrowType, children: readonly ArrowField[]): void {
  const count = children.length;
  const wrong = (what: string) => damaged(`the field "${name}" ${what}`);
  switch (type.kind) {
    case "list":
    case "list-view":
    case "fixed-list":
      if (count !== 1) throw wrong("is a list of nothing or of two things");
      return;
    case "map": {
      const entries = children[0];
      if (count !== 1 || entries?.type.kind !== "struct" || entries.children.length !== 2 || entries.dictionary)
        throw wrong("is a map without keys and values");
      return;
    }
    case "run-ends": {
      const ends = children[0];
      const bits = ends?.type.kind === "int" && ends.type.isSigned && !ends.dictionary ? ends.type.bits : 8;
      if (count !== 2 || bits === 8) throw wrong("has runs without ends and values");
      return;
    }
    case "struct":
      if (new Set(children.map((child) => child.name)).size !== count)
        throw unsupported(`the field "${name}" has two fields of one name, of which an object can hold one`);
      return;
    case "union":
      if (type.ids.length > 0 && type.ids.length !== count) throw wrong("does not name the types of its union");
      return;
    default:
      if (count > 0) throw wrong("has fields within it, which its type cannot have");
  }
}
