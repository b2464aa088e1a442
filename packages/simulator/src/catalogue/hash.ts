import { createHash } from "node:crypto";

/** SHA-256 of a text, 64 hex digits, lower case. */
function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The id of a component, column, group, pricing source or template type: 64 hex digits, upper case, of its kind and names. */
export function id64(...parts: readonly string[]): string {
  return sha256(parts.join("|").toLowerCase()).toUpperCase();
}

/** The id of a column statistic: 32 hex digits, lower case. */
export function id32(...parts: readonly string[]): string {
  return sha256(parts.join("|").toLowerCase()).slice(0, 32);
}

/** A UUID that is always the same for the same names. */
export function uuidOf(...parts: readonly string[]): string {
  const hex = sha256(parts.join("|").toLowerCase());
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Computes a value at the first call, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The lines of a text block, trimmed, without the empty ones. */
export function lines(block: string): string[] {
  return block
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
