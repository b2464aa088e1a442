import { distance } from "fastest-levenshtein";

/** All names of the models are shorter, so it would only waste time to compute the edit distance of longer texts. */
const MAX_NAME_LENGTH = 100;

/** The candidate that is most similar to the word; undefined if no candidate is similar. Letter case does not count. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return nearestFew(word, candidates, 1)[0];
}

/** A shorter beginning could be that of many words. */
const MIN_BEGINNING = 3;

/**
 * The candidates that are similar to the word, the most similar first; if a typing error explains none, those that begin with the word.
 * Letter case, blanks and punctuation do not count.
 */
export function nearestFew(word: string, candidates: readonly string[], count: number): string[] {
  if (word.length > MAX_NAME_LENGTH) return [];
  const lower = word.toLowerCase();
  const short = candidates.filter((candidate) => candidate.length <= MAX_NAME_LENGTH);
  const similar = short
    .map((candidate) => ({ candidate, steps: stepsTo(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, steps }) => steps <= Math.max(1, Math.floor(Math.max(lower.length, candidate.length) / 3)))
    .sort((a, b) => a.steps - b.steps)
    .map(({ candidate }) => candidate);
  if (similar.length > 0 || lower.length < MIN_BEGINNING) return similar.slice(0, count);
  return short
    .filter((candidate) => candidate.toLowerCase().startsWith(lower))
    .sort((a, b) => a.length - b.length)
    .slice(0, count);
}

/** The number of typing errors from one word to another, both in lower case. */
function stepsTo(word: string, candidate: string): number {
  const plain = lettersOf(word);
  return plain.length > 1 && plain === lettersOf(candidate) ? 1 : editCount(word, candidate);
}

/** The letters and digits of a word. An ampersand may be written as HTML writes it. */
function lettersOf(word: string): string {
  return word.replaceAll("&amp;", "&").replace(/[^\p{L}\p{N}]/gu, "");
}

/** The number of edits from one word to another; two swapped letters count as one edit. */
function editCount(from: string, to: string): number {
  return isSwapped(from, to) ? 1 : distance(from, to);
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at + 1 < a.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

/** The ids that are at most a few typing errors from an id, the most similar first. Letter case does not count. */
export function nearestIds(id: string, candidates: readonly string[], mostErrors: number): string[] {
  const lower = id.toLowerCase();
  return candidates
    .filter((candidate) => Math.abs(candidate.length - id.length) <= mostErrors)
    .map((candidate) => ({ candidate, steps: editCount(lower, candidate.toLowerCase()) }))
    .filter(({ steps }) => steps <= mostErrors)
    .sort((a, b) => a.steps - b.steps)
    .map(({ candidate }) => candidate);
}
