import type { FamilyId } from "@analytics-engines/core";
import { changesToMarkdown, compareParameters } from "@analytics-engines/core/files";
import { type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";

/**
 * Compares a file with an earlier text of it: the changes as Markdown, empty without any, or the version that has errors.
 * @param options.family if the file name does not contain it
 */
export function compareTexts(
  before: string,
  after: ParameterFile,
  { path, family }: { readonly path: string; readonly family: FamilyId | undefined },
) {
  return compareFiles(readParameterFile(before, { path, family }), after);
}

/** Compares two files: the changes as Markdown, empty without any, or the file that has errors. */
export function compareFiles(before: ParameterFile, after: ParameterFile) {
  if (!after.request) return { problem: "after" } as const;
  if (!before.request) return { problem: "before" } as const;
  return { changes: changesToMarkdown(compareParameters(before, after)) };
}
