import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { maxCharacters } from "@analytics-engines/core/parameters";
import { systemReason } from "@analytics-engines/runs/system-reason";

/** In UTF-8 no unit of a JavaScript string takes more: a larger file has more characters than are ever read. */
const maxBytes = 3 * maxCharacters;

/** The text of a file; or why there is none, in a few words. */
export type TextOrProblem = { readonly text: string } | { readonly problem: string };

/** Reads a file as UTF-8. A byte-order mark stays in the text, where it is an issue. Never throws. */
export function readText(file: string): TextOrProblem {
  try {
    // Asked before it is opened: a pipe would wait for its writer.
    const stats = statSync(file);
    if (!stats.isFile()) return { problem: "not a file" };
    if (stats.size > maxBytes)
      return { problem: `larger than ${maxBytes / 1024 / 1024} MiB: too large for a parameter file` };
    const bytes = readFileSync(file);
    return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { problem: "not UTF-8 text" };
  } catch (error) {
    return { problem: systemReason(error) };
  }
}
