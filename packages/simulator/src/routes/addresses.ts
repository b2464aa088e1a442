import { families } from "@analytics-engines/core/families";
import type { Job } from "../jobs/job.ts";
import type { Service } from "../service.ts";
import type { Exchange } from "./exchange.ts";

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

/** `Location`, absolute or a path, as the service is set. */
export function locationOf(path: string, exchange: Exchange, service: Service): string {
  return service.settings.location === "path" ? path : `${exchange.origin}${path}`;
}
