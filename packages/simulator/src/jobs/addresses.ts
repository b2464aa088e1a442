import { families } from "@analytics-engines/core/basics";
import type { Job } from "./job.ts";

/** The path of a job, as `/analytics/engines/pa/v3/calculations/ID`. */
export function jobPath({ family, id }: Pick<Job, "family" | "id">): string {
  const { version, kind } = families[family];
  return `/analytics/engines/${family}/${version}/${kind}s/${encodeURIComponent(id)}`;
}

/** The path of a unit's result or info. */
export function unitPath(job: Job, unitId: string, what: "result" | "info"): string {
  const unit = families[job.family].answers === "units" ? `/units/${encodeURIComponent(unitId)}` : "";
  return `${jobPath(job)}${unit}/${what}`;
}
