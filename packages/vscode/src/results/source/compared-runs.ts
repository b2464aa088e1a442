import { keyOfUnit } from "@analytics-engines/runs/browser";
import type { RunRef } from "../../jobs/runs/refs.ts";
import type { RunView } from "../../jobs/store/run.ts";
import type { PageState } from "./messages.ts";

/** What a page shows to compare two runs. */
export type ComparisonState = PageState & { readonly run: string };

/** A run, or one of its units. */
export interface ComparedRef {
  readonly ref: RunRef;
  readonly startedAt: string;
}

/**
 * The page that compares two runs or two units: it opens the later one beside the earlier one. Undefined if both are the same.
 */
export function comparisonState(first: ComparedRef, second: ComparedRef): ComparisonState | undefined {
  const [before, now] = first.startedAt <= second.startedAt ? [first.ref, second.ref] : [second.ref, first.ref];
  const [unitBefore, unitNow] = [unitKeyOf(before), unitKeyOf(now)];
  if (before.run === now.run) {
    if (unitBefore === undefined || unitNow === undefined || unitBefore === unitNow) return undefined;
    return { run: now.run, selected: unitNow, other: `this:${unitBefore}` };
  }
  const selected = unitNow ?? unitBefore;
  const file = selected === undefined ? (now.path ?? before.path) : undefined;
  return {
    run: now.run,
    before: before.run,
    ...(file !== undefined && { file }),
    ...(selected !== undefined && { selected }),
    ...(unitNow !== undefined && unitBefore !== undefined && { other: `earlier:${unitBefore}` }),
  };
}

/** How the page of results names the unit of a run; `undefined` for the run as a whole. */
export function unitKeyOf({ path, unit }: RunRef): string | undefined {
  return path === undefined || unit === undefined ? undefined : keyOfUnit({ path, unit });
}

/** A parameter file, and one of its units if that alone is compared. */
export interface ComparedFile {
  /** The URI as a text. */
  readonly uri: string;
  readonly unit: string | undefined;
}

/** The last run of a file, and the run with results before it; undefined where there is none. The runs are the newest first. */
export function lastTwoRuns(
  runs: readonly RunView[],
  { uri, unit }: ComparedFile,
): { readonly now: RunRef | undefined; readonly before: RunRef | undefined } {
  const fileRuns = runs.flatMap(({ record, state }) => {
    const file = record.files.find(
      (runFile) => runFile.uri === uri && (unit === undefined || runFile.units.includes(unit)),
    );
    return state === "finished" && file !== undefined ? [{ record, file }] : [];
  });
  const [now, ...earlier] = fileRuns;
  const before = earlier.find(
    ({ record, file }) =>
      // A run without a common unit has nothing to compare; but the only unit of a run may have been renamed.
      (record.end?.succeeded ?? 0) > 0 &&
      (file.units.length === 1 || file.units.some((id) => now?.file.units.includes(id))),
  );
  const refOf = (fileRun: (typeof fileRuns)[number] | undefined): RunRef | undefined => {
    const [only, ...others] = fileRun?.file.units ?? [];
    const id = unit ?? (others.length === 0 ? only : undefined);
    return fileRun && { run: fileRun.record.id, path: fileRun.file.path, ...(id !== undefined && { unit: id }) };
  };
  return { now: refOf(now), before: refOf(before) };
}
