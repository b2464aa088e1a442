import { printable } from "@analytics-engines/core/basics";

/** Says on standard error what went wrong without ending the command. */
export function warn(sentence: string): void {
  process.stderr.write(`Warning: ${printable(sentence)}\n`);
}
