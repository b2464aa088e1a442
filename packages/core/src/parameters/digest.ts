import canonicalize from "canonicalize";
import { isObject, property } from "../json/value.ts";
import { hexOf } from "../text/bytes.ts";
import type { ParameterFile } from "./read/read.ts";

/**
 * The request in its canonical form (RFC 8785): the same text for files that differ only in white space, key order or letter case.
 * @throws TypeError if the file has errors
 */
export function canonicalText(file: ParameterFile): string {
  const { request } = file;
  const text = request && canonicalize(request);
  if (text === undefined) throw new TypeError("A parameter file with errors has no canonical form");
  return text;
}

/**
 * SHA-256 of the canonical form's UTF-8 bytes, in lower-case hexadecimal digits.
 * @throws TypeError if the file has errors
 */
export async function digestParameters(file: ParameterFile): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalText(file));
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/**
 * The parameters of one unit of a request in canonical form (RFC 8785), with the properties that the request has for all units. Units with
 * the same parameters give the same text, whatever their ids. Undefined if the request has no such unit.
 */
export function canonicalUnit(request: unknown, id: string): string | undefined {
  const data = property(request, "data");
  if (!isObject(request) || !isObject(data) || !Object.hasOwn(data, id)) return undefined;
  return canonicalize({ ...request, data: data[id] });
}
