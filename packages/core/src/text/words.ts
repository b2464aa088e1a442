/**
 * A number with its noun: `1 file`, `2 files`.
 * @param noun the singular, whose plural ends in s
 */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A sentence with untrusted texts as code between backticks (see `codeQuote`), and the sentences that belong below it. */
export interface Sentence {
  readonly text: string;
  readonly below?: readonly Sentence[];
}

/**
 * Sentences as a Markdown list, one on each line; empty if there are none.
 * @param render what a text becomes; by default it stays as it is
 */
export function sentenceList(sentences: readonly Sentence[], render = (text: string) => text): string {
  return sentences
    .map(({ text, below = [] }) => `- ${render(text)}\n${sentenceList(below, render).replace(/^(?=.)/gm, "  ")}`)
    .join("");
}

/**
 * The pattern of a user as an expression for whole texts: `*` stands for any characters, each other character for itself.
 * @param flags besides `s` and `u`
 * @example
 * ```ts
 * import { starPattern } from "@analytics-engines/core/basics";
 *
 * console.log(starPattern("run-*").test("run-1.zip")); // true
 * ```
 */
export function starPattern(pattern: string, flags = ""): RegExp {
  // Node 22 and older browsers lack RegExp.escape.
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, `su${flags}`);
}
