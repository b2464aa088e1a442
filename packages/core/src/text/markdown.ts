import { visible } from "./visible.ts";

/**
 * Untrusted text as text in GitHub's Markdown, on one line, fit for a table's cell. It shows exactly the characters of the text (hidden ones
 * as escapes), and is never HTML, markup, a link, a mention or a reference.
 *
 * GitHub reads the text twice. Character references hide markup from the parser. GitHub decodes them before it looks for links, mentions,
 * references and formulas, so `<wbr>` splits those; it shows nothing and is not copied.
 */
export function escapeMarkdown(text: string): string {
  return visible(text)
    .replace(/[^\p{L}\p{M}\p{N} ,;%=.\-/()+'"…→−]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/^ | (?= )| $/gu, "&#32;")
    .replace(/&#(?:35|36|58|64);/gu, "$&<wbr>")
    .replace(/(www|gh)(?=[.-])/giu, "$1<wbr>");
}
