import { countIssues, type IssueCounts } from "@analytics-engines/core/parameters";
import { count } from "../github/format.ts";
import type { CheckedFile } from "./check-files.ts";
import type { FailOn } from "./inputs.ts";

/** What was found: files with their issues, and what concerns no file alone. */
export interface Findings {
  readonly files: readonly CheckedFile[];
  /** What could not be asked of the service, a sentence each. Counted as warnings. */
  readonly unasked: readonly string[];
}

export function countFindings({ files, unasked }: Findings): IssueCounts {
  const counts = countIssues(files);
  return { ...counts, warnings: counts.warnings + unasked.length };
}

/** `2 errors, 1 hint`; `no issues`. */
export function describeCounts({
  errors,
  warnings,
  hints,
}: Pick<IssueCounts, "errors" | "warnings" | "hints">): string {
  const found = [
    ...(errors === 0 ? [] : [count(errors, "error")]),
    ...(warnings === 0 ? [] : [count(warnings, "warning")]),
    ...(hints === 0 ? [] : [count(hints, "hint")]),
  ];
  return found.length === 0 ? "no issues" : found.join(", ");
}

/** Whether what was found fails the step. */
export function failsStep({ errors, warnings }: IssueCounts, failOn: FailOn): boolean {
  switch (failOn) {
    case "never":
      return false;
    case "warning":
      return errors + warnings > 0;
    case "error":
      return errors > 0;
  }
}
