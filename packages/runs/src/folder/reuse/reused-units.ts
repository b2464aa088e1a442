import {
  type Client,
  familyApi,
  type JobOutcome,
  type JournalEntry,
  type StoredFile,
  type UnitOutcome,
} from "@analytics-engines/core";
import { isObject, property } from "@analytics-engines/core/basics";
import { filesOf } from "../results/check-stored.ts";
import type { RunFile } from "../run-options.ts";

/** The units of each file that an earlier run has computed, by the path of the file. */
export type ReusedUnits = ReadonlyMap<string, readonly UnitOutcome[]>;

/** The reused units that a journal records. */
export function reusedIn(entries: readonly JournalEntry[]): ReusedUnits {
  const records = entries.flatMap((entry) => (entry.type === "reused" ? [[entry.key, entry.units] as const] : []));
  return new Map(records.filter(([, units]) => units.length > 0));
}

/** The outcome of a job with the units that it did not have to compute. */
export function withReused(outcome: JobOutcome, reused: ReusedUnits): JobOutcome {
  const units = reused.get(outcome.key);
  return units === undefined ? outcome : { ...outcome, units: [...units, ...outcome.units] };
}

/** The stored files of reused units. */
export function filesOfReused(reused: ReusedUnits): StoredFile[] {
  return [...reused.values()].flatMap((units) => filesOf({ units }));
}

/** Whether a job computes units of the file. */
export function needsJob({ path, family, request }: RunFile, reused: ReusedUnits, client: Client): boolean {
  const units = reused.get(path);
  return units === undefined || familyApi(client, family).unitsOf(request).length > units.length;
}

/** The outcome of a file without a job, before its reused units are added. */
export function outcomeWithoutJob({ path: key, family }: RunFile): JobOutcome {
  return { key, family, jobId: undefined, status: "success", requestKeys: [], units: [] };
}

/** The request without the units that are reused. */
export function withoutReused({ path, request }: RunFile, reused: ReusedUnits): unknown {
  const units = reused.get(path);
  const data = property(request, "data");
  if (units === undefined || !isObject(request) || !isObject(data)) return request;
  const ids = new Set(units.map(({ id }) => id));
  return { ...request, data: Object.fromEntries(Object.entries(data).filter(([id]) => !ids.has(id))) };
}
