import { isObject } from "@analytics-engines/core/json";
import { whyNoResultPath } from "../../files/result-path.ts";
import { UserError } from "../../user-error.ts";

/** The largest manifest, and the longest line of a journal, that is read; bytes. A string cannot hold much more. The manifest of 100,000 jobs has 130 MB. */
export const MAX_RECORD_BYTES = 500_000_000;

/** A JSON value, and its place for messages. */
export interface JsonPlace {
  readonly value: unknown;
  readonly at: string;
}

/** Reads the value of a place. @throws UserError if it has another form */
export type ReadAt<T> = (place: JsonPlace) => T;

/** A value of another form than expected. The caller that reads the file adds what to do. */
export class WrongFormError extends UserError {}

function wrong({ at }: JsonPlace, expected: string): WrongFormError {
  return new WrongFormError(`${at} is not ${expected}.`);
}

/** A property of an object; `undefined` where it is missing. */
export function property(place: JsonPlace, name: string): JsonPlace {
  const { value } = place;
  if (!isObject(value)) throw wrong(place, "an object");
  // Only own properties: the name can be `__proto__`.
  return { value: Object.getOwnPropertyDescriptor(value, name)?.value, at: `${place.at}.${name}` };
}

export function text(place: JsonPlace): string {
  if (typeof place.value !== "string") throw wrong(place, "a text");
  return place.value;
}

/** A text of 1 to `longest` characters, and of this form. */
export function boundedText(
  longest: number,
  form = /./su,
  expected = `a text of 1 to ${longest} characters`,
): ReadAt<string> {
  return (place) => {
    const { value } = place;
    if (typeof value !== "string" || value.length > longest || !form.test(value)) throw wrong(place, expected);
    return value;
  };
}

export function count(place: JsonPlace): number {
  const { value } = place;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw wrong(place, "a whole number");
  return value;
}

/** A whole number of `least` to `most`. */
export function countWithin(least: number, most: number): ReadAt<number> {
  return (place) => {
    const value = count(place);
    if (value < least || value > most) throw wrong(place, `a whole number from ${least} to ${most}`);
    return value;
  };
}

export function number(place: JsonPlace): number {
  // JSON can hold more than a double: 1e999 reads as infinity.
  if (typeof place.value !== "number" || !Number.isFinite(place.value)) throw wrong(place, "a number");
  return place.value;
}

/** The path of a result, an info document or a CSV, relative to the run folder. Other paths are refused: see `whyNoResultPath`. */
export function resultPath(place: JsonPlace): string {
  const file = text(place);
  const why = whyNoResultPath(file);
  if (why === undefined) return file;
  throw new UserError(
    `${place.at} names ${JSON.stringify(file.slice(0, 300))}, which is not the path of a result: ${why}. No run wrote it: get the run folder again from where the run stored it.`,
  );
}

export function flag(place: JsonPlace): boolean {
  if (typeof place.value !== "boolean") throw wrong(place, "true or false");
  return place.value;
}

export function oneOf<const Texts extends readonly string[]>(texts: Texts): ReadAt<Texts[number]> {
  return (place) => {
    const found = texts.find((one) => one === place.value);
    if (found === undefined) throw wrong(place, `one of ${texts.join(", ")}`);
    return found;
  };
}

/** A list of at most `longest` values. */
export function list<T>(read: ReadAt<T>, longest = Number.POSITIVE_INFINITY): ReadAt<T[]> {
  return (place) => {
    if (!Array.isArray(place.value)) throw wrong(place, "a list");
    if (place.value.length > longest) throw wrong(place, `a list of at most ${longest} values`);
    return place.value.map((value: unknown, index) => read({ value, at: `${place.at}[${index}]` }));
  };
}

/** How to read a list by its entries. */
export type ReadList = <T>(read: ReadAt<T>) => ReadAt<T[]>;

/** Reads lists without the entries that cannot be read, and reports why. */
export function readableList(report: (problem: string) => void): ReadList {
  return (read) => {
    const readable = list((place) => {
      try {
        return [read(place)];
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        report(error.message);
        return [];
      }
    });
    return (place) => readable(place).flat();
  };
}

/** A property that may be missing: then the object has no such property. */
export function optional<T>(read: ReadAt<T>): Optional<T> {
  return { optional: read };
}

interface Optional<T> {
  readonly optional: ReadAt<T>;
}

/** How to read one property. */
export type Field = ReadAt<unknown> | Optional<unknown>;

/** How to read each property of an object. */
type Fields<T> = {
  readonly [Name in keyof T]-?: object extends Pick<T, Name> ? Optional<Exclude<T[Name], undefined>> : ReadAt<T[Name]>;
};

/** Reads an object with these properties, in this order, and leaves out all others. */
export function object<T>(fields: Fields<T>): ReadAt<T>;
export function object(fields: Readonly<Record<string, Field>>): ReadAt<object> {
  return (place) => {
    const made: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(fields)) {
      const inner = property(place, name);
      if (typeof field === "function") made[name] = field(inner);
      else if (inner.value !== undefined) made[name] = field.optional(inner);
    }
    return made;
  };
}

/** Parses the JSON of a manifest or of a line of a journal. */
export function json(source: string, at: string): JsonPlace {
  if (source.length > MAX_RECORD_BYTES) throw tooLarge(at, source.length);
  try {
    return { value: JSON.parse(source), at };
  } catch {
    throw new UserError(`${at} is not JSON.`);
  }
}

/** The error for a record that is too large to be read. */
export function tooLarge(at: string, size: number): UserError {
  return new UserError(
    `${at} is too large: it has ${size} bytes, and at most ${MAX_RECORD_BYTES} are read. No run writes so much: get the run folder again from where the run stored it.`,
  );
}
