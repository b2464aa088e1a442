import type { FamilyId } from "@analytics-engines/core";
import {
  changesToMarkdown,
  compareParameters,
  type ParameterFile,
  readParameterFile,
} from "@analytics-engines/core/parameters";

/** The changes between two versions as Markdown, empty without any, or the version that has errors. */
export type FileComparison = { readonly changes: string } | { readonly problem: "before" | "after" };

/**
 * Compares a file with an earlier text of it.
 * @param options.family if the file name does not contain it
 */
export function compareTexts(
  before: string,
  after: ParameterFile,
  { path, family }: { readonly path: string; readonly family: FamilyId | undefined },
): FileComparison {
  if (!after.request) return { problem: "after" };
  const old = readParameterFile(before, { path, family });
  if (!old.request) return { problem: "before" };
  return { changes: changesToMarkdown(compareParameters(old, after)) };
}
