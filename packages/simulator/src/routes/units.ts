import { unitPath } from "../jobs/addresses.ts";
import { countsOf, type Job, unitShareAt } from "../jobs/job.ts";
import { consume, infoOf, outcomeOf } from "../jobs/outcome.ts";
import { statusBody } from "../jobs/status-body.ts";
import type { Service } from "../service.ts";
import { type Exchange, type Handler, notFound, parameter } from "./exchange.ts";
import { findJob, findLiveJob, findUncanceledJob, recordStatusRead, runningHeaders } from "./running.ts";
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
