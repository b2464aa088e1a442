import { hash } from "node:crypto";

/** SHA-256 of names in any letter case: 64 hex digits, lower case. */
const digestOf = (parts: readonly string[]) => hash("sha256", parts.join("|").toLowerCase());

/** The id of a component, column, group, pricing source or template type: 64 hex digits, upper case, of its kind and names. */
export function id64(...parts: readonly string[]): string {
  return digestOf(parts).toUpperCase();
}

/** The id of a column statistic: 32 hex digits, lower case. */
export function id32(...parts: readonly string[]): string {
  return digestOf(parts).slice(0, 32);
}

/** A UUID that is always the same for the same names. */
export function uuidOf(...parts: readonly string[]): string {
  const hex = digestOf(parts);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Computes a value at the first call, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}

/** The parts of each line of a text block, which semicolons divide, trimmed. */
export function records(block: string): string[][] {
  return lines(block).map((line) => line.split(";").map((part) => part.trim()));
}

/** The lines of a text block, trimmed, without the empty ones. */
export function lines(block: string): string[] {
  return block
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
