import type { Cursor, IncrementalRead } from "../../../json/cursor.ts";
import { type ColumnRuns, type PassedRuns, RunsCount, readRanges } from "../decode/runs.ts";
import { readRunsInto } from "./read-runs.ts";

/** Counts the runs of a column without holding them. */
export function* skimRuns(cursor: Cursor, place: string): IncrementalRead<ColumnRuns | PassedRuns> {
  const count = new RunsCount();
  const from = yield* readRunsInto(cursor, place, count);
  if (from === undefined) return readRanges({}, place);
  const { isOrdered } = count;
  return { ...(isOrdered ? count.finish(place) : count.extent), isOrdered, from };
}
