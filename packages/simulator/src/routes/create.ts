import { entries, families, property, sleep } from "@analytics-engines/core/basics";
import { type FamilyId, familySchemas } from "@analytics-engines/core/families";
import { jobPath } from "../jobs/addresses.ts";
import { countsOf, endOf, type Job } from "../jobs/job.ts";
import { consume, jobIs, outcomeOf } from "../jobs/outcome.ts";
import { statusBody } from "../jobs/status-body.ts";
import { type NewJob, unitsOf } from "../jobs/store.ts";
import type { Service } from "../service.ts";
import { badRequest } from "./bad-request.ts";
import { familyOf, isUnitId } from "./checks.ts";
import { type Exchange, type Handler, parameter, Refusal, type Reply } from "./exchange.ts";
import { deadlineHeader, locationOf } from "./serve.ts";

/** POST: the service chooses the id. */
export const create: Handler = (exchange, service) => run(exchange, service, undefined);

/** PUT: creates the job that the client names, or updates it; runs it either way. */
export const createOrUpdate: Handler = (exchange, service) => run(exchange, service, parameter(exchange, "id"));

async function run(exchange: Exchange, service: Service, id: string | undefined): Promise<Reply> {
  const request = readRequest(exchange, service);
  if (id !== undefined && service.settings.duplicates === "conflict") {
    const duplicate = service.jobs.duplicateOf(request, id);
    if (duplicate !== undefined && !jobIs("returned", service, duplicate, exchange.at)) {
      const detail = `A duplicate calculation with the same parameters exists (${duplicate.id})`;
      throw new Refusal(409, [{ detail, source: { pointer: "/data" } }]);
    }
  }
  const limits = checkRunningUnits(exchange, service, request, id);
  const job = service.jobs.run(request, id, exchange.at);
  if (exchange.fault?.kind === "stalled") job.stalledAt = 0;
  const reply = (await inlineReply(exchange, service, job)) ?? runningReply(exchange, service, job);
  return { ...reply, headers: { ...limits, ...calculationId(service, job), ...reply.headers } };
}

/** The request in the model's spelling, or a 400 that points to what is wrong. */
function readRequest(exchange: Exchange, service: Service): NewJob {
  const family = familyOf(exchange.row);
  if (family === undefined) throw new Error(`${exchange.row.operation} creates jobs of no family`);
  const parsed = familySchemas[family].safeParse(exchange.body);
  if (!parsed.success) throw badRequest(parsed.error.issues, service, unitIds(family, exchange.body));
  const body: unknown = parsed.data;
  if (families[family].answers !== "bare" && entries(property(body, "data")).length === 0) {
    throw badRequest([{ path: ["data"], message: "The data field is required" }], service);
  }
  const units = unitIds(family, body);
  const nameless = units.find((id) => !isUnitId(id));
  if (nameless !== undefined) {
    const issue = { path: ["data", nameless], message: "The unit identifier is invalid" };
    throw badRequest([issue], service, units);
  }
  return { family, user: exchange.user.username, body, sentBody: exchange.body };
}

/** The ids of the units in a request of a family that has units. */
function unitIds(family: FamilyId, body: unknown): readonly string[] {
  return families[family].answers === "units" ? entries(property(body, "data")).map(([id]) => id) : [];
}

/** Refuses a job beyond the user's limit of running units. The answers of `fi` and `fiab` have the rest in their headers. */
function checkRunningUnits(
  exchange: Exchange,
  service: Service,
  request: NewJob,
  id: string | undefined,
): Record<string, string> {
  const { maxRunningUnits, vendorWord } = service.settings;
  const { units, firstEnd } = service.jobs.running(request.user, exchange.at);
  const existingJob = id === undefined ? undefined : service.jobs.find(request.family, id, request.user);
  const freed =
    existingJob !== undefined && existingJob.canceledAt === undefined && endOf(existingJob) > exchange.at
      ? existingJob.units.length
      : 0;
  const unitCount = unitsOf(request).length;
  const freeUnits = maxRunningUnits - units + freed;
  if (unitCount > freeUnits) {
    const wait = Math.max(1, Math.ceil((firstEnd - exchange.at) / 1000));
    const retry: Record<string, string> = Number.isFinite(wait) ? { "Retry-After": String(wait) } : {};
    throw new Refusal(429, `${unitCount} units are more than the ${freeUnits} that may still run`, retry);
  }
  if (request.family !== "fi" && request.family !== "fiab") return {};
  return {
    [`X-${vendorWord}-Api-Calculations-Limit`]: String(maxRunningUnits),
    [`X-${vendorWord}-Api-Calculations-Remaining`]: String(freeUnits - unitCount),
  };
}

/** The service's samples take the id of an `fi` job and of an optimization only from this header. */
function calculationId({ settings, strict }: Service, job: Job): Record<string, string> {
  const isSent = settings.calculationIdHeader ?? (!strict && families[job.family].answers === "single");
  return isSent ? { [`X-${settings.vendorWord}-Api-Calculation-Id`]: job.id } : {};
}

/** Waits as long as the request allows. If the job is done by then, its outcome is the answer. */
async function inlineReply(exchange: Exchange, service: Service, job: Job): Promise<Reply | undefined> {
  const { answers } = families[job.family];
  const [unit] = job.units;
  if (answers === "bare" || unit === undefined || job.units.length > 1) return undefined;
  const allowed = waitSeconds(exchange, service);
  const { startedAt } = job;
  const seconds = Math.min(allowed, job.seconds);
  if (seconds > 0) await sleep(service.clock, seconds * 1000, exchange.request.signal);
  if (job.seconds > allowed || job.canceledAt !== undefined || job.startedAt !== startedAt) return undefined;
  const outcome = outcomeOf(service, job, unit);
  if (outcome.ok) {
    countsOf(job, unit.id).resultReads += 1;
    return { status: 201, bytes: consume(unit, outcome) };
  }
  return answers === "units"
    ? { status: 200, json: statusBody(service, job, service.clock.now(), exchange.origin) }
    : undefined;
}

function waitSeconds({ row, request }: Exchange, service: Service): number {
  const header = request.headers.get(deadlineHeader(service));
  if (header === null || !row.headers.includes("long-running-deadline")) return service.settings.inlineSeconds;
  const deadline = Number(header);
  if (!Number.isInteger(deadline) || deadline < 0)
    throw new Refusal(400, "The long-running deadline must be a whole number of seconds");
  return deadline;
}

function runningReply(exchange: Exchange, service: Service, job: Job): Reply {
  const { answers } = families[job.family];
  const path = answers === "bare" ? jobPath(job) : `${jobPath(job)}/status`;
  const headers = { Location: locationOf(path, exchange.origin, service) };
  if (answers === "bare") return { status: 202, headers };
  if (answers === "single") return { status: 202, headers, json: { data: { calculationId: job.id } } };
  return { status: 202, headers, json: statusBody(service, job, service.clock.now(), exchange.origin) };
}
