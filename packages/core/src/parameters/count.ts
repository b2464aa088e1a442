import type { Issue, Severity } from "./issue.ts";

/** What was found in a set of files, in numbers. */
export interface IssueCounts {
  readonly files: number;
  readonly filesWithIssues: number;
  /** A file that could not be read is one. */
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** Issues that have a fix which keeps what the author meant beyond doubt. */
  readonly fixable: number;
}

/** Counts what was found in files; `problem` says what is wrong with a file as a whole. */
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

/** Whether an issue has a fix that may be applied unasked. */
export function isFixable({ fixes }: Issue): boolean {
  return fixes.some(({ safe }) => safe);
}
