/** How a column is stored: as numbers, as texts, or each cell as JSON. */
type Storage = "number" | "text" | "json";

const wholes = new Set("int int8 int16 int32 int64 uint8 uint16 uint32 uint64 integer long short".split(" "));
const floats = new Set("real double float single".split(" "));
const numbers = new Set([...wholes, ...floats, "decimal", "number"]);
const texts = new Set("string text binary date datetime time timestamp duration".split(" "));

/** Types of Arrow that name a unit or digits: `timestamp[ms]`, `decimal(10, 2)`. */
const bracketed: readonly (readonly [form: RegExp, storage: Storage])[] = [
  [/^(?:decimal\(|duration\[)/, "number"],
  [/^(?:time|timestamp|interval)\[/, "text"],
];

/** The storage of a column. Only its stated type decides, never its cells. An unknown type is stored as JSON. */
export function storageOf(type: string): Storage {
  if (numbers.has(type)) return "number";
  if (texts.has(type)) return "text";
  return bracketed.find(([form]) => form.test(type))?.[1] ?? "json";
}

/** Whether the type is a floating-point type, whose values stand for the nearest double. */
export function isFloat(type: string): boolean {
  return floats.has(type);
}

/** Whether the type is one of whole numbers. */
export function isWholeType(type: string): boolean {
  return wholes.has(type);
}

/** Whether the type is one of whole numbers or keys, whose meaning changes if a digit is lost. */
export function isExact(type: string): boolean {
  return wholes.has(type) || texts.has(type);
}
