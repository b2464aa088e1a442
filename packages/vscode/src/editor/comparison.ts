import type { FamilyId } from "@analytics-engines/core";
import {
  changesToMarkdown,
  compareParameters,
  type ParameterFile,
  readParameterFile,
} from "@analytics-engines/core/parameters";

/**
 * Compares a file with an earlier text of it: the changes as Markdown, empty without any, or the version that has errors.
 * @param options.family if the file name does not contain it
 */
export function compareTexts(
  before: string,
  after: ParameterFile,
  { path, family }: { readonly path: string; readonly family: FamilyId | undefined },
) {
  if (!after.request) return { problem: "after" } as const;
  const old = readParameterFile(before, { path, family });
  if (!old.request) return { problem: "before" } as const;
  return { changes: changesToMarkdown(compareParameters(old, after)) };
}
