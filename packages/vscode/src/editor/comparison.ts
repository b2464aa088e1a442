import type { FamilyId } from "@analytics-engines/core";
import {
  changesToMarkdown,
  compareParameters,
  type ParameterFile,
  readParameterFile,
} from "@analytics-engines/core/parameters";

/** What changed between the two, as Markdown with a heading. `problem` where one of them cannot be read. */
export type Comparison = { readonly markdown: string } | { readonly problem: "before" | "after" };

/** Compares a text with an earlier one of the same file. */
export function compareTexts(
  before: string,
  after: ParameterFile,
  { path, family, title, unchanged }: ComparisonOptions,
): Comparison {
  if (!after.request) return { problem: "after" };
  const old = readParameterFile(before, { path, family });
  if (!old.request) return { problem: "before" };
  const changes = changesToMarkdown(compareParameters(old, after));
  return { markdown: `# ${title}\n\n${changes === "" ? `${unchanged}\n` : changes}` };
}

export interface ComparisonOptions {
  readonly path: string;
  /** The family, where it is not the name that tells it. */
  readonly family: FamilyId | undefined;
  /** The heading, in Markdown. */
  readonly title: string;
  /** What to say where nothing changed. */
  readonly unchanged: string;
}
