/** An object of JSON whose members have no known type yet. */
export type JsonObject = { [key: string]: unknown };

/** Whether a value is an object of JSON: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value as an object; undefined if it is not an object. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The value as a list; undefined if it is not a list. */
export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The value as text; undefined if it is not text or is empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Parses JSON; undefined for any other text. Hides the message of the parser, which quotes the text: it may hold a secret. */
export function parseJsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses an object of JSON; undefined for any other text: see `parseJsonValue`. */
export function parseObject(text: string): JsonObject | undefined {
  return asObject(parseJsonValue(text));
}

/** An object's own property, by its exact name; undefined where the value is not an object or has no such property. */
export function property(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * An object's own name that equals `name` in any letter case. The exact spelling comes first, then the first of the object. The service
 * reads names without regard to letter case.
 * @returns the name as the object spells it; undefined where the value is not an object or has no such name
 */
export function findName(value: unknown, name: string): string | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return name;
  const lower = name.toLowerCase();
  return Object.keys(value).find((key) => key.toLowerCase() === lower);
}

/** An object's own property by its name in any letter case: see `findName`. */
export function propertyInAnyCase(value: unknown, name: string): unknown {
  const key = findName(value, name);
  return key === undefined ? undefined : property(value, key);
}

/** Sets an object's own property whatever its name: `__proto__` would otherwise change what the object inherits. */
export function setProperty(object: JsonObject, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The items of a list; none where the value is not a list. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object's own names with their values; none where the value is not an object. */
export function entries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The JSON type of a value, in words for an error message. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}

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

/** An object with this member, or an empty one if the value is undefined. */
export function optionalMember<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // An object literal with a computed key has no exact type.
  const object: { [P in K]?: V } = {};
  if (value !== undefined) object[key] = value;
  return object;
}

/** The order of keys in a JavaScript object: whole numbers come first. */
export function inObjectOrder(keys: readonly string[]): string[] {
  return Object.keys(Object.fromEntries(keys.map((key) => [key, true])));
}

/** A number as JSON writes it. */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;
