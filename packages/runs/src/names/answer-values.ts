import { isObject, type JsonObject } from "@analytics-engines/core/basics";
import { MalformedAnswerError } from "@analytics-engines/core/errors";

// Reads answers that the client returns as they came: a newer service may answer with another shape than that of the model.

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @throws MalformedAnswerError if the value is not an object */
export function objectOf(value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw new MalformedAnswerError("the answer of the service is not an object");
}

/** The properties of an object; none for any other value. */
export function answerProperties(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * The entries of an object by id. An entry that is not an object keeps its id and has no properties.
 * @throws MalformedAnswerError if the value is not an object
 */
export function entriesOf(value: unknown): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectOf(value)).map(([id, entry]) => [id, answerProperties(entry)] as const);
}

/**
 * The items of a list; none if there is no list.
 * @throws MalformedAnswerError for any other value
 */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new MalformedAnswerError("the answer of the service is not a list");
}

/** The items of a list that are objects. @throws as `itemsOf` does */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return itemsOf(value).filter(isObject);
}

/** Whether the service answered that something is missing (404), or that this user may not read it (403). */
export function isMissingOrForbidden(error: unknown): boolean {
  return error instanceof Error && "status" in error && (error.status === 404 || error.status === 403);
}
