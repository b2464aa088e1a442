/** The text of a number with a real minus (U+2212), which is as wide as a plus. */
export function withMinus(text: string): string {
  return text.replace(/^-/, "\u2212");
}
