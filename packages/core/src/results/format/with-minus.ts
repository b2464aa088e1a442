/**
 * The text of a number with a real minus (U+2212), which is as wide as a plus.
 * @example
 * ```ts
 * import { withMinus } from "@analytics-engines/core/results";
 *
 * console.log(withMinus("-1.5")); // −1.5
 * ```
 */
export function withMinus(text: string): string {
  return text.replace(/^-/, "\u2212");
}
