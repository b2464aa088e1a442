import { closest, distance } from "fastest-levenshtein";
import { looksSecret } from "./secrets.ts";

const maxQuoted = 60;

/** Untrusted text between backticks for a message: one line, of bounded length, nothing that reorders or hides, and no secret. */
export function quoted(text: string): string {
  if (looksSecret(text.replace(/^["']/, ""))) return "`(looks like a secret)`";
  const short = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  return `\`${short.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]/gu, escaped)}\``;
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Words as a list in a sentence: "`a`, `b` or `c`". */
export function listed(words: readonly string[]): string {
  const all = words.map(quoted);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}

/** Beyond this no name of the models reaches, and the edit distance only costs time. */
const maxNameLength = 100;

/** The candidate that the word was likely meant to be; undefined where none is near. Letter case does not count. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > maxNameLength || candidates.length === 0) return undefined;
  const lower = word.toLowerCase();
  const byLower = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]));
  const best = closest(lower, [...byLower.keys()]);
  const limit = Math.max(1, Math.floor(Math.max(lower.length, best.length) / 3));
  return distance(lower, best) <= limit ? byLower.get(best) : undefined;
}
