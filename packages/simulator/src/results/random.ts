import { hash } from "node:crypto";

/** Spreads the bits of a 32-bit number over all of it. */
function spread(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A 32-bit number for a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return spread(hash);
}

/** A number in [0, 1) that depends only on the arguments. Each use of an index has its own `stream`. */
export function uniform(seed: number, stream: number, index: number): number {
  return spread(spread(seed ^ Math.imul(stream + 1, 0x9e3779b1)) ^ Math.imul(index + 1, 0x85ebca77)) / 4294967296;
}

/** A number about 0 with standard deviation 1, within -3 and 3. */
export function bell(seed: number, stream: number, index: number): number {
  const sum = uniform(seed, stream, index) + uniform(seed, stream + 7001, index) + uniform(seed, stream + 7002, index);
  return (sum - 1.5) * 2;
}

/** Ten decimals: enough for any reader, and the same text on every machine. */
export function rounded(value: number): number {
  return Math.round(value * 1e10) / 1e10;
}

/** Hex digits, at most 64, that depend only on the seed and the names. */
export function hexDigits(count: number, seed: number, ...names: readonly (string | number)[]): string {
  return hash("sha256", `${seed}\n${names.join("\n")}`).slice(0, count);
}

/** A number in [0, 1) that depends only on the seed and the names. */
export function fraction(seed: number, ...names: readonly (string | number)[]): number {
  return Number.parseInt(hexDigits(12, seed, ...names), 16) / 2 ** 48;
}
