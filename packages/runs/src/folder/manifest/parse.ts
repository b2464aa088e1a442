// Parses records. A run loads this before its first request, so it needs no schema.
import { isObject } from "@analytics-engines/core/basics";
import { UserError } from "../../user-error.ts";

/** How many bytes a manifest, or a line of a journal, has at most. A string cannot hold many more. The manifest of 100,000 jobs has 130 MB. */
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

/** A property of an object; `undefined` where it is missing. */
export function property({ value, at }: JsonPlace, name: string): JsonPlace {
  if (!isObject(value)) throw new WrongFormError(`${at} is not an object.`);
  // Only own properties: the name can be `__proto__`.
  return { value: Object.getOwnPropertyDescriptor(value, name)?.value, at: `${at}.${name}` };
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
