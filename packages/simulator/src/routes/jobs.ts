import { echo } from "../jobs/echo.ts";
import type { Job } from "../jobs/job.ts";
import type { Service } from "../service.ts";
import { familyOf } from "./checks.ts";
import { badParameter, type Handler, notFound } from "./exchange.ts";
import { findJob } from "./running.ts";

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
export function lastPollAt({ strict }: Service, { lastPollAt, startedAt }: Job): number | undefined {
  return strict ? lastPollAt : Math.max(lastPollAt ?? startedAt, startedAt);
}
