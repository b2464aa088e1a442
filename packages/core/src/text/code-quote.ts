import { visible } from "./visible.ts";

/**
 * Untrusted text as code in a sentence or in Markdown: between backticks, on one line, with hidden characters and backticks as escapes.
 * @example
 * ```ts
 * import { codeQuote } from "@analytics-engines/core/basics";
 *
 * console.log(codeQuote("a`b")); // `a\u{60}b`
 * ```
 */
export function codeQuote(text: string): string {
  return `\`${visible(text).replaceAll("`", "\\u{60}")}\``;
}
