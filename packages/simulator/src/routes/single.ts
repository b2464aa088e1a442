import { countsOf, endOf, type Job, type Unit } from "../jobs/job.ts";
import { consume, outcomeOf } from "../jobs/outcome.ts";
import type { Service } from "../service.ts";
import { type Handler, notFound, Refusal } from "./exchange.ts";
import { findJob, findLiveJob, recordStatusRead, runningHeaders } from "./running.ts";

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

export function onlyUnit(job: Job): Unit {
  const [unit] = job.units;
  if (unit === undefined) throw new Error(`The job ${job.id} has no unit`);
  return unit;
}
