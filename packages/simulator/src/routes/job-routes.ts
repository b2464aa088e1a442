import { echo } from "../jobs/echo.ts";
import { countsOf, endOf, type Job, jobStateAt, percentAt, shareAt, type Unit, unitShareAt } from "../jobs/job.ts";
import { consume, infoOf, jobIs, outcomeOf } from "../jobs/outcome.ts";
import { statusBody, unitPath } from "../jobs/view.ts";
import type { Service } from "../service.ts";
import { familyOf } from "./create.ts";
import { badParameter, type Exchange, type Handler, notFound, parameter, Refusal } from "./exchange.ts";
import { locationOf } from "./serve.ts";

/** The status of a job with units: 202 while it runs, then 200 until every result was given. */
export const unitsStatus: Handler = (exchange, service) => {
  const job = findLiveJob(exchange, service);
  const { running, percent } = recordStatusRead(job, exchange);
  const json = statusBody(service, job, exchange.at, exchange.origin);
  if (running) return { status: 202, headers: runningHeaders(service, percent), json };
  const [only] = job.units;
  const headers =
    only !== undefined && job.units.length === 1 && outcomeOf(service, job, only).ok
      ? { Location: locationOf(unitPath(job, only.id, "result"), exchange.origin, service) }
      : {};
  return { status: 200, headers, json };
};

/** The result of a unit. It is given once. */
export const unitResult: Handler = (exchange, service) => {
  const unitId = parameter(exchange, "unitId");
  // Reads of consumed and canceled jobs count too: tests find a client that reads twice.
  countsOf(findJob(exchange, service), unitId).resultAttempts += 1;
  const job = findLiveJob(exchange, service);
  const { unit, outcome } = finishedUnit(exchange, service, job);
  if (unit.consumed) throw unknownUnit(unitId);
  countsOf(job, unitId).resultReads += 1;
  return { status: 200, bytes: consume(unit, outcome) };
};

/** The info document of a quant unit. The official samples read it after the result; in the profile `strict` that is a 404. */
export const unitInfo: Handler = (exchange, service) => {
  const job = service.strict ? findLiveJob(exchange, service) : findUncanceledJob(exchange, service);
  const { unit } = finishedUnit(exchange, service, job);
  if (service.strict && unit.consumed) throw unknownUnit(unit.id);
  countsOf(job, unit.id).infoReads += 1;
  return { status: 200, bytes: infoOf(service, job, unit) };
};

const unknownUnit = (unitId: string) => notFound(`Calculation Unit Identifier ${unitId} not found`);

function finishedUnit(exchange: Exchange, service: Service, job: Job) {
  const unitId = parameter(exchange, "unitId");
  const unit = job.units.find(({ id }) => id === unitId);
  if (unit === undefined) throw unknownUnit(unitId);
  if (unitShareAt(job, unit, exchange.at) < 1)
    throw notFound(`Calculation Unit identifier ${unitId} not completed yet`);
  const outcome = outcomeOf(service, job, unit);
  if (!outcome.ok) throw unknownUnit(unitId);
  return { unit, outcome };
}

/**
 * The status of `fi` and the optimizers: 202 without a body while the job runs, then 201 with the result. The official samples then read the
 * result at its own address, so only the profile `strict` counts it as read.
 */
export const singleStatus: Handler = (exchange, service) => {
  const job = findLiveJob(exchange, service);
  const { running, percent } = recordStatusRead(job, exchange);
  if (running) return { status: 202, headers: runningHeaders(service, percent) };
  const { unit, outcome } = give(service, job);
  return { status: 201, bytes: service.strict ? consume(unit, outcome) : outcome };
};

/** The result of `fi` and the optimizers. It is given once at this address. */
export const singleResult: Handler = (exchange, service) => {
  countsOf(findJob(exchange, service), "result").resultAttempts += 1;
  const job = findLiveJob(exchange, service);
  if (exchange.at < endOf(job)) throw notFound("Calculation not completed yet");
  const { unit, outcome } = give(service, job);
  return { status: 200, bytes: consume(unit, outcome) };
};

