import type { JsonObject } from "../../json/value.ts";
import type { SweepJob } from "../sweep/read-sweep.ts";
import type { ParameterChanges } from "./changes.ts";
import { compareMembers, compareShared, unitMembers } from "./compare.ts";

/** The ids of the rows of a job. */
export function rowsOfJob(job: SweepJob): readonly string[] {
  return job.units.length > 0 ? job.units : [job.rowOf(0).id];
}

/** The changes between two versions of a sweep, by their jobs. Its units are the rows, whichever job they are in. */
export function compareSweeps(before: readonly SweepJob[], after: readonly SweepJob[]): ParameterChanges {
  const [was, is] = [before[0], after[0]];
  if (was?.family !== is?.family) return { family: { before: was?.family, after: is?.family }, units: [], changes: [] };
  const [oldRows, newRows] = [rowTexts(before), rowTexts(after)];
  return {
    units: compareMembers(otherRows(oldRows, newRows), otherRows(newRows, oldRows)),
    changes: was && is && was.units.length > 0 ? compareShared(was.request ?? {}, is.request ?? {}) : [],
  };
}

/** What each row asks for, by its id. Texts take a tenth of the memory of the values. */
function rowTexts(jobs: readonly SweepJob[]): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const job of jobs) {
    const { request = {} } = job;
    const [id = ""] = rowsOfJob(job);
    const units: JsonObject = job.units.length > 0 ? unitMembers(request) : { [id]: request };
    for (const [row, parameters] of Object.entries(units)) rows.set(row, JSON.stringify(parameters));
  }
  return rows;
}

/** The rows that the other version does not have, or has in another form. */
function otherRows(rows: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): JsonObject {
  const different = [...rows].filter(([id, text]) => others.get(id) !== text);
  return Object.fromEntries(different.map(([id, text]): [string, unknown] => [id, JSON.parse(text)]));
}
