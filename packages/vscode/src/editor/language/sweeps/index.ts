import { sentenceList } from "@analytics-engines/core/basics";
import {
  type CellUse,
  compareSweeps,
  describeRows,
  readSweep,
  type Sweep,
  type SweepFile,
} from "@analytics-engines/core/files";
import type { ReadOptions } from "@analytics-engines/core/parameters";
import type { CheckedText } from "../text/checked-text.ts";

// The code for sweeps, loaded with the first one.

export { listSweepFiles, readSweep, readSweepTable } from "@analytics-engines/core/files";

/**
 * What a cell has where its place has a value; undefined if the text around the cell does not allow the value.
 * @param isContinued whether more follows the value, so that it need not have the end
 */
export function cellSuggestion(
  value: string,
  { before, after }: Pick<CellUse, "before" | "after">,
  isContinued: boolean,
): string | undefined {
  const end = isContinued ? "" : after;
  if (!value.startsWith(before) || !value.endsWith(end) || value.length <= before.length + end.length) return undefined;
  return value.slice(before.length, value.length - end.length);
}

/** Checks a sweep with the files that it reads. */
export function checkSweepText(
  text: string,
  { path, unknownProperties, hintAbsoluteDates }: ReadOptions & { readonly path: string },
  files: ReadonlyMap<string, SweepFile>,
): CheckedText {
  const sweep = readSweep(text, path, { files, unknownProperties, hintAbsoluteDates });
  const issues = sweep.sources[0]?.issues ?? [];
  return { text, kind: sweep.family, kindBy: "file name", issues, file: undefined, sweep };
}

/** Compares two sweeps by their rows: the changes as Markdown, empty without any, or the version that has errors. */
export function compareVersions(before: Sweep, after: Sweep) {
  if (after.jobs.length === 0) return { problem: "after" } as const;
  if (before.jobs.length === 0) return { problem: "before" } as const;
  return { changes: sentenceList(describeRows(compareSweeps(before.jobs, after.jobs), () => undefined)) };
}