function give(service: Service, job: Job) {
  const unit = onlyUnit(job);
  const outcome = outcomeOf(service, job, unit);
  if (!outcome.ok) throw new Refusal(400, outcome.errors);
  countsOf(job, unit.id).resultReads += 1;
  unit.returned = true;
  return { unit, outcome };
}

function onlyUnit(job: Job): Unit {
  const [unit] = job.units;
  if (unit === undefined) throw new Error(`The job ${job.id} has no unit`);
  return unit;
}

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

/** The parameters of a job, in the spelling in which the family gives them back. */
export const parameters: Handler = (exchange, service) => {
  const job = findJob(exchange, service);
  return { status: 200, json: echo(job, service.strict) };
};

/** Cancels a job, finished or not. A second time it is not found. */
export const cancelJob: Handler = (exchange, service) => {
  const job = findJob(exchange, service);
  if (job.canceledAt !== undefined) throw notFound();
  job.canceledAt = exchange.at;
  job.lastPollState = "Cancelled";
  job.cancels += 1;
  return { status: 204 };
};

const PAGE_SIZE = 20;

/**
 * The user's jobs of a family, newest first, 20 to a page. A page beyond the last is a 404. Without any job, the first page is
 * empty; that of quant is a 404.
 */
export const listJobs: Handler = ({ row, user, query, origin }, service) => {
  const text = query.get("pageNumber") ?? "1";
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw badParameter("pageNumber", "The page number must be a whole number of at least 1");
  const pageNumber = Number(text);
  const family = familyOf(row);
  const jobs = family === undefined ? [] : service.jobs.of(family, user.username);
  const page = jobs.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE);
  const mayBeEmpty = !service.strict && family !== "quant" && jobs.length === 0;
  if (page.length === 0 && !mayBeEmpty) throw notFound();
  const totalPages = Math.ceil(jobs.length / PAGE_SIZE);
  const address = (number: number) =>
    number < 1 || number > totalPages ? null : `${origin}${row.path}?pageNumber=${number}`;
  const pagination = {
    pageNumber,
    pageSize: PAGE_SIZE,
    totalPages,
    totalCalculations: jobs.length,
    nextPage: address(pageNumber + 1),
    previousPage: address(pageNumber - 1),
  };
  return {
    status: 200,
    json: { data: Object.fromEntries(page.map((job) => [job.id, summary(service, job)])), meta: { pagination } },
  };
};

function summary(service: Service, job: Job) {
  const polledAt = lastPollAt(service, job);
  return {
    status: job.lastPollState,
    units: job.units.length,
    requestTime: new Date(job.startedAt).toISOString(),
    lastPollTime: polledAt === undefined ? null : new Date(polledAt).toISOString(),
  };
}

/** The time of the last poll in a list. The service always has one, so a create counts as a poll; in the profile `strict` it does not. */
function lastPollAt({ strict }: Service, { lastPollAt, startedAt }: Job): number | undefined {
  return strict ? lastPollAt : Math.max(lastPollAt ?? startedAt, startedAt);
}

/** The job that a request names. 404 where the user has none of this id. */
function findJob(exchange: Exchange, service: Service): Job {
  const family = familyOf(exchange.row);
  const job = family && service.jobs.find(family, parameter(exchange, "id"), exchange.user.username);
  if (job === undefined) throw notFound();
  return job;
}

/** The job of a request, or 404 if it is canceled. */
function findUncanceledJob(exchange: Exchange, service: Service): Job {
  const job = findJob(exchange, service);
  if (job.canceledAt !== undefined) throw notFound();
  return job;
}

/** The job of a request, or 404 if it is canceled or consumed. */
function findLiveJob(exchange: Exchange, service: Service): Job {
  const job = findUncanceledJob(exchange, service);
  if (jobIs("consumed", service, job, exchange.at)) throw notFound();
  return job;
}

/** Records a status read. Returns whether the job still runs, and its progress in percent. */
function recordStatusRead(job: Job, { at, fault }: Exchange): { readonly running: boolean; readonly percent: number } {
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
