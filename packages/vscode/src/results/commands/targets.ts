import { resolveRef, runRefOf } from "../../jobs/runs/refs.ts";
import type { Runs } from "../../jobs/runs/runs.ts";
import type { Target } from "../source/run-source.ts";
import { openRunFolder } from "../source/run-source.ts";
import type { Viewers } from "../viewers/viewers.ts";
import { activeTarget, chooseUnit } from "./active-target.ts";

/** Finds the unit of the argument, else the unit in the active page, else one that the user picks. */
export async function findTarget(runs: Runs, viewers: Viewers, argument: unknown): Promise<Target> {
  const ref = runRefOf(argument);
  if (ref === undefined) return activeTarget(viewers);
  const { run, job, unit } = await resolveRef(runs, ref);
  return chooseUnit(await openRunFolder(run.record.folder), job?.path, unit?.id);
}
