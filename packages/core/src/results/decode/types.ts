/** How a column of a stated type is stored: as numbers, as texts, or cell by cell as JSON. */
export type Storage = "number" | "text" | "json";

const numbers = new Set(
  "real double float single decimal number int int8 int16 int32 int64 uint8 uint16 uint32 uint64 integer long short".split(
    " ",
  ),
);
const texts = new Set("string text date datetime time timestamp duration".split(" "));

/** From the stated type alone, never from the cells. A type that is not known is stored as JSON. */
export function storageOf(type: string): Storage {
  if (numbers.has(type)) return "number";
  return texts.has(type) ? "text" : "json";
}

/** Types whose values are whole numbers or keys: a digit that was lost would go unseen. */
export function isExact(type: string): boolean {
  return !["real", "double", "float", "single", "decimal", "number"].includes(type);
}
