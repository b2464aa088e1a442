import type { FamilyId } from "@analytics-engines/core";
import {
  changesToMarkdown,
  compareParameters,
  type ParameterFile,
  readParameterFile,
} from "@analytics-engines/core/parameters";

/** The changes between two versions as Markdown with a heading, or the version that has errors. */
export type FileComparison = { readonly markdown: string } | { readonly problem: "before" | "after" };

/** Compares a file with an earlier text of it. */
export function compareTexts(
  before: string,
  after: ParameterFile,
  { path, family, title, unchanged }: ComparisonOptions,
): FileComparison {
  if (!after.request) return { problem: "after" };
  const old = readParameterFile(before, { path, family });
  if (!old.request) return { problem: "before" };
  const changes = changesToMarkdown(compareParameters(old, after));
  return { markdown: `# ${title}\n\n${changes === "" ? `${unchanged}\n` : changes}` };
}

export interface ComparisonOptions {
  readonly path: string;
  /** The family, if the file name does not contain it. */
  readonly family: FamilyId | undefined;
  /** The heading, in Markdown. */
  readonly title: string;
  /** The text if nothing has changed. */
  readonly unchanged: string;
}
