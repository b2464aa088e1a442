import { MalformedAnswerError } from "@analytics-engines/core";
import { isObject } from "@analytics-engines/core/json";

// Reads answers that the client hands on as they came: a newer deployment may answer another shape than the model's.

/** What an answer says of something; each property may be anything. */
export type Properties = { readonly [name: string]: unknown };

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @throws MalformedAnswerError where the value is no object */
export function objectOf(value: unknown): Properties {
  if (isObject(value)) return value;
  throw new MalformedAnswerError("the service answered something else than an object");
}

/** The same; what is no object has no properties. */
export function propertiesOf(value: unknown): Properties {
  return isObject(value) ? value : {};
}

/**
 * The entries of a map by id. One of another shape keeps its id and has no properties.
 * @throws MalformedAnswerError where the value is no map
 */
export function entriesOf(value: unknown): readonly (readonly [string, Properties])[] {
  return Object.entries(objectOf(value)).map(([id, entry]) => [id, propertiesOf(entry)] as const);
}

/**
 * The items of a list; none where there is no list.
 * @throws MalformedAnswerError where the value is something else
 */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new MalformedAnswerError("the service answered something else than a list");
}

/** The items of a list that are objects. @throws as `itemsOf` does */
export function objectsIn(value: unknown): readonly Properties[] {
  return itemsOf(value).filter(isObject);
}
