import { isObject, type JsonObject } from "./value.ts";

/**
 * Parses an object of JSON; undefined for any other text. Hides the message of the parser, which quotes the text: it may hold a secret.
 * @example
 * ```ts
 * import { parseObject } from "@analytics-engines/core/json";
 *
 * console.log(parseObject('{"id": "A"}')?.["id"]); // A
 * console.log(parseObject("[1]")); // undefined
 * ```
 */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
