import canonicalize from "canonicalize";
import type { ParameterFile } from "./read.ts";

/** The request in its canonical form (RFC 8785): the same text for files that differ in spacing, order or letter case alone. */
export function canonicalText(file: ParameterFile): string {
  const text = file.request && canonicalize(file.request);
  if (text === undefined) throw new TypeError("A parameter file with errors has no canonical form");
  return text;
}

/** SHA-256 of the canonical form's UTF-8 bytes, in lower-case hexadecimal digits. Throws a TypeError where the file has errors. */
export async function digestParameters(file: ParameterFile): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalText(file));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
