import { nearest } from "../../text/nearest.ts";
import { codeQuote, shorten } from "../../text/visible.ts";
import { containsSecret } from "./secrets.ts";

const MAX_QUOTED_LENGTH = 60;

/**
 * Untrusted text between backticks for a message: one line of limited length, without secrets and without characters that hide or reorder
 * text.
 */
export function quoted(text: string): string {
  return quotedWithin(text, MAX_QUOTED_LENGTH);
}

/** Like `quoted`, with another limit for the number of characters. */
export function quotedWithin(text: string, most: number): string {
  if (containsSecret(text)) return "`(looks like a secret)`";
  return codeQuote(shorten(text, most));
}

/** Words as a list in a sentence: "`a`, `b` or `c`". */
export function listed(words: readonly string[]): string {
  const all = words.map(quoted);
  const last = all.pop() ?? "";
  return all.length === 0 ? last : `${all.join(", ")} or ${last}`;
}

/** A question for the candidate that is most similar to a word; other advice if none is. */
export function nearestHint(word: string, candidates: readonly string[], otherAdvice: string): string {
  const close = nearest(word, candidates);
  return close === undefined ? otherAdvice : `Did you mean ${quoted(close)}?`;
}
