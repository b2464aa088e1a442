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
