import { checkLimitColumns, type ReadChecks, type SweepRows } from "@analytics-engines/core/files";
import type { Issue } from "@analytics-engines/core/parameters";

/** What is wrong in a checks file, and in the cells of CSV files in which it has limits. */
export interface ChecksIssues {
  readonly issues: readonly Issue[];
  /** By the path of the CSV file, as the sweeps have it. */
  readonly cellIssues: ReadonlyMap<string, readonly Issue[]>;
}

/** Stands for the path of the checks file itself. */
const OWN = "";

/** @param sweeps all sweeps that can have a row for the checks */
export function findChecksIssues(file: ReadChecks, sweeps: readonly SweepRows[]): ChecksIssues {
  const cellIssues = Map.groupBy(checkLimitColumns(file, sweeps), ({ range: { path = OWN } }) => path);
  const issues = [...file.issues, ...(cellIssues.get(OWN) ?? [])];
  cellIssues.delete(OWN);
  return { issues, cellIssues };
}
