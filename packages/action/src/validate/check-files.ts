import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import type { FamilyId } from "@analytics-engines/core";
import { type Issue, type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import type { FileIssues } from "../workspace/annotate-issues.ts";
import { decodeText } from "../workspace/decode-text.ts";
import { whyRefused } from "../workspace/find-files.ts";

/** An issue of the validator, or one that the service's answers add. */
export type FoundIssue = FileIssues["issues"][number];

/** The code of an issue that only the service can tell: it does not know what the file names there. */
export const unknownReference = "unknown-reference";

/** One file as it was found. */
export interface CheckedFile extends FileIssues {
  /** Undefined where the file could not be read: `problem` says why. */
  readonly parameters: ParameterFile | undefined;
  readonly issues: readonly FoundIssue[];
  /** What is wrong with the file as a whole, a sentence. */
  readonly problem: string | undefined;
}

/** Reads and checks parameter files, in order. Never throws for what they are or hold. */
export function checkFiles(
  paths: readonly string[],
  workingDirectory: string,
  families: Readonly<Record<string, FamilyId>>,
): readonly CheckedFile[] {
  const root = realpathSync(workingDirectory);
  return paths.map((file) => {
    const read = readText(file, root);
    if ("problem" in read)
      return { path: file, parameters: undefined, issues: [], problem: `${file} ${read.problem}.` };
    const parameters = readParameterFile(read.text, { path: file, families });
    const issues: readonly Issue[] = parameters.issues;
    return { path: file, parameters, issues, problem: undefined };
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

/** What a system error says to a user: "no such file or directory" for ENOENT. */
function systemReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return /^[A-Z]\w+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}
