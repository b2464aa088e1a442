import { visible } from "./visible.ts";

/**
 * Untrusted text as text of GitHub's markdown, on one line, fit for a table's cell: it shows exactly the characters it holds (hidden ones
 * spelt out) and is never HTML, markup, a link, a mention or a reference.
 *
 * Two steps, since GitHub looks twice. Character references keep the parser from seeing markup. They are decoded before links, mentions,
 * references and formulas are looked for, so those are broken with `<wbr>`, which shows nothing and copies as nothing.
 */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[^\p{L}\p{M}\p{N} ,;%=.\-/()+'"…→]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/^ | (?= )| $/gu, "&#32;")
    .replace(/&#(?:35|36|58|64);/gu, "$&<wbr>")
    .replace(/(www|gh)(?=[.-])/giu, "$1<wbr>");
}
