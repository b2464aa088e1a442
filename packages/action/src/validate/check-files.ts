import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { type ParameterFile, type ReadOptions, readParameterFile } from "@analytics-engines/core/parameters";
import { systemReason } from "@analytics-engines/runs/system-reason";
import type { FileIssues } from "../workspace/annotate-issues.ts";
import { decodeText } from "../workspace/decode-text.ts";
import { whyRefused } from "../workspace/find-files.ts";

/** One file as it was found. */
export interface CheckedFile extends FileIssues {
  /** Undefined where the file could not be read: `problem` says why. */
  readonly parameters: ParameterFile | undefined;
  /** What is wrong with the file as a whole, a sentence. */
  readonly problem: string | undefined;
}

/** Reads and checks parameter files, in order. Never throws for what they are or hold. */
export function checkFiles(
  paths: readonly string[],
  workingDirectory: string,
  reading: Pick<ReadOptions, "families" | "hintAbsoluteDates" | "unknownProperties">,
): readonly CheckedFile[] {
  const root = realpathSync(workingDirectory);
  return paths.map((file) => {
    const read = readText(file, root);
    if ("problem" in read)
      return { path: file, parameters: undefined, issues: [], problem: `${file} ${read.problem}.` };
    const parameters = readParameterFile(read.text, { ...reading, path: file });
    return { path: file, parameters, issues: parameters.issues, problem: undefined };
  });
}

/** The text of a file, or why there is none: the rest of a sentence that begins with its name. */
function readText(file: string, root: string): { readonly text: string } | { readonly problem: string } {
  try {
    const target = realpathSync(path.join(root, file));
    const refused = whyRefused(target, root);
    if (refused !== undefined) return { problem: refused };
    const text = decodeText(readFileSync(target));
    return text === undefined ? { problem: "is not UTF-8 text" } : { text };
  } catch (error) {
    return { problem: `could not be read: ${systemReason(error)}` };
  }
}
