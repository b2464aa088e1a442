import { checkLimitColumns, type ReadChecks, type SweepRows } from "@analytics-engines/core/files";
import type { Issue } from "@analytics-engines/core/parameters";

/** What is wrong in a checks file, and in the cells of CSV files in which it has limits. */
export interface ChecksIssues {
  readonly issues: readonly Issue[];
  /** By the path of the CSV file, as the sweeps have it. */
  readonly cellIssues: ReadonlyMap<string, readonly Issue[]>;
}

/** @param sweeps all sweeps that can have a row for the checks */
export function findChecksIssues(file: ReadChecks, sweeps: readonly SweepRows[]): ChecksIssues {
  const issues = [...file.issues];
  const cellIssues = new Map<string, Issue[]>();
  for (const issue of checkLimitColumns(file, sweeps)) {
    const { path } = issue.range;
    if (path === undefined) issues.push(issue);
    else cellIssues.set(path, [...(cellIssues.get(path) ?? []), issue]);
  }
  return { issues, cellIssues };
}
