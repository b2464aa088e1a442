import { escapeMarkdown } from "@analytics-engines/core/basics";
import type { NumberChange } from "@analytics-engines/core/results";

/** The cells of a move: before, now, and `+0.53 (+4.2 %)` with a percentage of the earlier value. */
export function moveCells({ text: { before, after, difference, percent } }: NumberChange): readonly string[] {
  return [before, after, percent === "" ? difference : `${difference} (${percent})`].map(escapeMarkdown);
}
