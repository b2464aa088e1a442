import { isObject } from "@analytics-engines/core/json";
import type { JobStore } from "./job-store.ts";
import type { Jobs } from "./jobs.ts";
import type { JobView, Run, UnitView } from "./run.ts";

/** Names a run, or a job or unit of it, in arguments of commands. */
export interface JobRef {
  /** The id of the run. */
  readonly run: string;
  /** The parameter file. */
  readonly path?: string;
  readonly unit?: string;
}

/** What a command was given: a reference, or a node of the tree. Anything else is nothing: who calls a command may be anybody. */
export function refOf(argument: unknown): JobRef | undefined {
  if (!isObject(argument)) return undefined;
  const { run, job, unit, path } = argument;
  if (typeof run === "string") {
    return {
      run,
      ...(typeof path === "string" ? { path } : {}),
      ...(typeof unit === "string" ? { unit } : {}),
    };
  }
  const id = isObject(run) && isObject(run["record"]) ? run["record"]["id"] : undefined;
  if (typeof id !== "string") return undefined;
  const jobPath = isObject(job) ? job["path"] : undefined;
  const unitId = isObject(unit) ? unit["id"] : undefined;
  return {
    run: id,
    ...(typeof jobPath === "string" ? { path: jobPath } : {}),
    ...(typeof unitId === "string" ? { unit: unitId } : {}),
  };
}

export interface Resolved {
  readonly store: JobStore;
  readonly run: Run;
  readonly job: JobView | undefined;
  readonly unit: UnitView | undefined;
}

/** What a reference stands for. A run of one file has one job. */
export async function resolveRef(jobs: Jobs, ref: JobRef): Promise<Resolved | undefined> {
  const store = await jobs.store();
  await store.load();
  const run = store.run(ref.run);
  if (run === undefined) return undefined;
  const views = await jobs.jobsOf(run);
  const job = ref.path === undefined && views.length === 1 ? views[0] : views.find(({ path }) => path === ref.path);
  return { store, run, job, unit: job?.units.find(({ id }) => id === ref.unit) };
}
