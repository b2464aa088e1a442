/** The way from the root of a document to a value: names of objects, indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** A path as a JSON pointer (RFC 6901). */
export function toPointer(path: JsonPath): string {
  return path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The segments of a JSON pointer, indexes as text; undefined where the text is not a pointer. */
export function fromPointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
