import { nearest } from "../../text/nearest.ts";
import { codeQuote, shorten } from "../../text/visible.ts";

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

/** The forms of well-known credentials, by their first character. */
const secrets: Readonly<Record<string, readonly RegExp[]>> = {
  "-": [/^-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  e: [/^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\./],
  B: [/^Bearer [\w+/=.~-]{16,}$/, /^Basic [\w+/=]{16,}$/],
  g: [/^gh[pousr]_\w{30,}$/, /^github_pat_\w{30,}$/, /^glpat-[\w-]{20,}$/],
  x: [/^xox[abpr]-[\w-]{20,}$/],
  A: [/^(?:AKIA|ASIA)[A-Z0-9]{16}$/, /^AIza[\w-]{35}$/],
  s: [/^sk[-_](?:live|test|proj|ant)[-_][\w-]{16,}$/],
  n: [/^npm_\w{36}$/],
};
/** All well-known credentials have at least this many characters. */
export const MIN_CREDENTIAL_LENGTH = 20;

/** Whether a credential may start with this character. */
export function startsLikeSecret(firstCharacter: string): boolean {
  return secrets[firstCharacter] !== undefined;
}

/** Whether a text has the form of a well-known credential. The service's ids are hexadecimal digits and have none of these forms. */
export function looksSecret(text: string): boolean {
  if (text.length < MIN_CREDENTIAL_LENGTH) return false;
  return secrets[text.charAt(0)]?.some((secret) => secret.test(text)) ?? false;
}

/** Whether a part of a file, which may have right or wrong quotes, contains a text that looks like a credential. */
export function containsSecret(text: string): boolean {
  const texts = text.split(/["'`´‘’‚“”„«»\\]+/);
  return texts.some((part) => looksSecret(part.trim()) || part.split(/[\s,:=]+/).some(looksSecret));
}
