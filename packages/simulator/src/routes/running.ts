import { type Job, jobStateAt, shareAt } from "../jobs/job.ts";
import { jobIs } from "../jobs/outcome.ts";
import { percentAt } from "../jobs/progress.ts";
import type { Service } from "../service.ts";
import { familyOf } from "./checks.ts";
import { type Exchange, notFound, parameter } from "./exchange.ts";

/** The job that a request names. 404 where the user has none of this id. */
export function findJob(exchange: Exchange, service: Service): Job {
  const family = familyOf(exchange.row);
  const job = family && service.jobs.find(family, parameter(exchange, "id"), exchange.user.username);
  if (job === undefined) throw notFound();
  return job;
}

/** The job of a request, or 404 if it is canceled. */
export function findUncanceledJob(exchange: Exchange, service: Service): Job {
  const job = findJob(exchange, service);
  if (job.canceledAt !== undefined) throw notFound();
  return job;
}

/** The job of a request, or 404 if it is canceled or consumed. */
export function findLiveJob(exchange: Exchange, service: Service): Job {
  const job = findUncanceledJob(exchange, service);
  if (jobIs("consumed", service, job, exchange.at)) throw notFound();
  return job;
}

/** Records a status read. Returns whether the job still runs, and its progress in percent. */
export function recordStatusRead(
  job: Job,
  { at, fault }: Exchange,
): { readonly running: boolean; readonly percent: number } {
  const state = jobStateAt(job, at);
  job.lastPollAt = at;
  job.lastPollState = state;
  job.statusReads += 1;
  const percent = percentAt(job.curve, shareAt(job, at));
  if (fault?.kind === "stalled" && state !== "Completed") job.stalledAt ??= percent;
  return { running: state !== "Completed", percent: Math.min(percent, job.stalledAt ?? 100) };
}

/** The headers of a status answer while the job runs. */
export function runningHeaders({ settings }: Service, percent: number): Record<string, string> {
  const cacheControl: Record<string, string> =
    settings.maxAgeSeconds === "none" ? {} : { "Cache-Control": `max-age=${settings.maxAgeSeconds}` };
  return { ...cacheControl, [`X-${settings.vendorWord}-Api-PickUp-Progress`]: String(percent) };
}
