import { whyNoResultPath } from "./result-path.ts";
import { RunFolderError } from "./run-folder-error.ts";

/** No larger manifest is read, and no longer line of a journal; bytes. Little more fits into a string; the manifest of 100,000 jobs has 130 MB. */
export const LARGEST_RECORD = 500_000_000;

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
  // Not what an object inherits: the name may be `__proto__`.
  return { value: Object.getOwnPropertyDescriptor(value, name)?.value, at: `${place.at}.${name}` };
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

/** A whole number of `least` to `most`. */
export function countWithin(place: Place, least: number, most: number): number {
  const value = count(place);
  if (value < least || value > most) throw wrong(place, `a whole number from ${least} to ${most}`);
  return value;
}

export function number(place: Place): number {
  // JSON may hold more than a double does: 1e999 reads as infinity.
  if (typeof place.value !== "number" || !Number.isFinite(place.value)) throw wrong(place, "a number");
  return place.value;
}

/** The path of a result, an info document or a CSV, relative to the run folder. No other is read: see `whyNoResultPath`. */
export function resultPath(place: Place): string {
  const file = text(place);
  const why = whyNoResultPath(file);
  if (why === undefined) return file;
  throw new RunFolderError(
    `${place.at} names ${JSON.stringify(file.slice(0, 300))}, which is no path of a result: ${why}. Something other than a run wrote it: get the run folder again from where the run stored it.`,
  );
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

/** Reads JSON text, of a manifest or of a line of a journal. */
export function json(source: string, at: string): Place {
  if (source.length > LARGEST_RECORD) throw tooLarge(at, source.length);
  try {
    return { value: JSON.parse(source), at };
  } catch {
    throw new RunFolderError(`${at} is not JSON.`);
  }
}

/** The error of a record that is too large to be read. */
export function tooLarge(at: string, size: number): RunFolderError {
  return new RunFolderError(
    `${at} is not read: it has ${size} bytes, and at most ${LARGEST_RECORD} are. No run writes so much: get the run folder again from where the run stored it.`,
  );
}
