import type { Severity } from "@analytics-engines/core/parameters";
import { count } from "../github/format.ts";
import type { CheckedFile } from "./check-files.ts";
import type { FailOn } from "./inputs.ts";

/** What a check came to, in numbers. */
export interface Counts {
  readonly files: number;
  readonly filesWithIssues: number;
  /** A file that could not be read is one. */
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** Issues that have a fix which keeps what the author meant beyond doubt. */
  readonly fixable: number;
}

/** What was found: files with their issues, and what concerns no file alone. */
export interface Findings {
  readonly files: readonly CheckedFile[];
  /** What could not be asked of the service, a sentence each. Counted as warnings. */
  readonly unasked: readonly string[];
}

export function countFindings({ files, unasked }: Findings): Counts {
  const issues = files.flatMap((file) => file.issues);
  const of = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  return {
    files: files.length,
    filesWithIssues: files.filter(({ issues, problem }) => issues.length > 0 || problem !== undefined).length,
    errors: of("error") + files.filter(({ problem }) => problem !== undefined).length,
    warnings: of("warning") + unasked.length,
    hints: of("hint"),
    fixable: issues.filter(({ fixes }) => fixes.some(({ safe }) => safe)).length,
  };
}

/** `2 errors, 1 hint`; `no issues`. */
export function describeCounts({ errors, warnings, hints }: Pick<Counts, "errors" | "warnings" | "hints">): string {
  const found = [
    ...(errors === 0 ? [] : [count(errors, "error")]),
    ...(warnings === 0 ? [] : [count(warnings, "warning")]),
    ...(hints === 0 ? [] : [count(hints, "hint")]),
  ];
  return found.length === 0 ? "no issues" : found.join(", ");
}

/** Whether what was found fails the step. */
export function failsStep({ errors, warnings }: Counts, failOn: FailOn): boolean {
  switch (failOn) {
    case "never":
      return false;
    case "warning":
      return errors + warnings > 0;
    case "error":
      return errors > 0;
  }
}
