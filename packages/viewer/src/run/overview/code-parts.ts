import { html } from "../../html.ts";

/** The parts of a sentence: text between backticks is code. A sentence that was cut within code has none. */
export function codeParts(text: string) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return text;
  return parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}
