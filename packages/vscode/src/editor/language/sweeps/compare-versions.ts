import { sentenceList } from "@analytics-engines/core/basics";
import { compareSweeps, type Sweep } from "@analytics-engines/core/files";
import { describeRows } from "@analytics-engines/core/parameters";
import type { compareFiles } from "../comparison.ts";

/** Compares two sweeps by their rows: the changes as Markdown, empty without any, or the version that has errors. */
export function compareVersions(before: Sweep, after: Sweep): ReturnType<typeof compareFiles> {
  if (after.jobs.length === 0) return { problem: "after" };
  if (before.jobs.length === 0) return { problem: "before" };
  return { changes: sentenceList(describeRows(compareSweeps(before.jobs, after.jobs), () => undefined)) };
}
