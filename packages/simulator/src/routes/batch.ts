import { endOf, type Job } from "../jobs/job.ts";
import { outcomeOf } from "../jobs/outcome.ts";
import type { Service } from "../service.ts";
import type { Handler } from "./exchange.ts";
import { lastPollAt } from "./jobs.ts";
import { findLiveJob, recordStatusRead, runningHeaders } from "./running.ts";
import { onlyUnit } from "./single.ts";

const time = (ms: number) => new Date(ms).toISOString();

/** The status of a `fiab` job, 202 while it runs. It is the only result: the figures go to the client's own lists. */
export const batchStatus: Handler = (exchange, service) => {
  const job = findLiveJob(exchange, service);
  const { running, percent } = recordStatusRead(job, exchange);
  const progress = { id: job.id, startdatetime: time(job.startedAt) };
  if (running) {
    const status = job.lastPollState === "Queued" ? "Pending" : "InProgress";
    const json = { ...progress, status, completiondatetime: null, progress: percent, batchevents: [] };
    return { status: 202, headers: runningHeaders(service, percent), json };
  }
  const end = { completiondatetime: time(endOf(job)), progress: 100 };
  return { status: 200, json: { ...progress, ...end, ...outcome(service, job) } };
};

function outcome(service: Service, job: Job) {
  const result = outcomeOf(service, job, onlyUnit(job));
  const event = (type: string, message: string) => ({ type, message, submissiondatetime: time(endOf(job)) });
  if (!result.ok)
    return { status: "Error", batchevents: result.errors.map(({ detail = "" }) => event("Error", detail)) };
  const warnings = result.warnings.map((warning) => event("Warning", warning));
  return { status: "Done", batchevents: [...warnings, event("Information", "Calculation completed")] };
}

/** All `fiab` jobs of the user, under their ids. */
export const batchList: Handler = ({ user }, service) => {
  const jobs = service.jobs.of("fiab", user.username);
  const summary = (job: Job) => {
    const polledAt = lastPollAt(service, job);
    return { requesttime: time(job.startedAt), lastpolltime: polledAt === undefined ? null : time(polledAt) };
  };
  return { status: 200, json: Object.fromEntries(jobs.map((job) => [job.id, summary(job)])) };
};
