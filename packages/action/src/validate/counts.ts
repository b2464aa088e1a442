import { count } from "@analytics-engines/core/basics";
import { countIssues, type IssueCounts } from "@analytics-engines/core/parameters";
import type { CheckedFile } from "@analytics-engines/runs/files";
import type { FailOn } from "../workspace/inputs.ts";

/** The outcome of a validation: files with their issues, and warnings that do not concern a single file. */
export interface Findings {
  readonly files: readonly CheckedFile[];
  /** A sentence for each reference about which the service could not be asked. They count as warnings. */
  readonly unasked: readonly string[];
}

/** Counts the issues by severity. */
export function countFindings({ files, unasked }: Findings): IssueCounts {
  const counts = countIssues(files);
  return { ...counts, warnings: counts.warnings + unasked.length };
}

/** `2 errors, 1 hint`; `no issues`. */
export function describeCounts({ errors, warnings, hints }: IssueCounts): string {
  const counts = Object.entries({ error: errors, warning: warnings, hint: hints }).filter(([, number]) => number > 0);
  return counts.map(([noun, number]) => count(number, noun)).join(", ") || "no issues";
}

/** Whether the findings fail the step. */
export function hasFailed({ errors, warnings }: IssueCounts, failOn: FailOn): boolean {
  return failOn !== "never" && (errors > 0 || (failOn === "warning" && warnings > 0));
}
