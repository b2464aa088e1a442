/** The way to a value: keys of objects, indexes of arrays, from the root. */
export type Path = readonly (string | number)[];

/** A path as a JSON pointer (RFC 6901). */
export function toPointer(path: Path): string {
  return path.map((segment) => `/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The segments of a JSON pointer, indexes as text. Undefined where the text is no pointer. */
export function fromPointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
