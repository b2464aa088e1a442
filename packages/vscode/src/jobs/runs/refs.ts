import { isObject, property } from "@analytics-engines/core/basics";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import { beginRun } from "../store/run.ts";
import type { Runs } from "./runs.ts";

/** A reference to a run, a job or a unit in the arguments of a command. */
export interface RunRef {
  /** The id of the run. */
  readonly run: string;
  /** The parameter file. */
  readonly path?: string;
  readonly unit?: string;
}

/** Reads the argument of a command: a reference, or a row of the view. Undefined for anything else, since any extension may call a command. */
export function runRefOf(argument: unknown): RunRef | undefined {
  if (!isObject(argument)) return undefined;
  const { run, job, unit, path } = argument;
  const id = textIn(run) ?? textIn(property(property(run, "record"), "id"));
  const jobPath = textIn(path) ?? textIn(property(job, "path"));
  const unitId = textIn(unit) ?? textIn(property(unit, "id"));
  if (id === undefined) return undefined;
  return {
    run: id,
    ...(jobPath === undefined ? {} : { path: jobPath }),
    ...(unitId === undefined ? {} : { unit: unitId }),
  };
}

/** Reads the selected rows of the view: the runs among them. Empty for anything else. */
export function runRefsOf(argument: unknown): readonly RunRef[] {
  if (!Array.isArray(argument)) return [];
  return argument.flatMap((row) => runRefOf(row) ?? []).filter(({ path }) => path === undefined);
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

export type ResolvedRef = Awaited<ReturnType<typeof resolveRef>>;

/**
 * Finds the run, job and unit of a reference. A run of one file has one job. Without its folder, a run has the jobs that its record names.
 * @throws UserError if the run is no longer in the history
 */
export async function resolveRef(runs: Runs, ref: RunRef) {
  const store = await runs.loadedStore();
  const run = store.run(ref.run);
  if (run === undefined) throw new UserError(l10n.t("This run is no longer in the history. Choose another one."));
  const views = await runs.jobsOf(run).catch((error: unknown) => {
    if (!runs.isGone(run)) throw error;
    return beginRun(run.record).jobs;
  });
  const job = ref.path === undefined && views.length === 1 ? views[0] : views.find(({ path }) => path === ref.path);
  return { store, run, job, unit: job?.units.find(({ id }) => id === ref.unit) };
}
