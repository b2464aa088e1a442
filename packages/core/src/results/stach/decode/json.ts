import { ResultDecodeError } from "../../../json/errors.ts";
import { isObject, type JsonObject } from "../../../json/value.ts";

/** The value as an object; undefined if it is not an object. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The value as text; undefined if it is not text or is empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An object with this member, or an empty one if the value is undefined. */
export function optionalMember<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // An object literal with a computed key has no exact type.
  const object: { [P in K]?: V } = {};
  if (value !== undefined) object[key] = value;
  return object;
}

export function objectAt(value: unknown, place: string): JsonObject {
  if (isObject(value)) return value;
  throw new ResultDecodeError(place, `an object is expected, not ${kindOf(value)}`);
}

export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ResultDecodeError(place, `a list is expected, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}

/** The order of keys in a JavaScript object: whole numbers come first. */
export function inObjectOrder(keys: readonly string[]): string[] {
  return Object.keys(Object.fromEntries(keys.map((key) => [key, true])));
}
