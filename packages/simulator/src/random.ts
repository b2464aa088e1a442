import { hash } from "node:crypto";

/** Hex digits, at most 64, that depend only on the seed and the names. */
export function hexDigits(count: number, seed: number, ...names: readonly (string | number)[]): string {
  return hash("sha256", `${seed}\n${names.join("\n")}`).slice(0, count);
}

/** A number in [0, 1) that depends only on the seed and the names. */
export function fraction(seed: number, ...names: readonly (string | number)[]): number {
  return Number.parseInt(hexDigits(12, seed, ...names), 16) / 2 ** 48;
}
