import type { Issue, Severity } from "./issues/issue.ts";

/** Counts of the issues in a set of files. */
export interface IssueCounts {
  readonly files: number;
  readonly filesWithIssues: number;
  /** A file that could not be read counts as one error. */
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** Issues with a safe fix. */
  readonly fixable: number;
}

/** Counts the issues of several files. A file that could not be read (`problem`) counts as one error. */
export function countIssues(
  files: readonly { readonly issues: readonly Issue[]; readonly problem?: string | undefined }[],
): IssueCounts {
  const issues = files.flatMap((file) => file.issues);
  const of = (severity: Severity) => issues.filter((issue) => issue.severity === severity).length;
  return {
    files: files.length,
    filesWithIssues: files.filter(({ issues, problem }) => issues.length > 0 || problem !== undefined).length,
    errors: of("error") + files.filter(({ problem }) => problem !== undefined).length,
    warnings: of("warning"),
    hints: of("hint"),
    fixable: issues.filter(isFixable).length,
  };
}

/** Whether an issue has a safe fix, which may be applied without asking. */
export function isFixable({ fixes }: Issue): boolean {
  return fixes.some(({ safe }) => safe);
}
