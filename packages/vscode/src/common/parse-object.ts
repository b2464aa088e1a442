import { isObject, type JsonObject } from "@analytics-engines/core/json";

/** Parses a JSON object; undefined for any other text. Hides the message of the parser, which quotes the text. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
