import { damaged, type FlatTable, unsupported } from "./flatbuffer.ts";

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

export type TimeUnit = "s" | "ms" | "us" | "ns";

/** The types of Arrow, by how their values are laid out. */
export type ArrowType =
  | { readonly kind: "null" }
  | { readonly kind: "bool" }
  | { readonly kind: "int"; readonly bits: 8 | 16 | 32 | 64; readonly isSigned: boolean }
  | { readonly kind: "float"; readonly bits: 16 | 32 | 64 }
  | { readonly kind: "decimal"; readonly bits: 32 | 64 | 128 | 256; readonly precision: number; readonly scale: number }
  | { readonly kind: "date"; readonly unit: "day" | "ms" }
  | { readonly kind: "time"; readonly unit: TimeUnit }
  /** With a zone, a value is an instant, counted in UTC. Without one, it is a date and a time in an unknown zone. */
  | { readonly kind: "timestamp"; readonly unit: TimeUnit; readonly zone: string | undefined }
  | { readonly kind: "duration"; readonly unit: TimeUnit }
  | { readonly kind: "interval"; readonly unit: "month" | "day, ms" | "month, day, ns" }
  /** Texts or bytes, one after another. */
  | { readonly kind: "bytes"; readonly isText: boolean; readonly isLarge: boolean }
  | { readonly kind: "fixed-bytes"; readonly width: number };

/** The most digits of a decimal, by its bits. */
const digitsOf: Readonly<Record<number, number>> = { 32: 9, 64: 18, 128: 38, 256: 76 };
/** No writer creates decimals with more places, and their text would fill the memory. */
const MAX_SCALE = 1000;

const timeUnits: readonly TimeUnit[] = ["s", "ms", "us", "ns"];
const intervals = ["month", "day, ms", "month, day, ns"] as const;

/** The types that have no properties, by their number in the format's definition. */
const plainTypes: Readonly<Record<number, ArrowType>> = {
  1: { kind: "null" },
  4: { kind: "bytes", isText: false, isLarge: false },
  5: { kind: "bytes", isText: true, isLarge: false },
  6: { kind: "bool" },
  19: { kind: "bytes", isText: false, isLarge: true },
  20: { kind: "bytes", isText: true, isLarge: true },
};

/** The types that are not read, because no service gives them, by their number in the format's definition. */
const unreadTypes: Readonly<Record<number, string>> = {
  12: "lists",
  13: "structs",
  14: "unions",
  16: "lists of one length",
  17: "maps",
  21: "large lists",
  22: "runs of equal values",
  23: "views of bytes",
  24: "views of texts",
  25: "views of lists",
  26: "large views of lists",
};

/**
 * The type of a field.
 * @param id the type's number in the format's definition
 * @param facts the type's properties
 * @param name the name of the field, for errors
 * @throws ResultDecodeError if the type is not read or its properties contradict each other
 */
function readType(id: number, facts: FlatTable | undefined, name: string): ArrowType {
  const plain = plainTypes[id];
  if (plain !== undefined) return plain;
  const int = (slot: number, width: 2 | 4, absent = 0) => facts?.int(slot, width, absent) ?? absent;
  const unit = (absent: number) => oneOf(timeUnits, int(0, 2, absent), "unit of time");
  switch (id) {
    case 2:
      return readInt(facts);
    case 3:
      return { kind: "float", bits: oneOf([16, 32, 64] as const, int(0, 2), "size of a float") };
    case 7:
      return readDecimal(int(0, 4), int(1, 4), int(2, 4, 128));
    case 8:
      return { kind: "date", unit: oneOf(["day", "ms"] as const, int(0, 2, 1), "unit of dates") };
    case 9:
      return readTime(unit(1), int(1, 4, 32));
    case 10:
      return { kind: "timestamp", unit: unit(0), zone: facts?.text(1) || undefined };
    case 11:
      return { kind: "interval", unit: oneOf(intervals, int(0, 2), "unit of intervals") };
    case 15:
      return { kind: "fixed-bytes", width: atLeast0(int(0, 4), "width") };
    case 18:
      return { kind: "duration", unit: unit(1) };
    default:
      throw unsupported(`the column "${name}" is of ${unreadTypes[id] ?? `an unknown type (number ${id})`}`);
  }
}

/** The type of a whole number, and also of the codes of a dictionary. If nothing is stated, it is 32 bits with a sign. */
function readInt(facts: FlatTable | undefined): Extract<ArrowType, { kind: "int" }> {
  const bits = facts?.int(0, 4) ?? 32;
  if (bits !== 8 && bits !== 16 && bits !== 32 && bits !== 64) throw damaged(`it has whole numbers of ${bits} bits`);
  return { kind: "int", bits, isSigned: facts === undefined || facts.int(1, 1) !== 0 };
}

function readDecimal(precision: number, scale: number, bits: number): ArrowType {
  if (bits !== 32 && bits !== 64 && bits !== 128 && bits !== 256) throw damaged(`it has decimals of ${bits} bits`);
  if (precision < 1 || precision > (digitsOf[bits] ?? 0) || Math.abs(scale) > MAX_SCALE)
    throw damaged(`it has decimals of ${precision} digits, ${scale} of them after the point`);
  return { kind: "decimal", bits, precision, scale };
}

function readTime(unit: TimeUnit, bits: number): ArrowType {
  if (bits !== (unit === "s" || unit === "ms" ? 32 : 64)) throw damaged(`it has times in ${unit} of ${bits} bits`);
  return { kind: "time", unit };
}

function oneOf<T>(choices: readonly T[], index: number, name: string): T {
  const choice = choices[index];
  if (choice === undefined) throw unsupported(`it has a ${name} that is unknown (number ${index})`);
  return choice;
}

function atLeast0(value: number, name: string): number {
  if (value < 0) throw damaged(`it has a ${name} of ${value}`);
  return value;
}

/** The type as a table states it. Units, zone and decimal places are part of it. */
export function arrowTypeName(type: ArrowType): string {
  switch (type.kind) {
    case "int":
      return `${type.isSigned ? "" : "u"}int${type.bits}`;
    case "float":
      return "double";
    case "decimal":
      return `decimal(${type.precision}, ${type.scale})`;
    case "date":
    case "null":
    case "bool":
      return type.kind;
    case "time":
    case "duration":
    case "interval":
      return `${type.kind}[${type.unit}]`;
    case "timestamp":
      return `timestamp[${type.unit}${type.zone === undefined ? "" : `, tz=${type.zone}`}]`;
    case "bytes":
      return type.isText ? "string" : "binary";
    case "fixed-bytes":
      return "binary";
  }
}
