import { visible } from "./visible.ts";

/** Untrusted text as code in a sentence or in Markdown: between backticks, on one line, with hidden characters and backticks as escapes. */
export function codeQuote(text: string): string {
  return `\`${visible(text).replaceAll("`", "\\u{60}")}\``;
}
