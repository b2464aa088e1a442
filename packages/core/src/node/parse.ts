import { RunFolderError } from "./run-folder-error.ts";

/** A JSON value that is read, and where it stands, for messages. */
export interface Place {
  readonly value: unknown;
  readonly at: string;
}

function wrong({ at }: Place, expected: string): RunFolderError {
  return new RunFolderError(`${at} is not ${expected}.`);
}

/** A property of an object. A missing one reads as `undefined`. */
export function property(place: Place, name: string): Place {
  const { value } = place;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(place, "an object");
  return {
    value: Object.hasOwn(value, name) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined,
    at: `${place.at}.${name}`,
  };
}

export function text(place: Place): string {
  if (typeof place.value !== "string") throw wrong(place, "a text");
  return place.value;
}

export function count(place: Place): number {
  const { value } = place;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrong(place, "a whole number");
  return value;
}

export function number(place: Place): number {
  if (typeof place.value !== "number") throw wrong(place, "a number");
  return place.value;
}

export function flag(place: Place): boolean {
  if (typeof place.value !== "boolean") throw wrong(place, "true or false");
  return place.value;
}

export function oneOf<const Texts extends readonly string[]>(place: Place, texts: Texts): Texts[number] {
  const found = texts.find((one) => one === place.value);
  if (found === undefined) throw wrong(place, `one of ${texts.join(", ")}`);
  return found;
}

export function list<T>(place: Place, read: (item: Place) => T): T[] {
  if (!Array.isArray(place.value)) throw wrong(place, "a list");
  return place.value.map((value: unknown, index) => read({ value, at: `${place.at}[${index}]` }));
}

/** `{ [name]: what is read }`, or nothing where the property is missing. */
export function optional<Name extends string, T>(
  place: Place,
  name: Name,
  read: (inner: Place) => T,
): { readonly [K in Name]?: T } {
  const inner = property(place, name);
  if (inner.value === undefined) return {};
  return record(name, read(inner));
}

function record<Name extends string, T>(name: Name, value: T): { readonly [K in Name]?: T } {
  const made: { [K in Name]?: T } = {};
  made[name] = value;
  return made;
}

/** Reads JSON text. */
export function json(source: string, at: string): Place {
  try {
    return { value: JSON.parse(source), at };
  } catch {
    throw new RunFolderError(`${at} is not JSON.`);
  }
}
