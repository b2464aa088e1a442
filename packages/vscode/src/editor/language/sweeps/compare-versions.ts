import { sentenceList } from "@analytics-engines/core/basics";
import { compareSweeps, type Sweep } from "@analytics-engines/core/files";
import { describeRows } from "@analytics-engines/core/parameters";

/** Compares two sweeps by their rows: the changes as Markdown, empty without any, or the version that has errors. */
export function compareVersions(before: Sweep, after: Sweep) {
  if (after.jobs.length === 0) return { problem: "after" } as const;
  if (before.jobs.length === 0) return { problem: "before" } as const;
  return { changes: sentenceList(describeRows(compareSweeps(before.jobs, after.jobs), () => undefined)) };
}
