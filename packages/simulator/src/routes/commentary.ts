import { isObject, property } from "@analytics-engines/core/basics";
import { type Job, jobStateAt, type SimulatedCommentary, type Unit } from "../jobs/job.ts";
import { outcomeOf, requestOf } from "../jobs/outcome.ts";
import { jobPath } from "../jobs/view.ts";
import { commentaryOn } from "../results/portfolio/commentary.ts";
import { ParameterProblem } from "../results/request.ts";
import type { Service } from "../service.ts";
import { type Exchange, type Handler, parameter, Refusal, type Reply } from "./exchange.ts";
import { runningHeaders } from "./job-routes.ts";
import { locationOf } from "./serve.ts";

/** Seconds that a commentary takes. */
const COMMENTARY_SECONDS = 2;

/** POST: starts a commentary on a finished unit, also after the result was read. */
export const createCommentary: Handler = (exchange, service) => {
  const { job, unit } = findUnit(exchange, service);
  const configurationId = configurationOf(exchange.body);
  const commentary: SimulatedCommentary = { configurationId, readyAt: exchange.at + COMMENTARY_SECONDS * 1000 };
  // A unit without a possible commentary is refused at once.
  generate(service, job, unit, commentary);
  unit.commentary = commentary;
  const location = locationOf(`${commentaryPath(job, unit)}/status`, exchange.origin, service);
  return { status: 202, headers: { Location: location }, json: statusOf(job, unit, "Executing") };
};

export const commentaryStatus: Handler = (exchange, service) => {
  const { job, unit, commentary } = findCommentary(exchange, service);
  if (exchange.at < commentary.readyAt) {
    const remainingShare = (commentary.readyAt - exchange.at) / (COMMENTARY_SECONDS * 1000);
    const percent = Math.floor(100 * (1 - remainingShare));
    return { status: 202, headers: runningHeaders(service, percent), json: statusOf(job, unit, "Executing") };
  }
  const result = locationOf(`${commentaryPath(job, unit)}/result`, exchange.origin, service);
  return { status: 200, headers: { Location: result }, json: statusOf(job, unit, "Success", result) };
};

export const commentaryResult: Handler = (exchange, service): Reply => {
  const { job, unit, commentary } = findCommentary(exchange, service);
  if (exchange.at < commentary.readyAt) throw refused("The commentary is not completed yet");
  return { status: 200, json: { data: generate(service, job, unit, commentary) } };
};

/** The service declares no 404 for these operations: an unknown id is a 400. */
const refused = (detail: string) => new Refusal(400, [{ code: "BadRequest", detail }]);

function findUnit(exchange: Exchange, service: Service): { readonly job: Job; readonly unit: Unit } {
  const job = service.jobs.find("pa", parameter(exchange, "id"), exchange.user.username);
  if (job === undefined) throw refused("There is no calculation of this identifier");
  const unit = job.units.find(({ id }) => id === parameter(exchange, "unitId"));
  if (unit === undefined || jobStateAt(job, exchange.at) !== "Completed" || !outcomeOf(service, job, unit).ok)
    throw refused("There is no successful calculation unit of this identifier");
  return { job, unit };
}

function findCommentary(exchange: Exchange, service: Service) {
  const { job, unit } = findUnit(exchange, service);
  const { commentary } = unit;
  if (commentary === undefined) throw refused("No commentary was requested for this unit");
  return { job, unit, commentary };
}

function generate(service: Service, job: Job, unit: Unit, { configurationId }: SimulatedCommentary) {
  try {
    return commentaryOn(requestOf(service, job, unit), configurationId);
  } catch (problem) {
    if (problem instanceof ParameterProblem) throw new Refusal(400, [{ code: "BadRequest", ...problem.item }]);
    throw problem;
  }
}

function statusOf(job: Job, unit: Unit, status: "Executing" | "Success", result?: string) {
  return { data: { ...(result !== undefined && { result }), calculationid: job.id, unitid: unit.id, status } };
}

function commentaryPath(job: Job, unit: Unit): string {
  return `${jobPath(job)}/units/${encodeURIComponent(unit.id)}/commentary`;
}

/** The configuration that a request names. A request without a body, or without a configuration, asks for the default. */
function configurationOf(body: unknown): string | undefined {
  if (body === undefined) return undefined;
  const data = property(body, "data") ?? {};
  const id = property(data, "configurationid") ?? "";
  if (!isObject(body) || !isObject(data) || typeof id !== "string") {
    const detail = "The body must be an object with `data`, which may name a `configurationid`";
    throw new Refusal(400, [{ code: "BadRequest", detail, source: { pointer: "/" } }]);
  }
  return id === "" ? undefined : id;
}
