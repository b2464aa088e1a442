import type { Endpoint } from "@analytics-engines/core";
import { entries, families, isFamilyId, property, sleep, toPointer } from "@analytics-engines/core/basics";
import { type FamilyId, familySchemas } from "@analytics-engines/core/families";
import { countsOf, endOf, type Job } from "../jobs/job.ts";
import { consume, jobIs, outcomeOf } from "../jobs/outcome.ts";
import { type NewJob, unitsOf } from "../jobs/store.ts";
import { jobPath, statusBody } from "../jobs/view.ts";
import type { Service } from "../service.ts";
import type { SimulatorUser } from "../users.ts";
import {
  badParameter,
  type Exchange,
  type Handler,
  type Incoming,
  parameter,
  Refusal,
  type Reply,
} from "./exchange.ts";
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

/** The family that an operation belongs to; lookups belong to none. */
export function familyOf(row: Endpoint): FamilyId | undefined {
  const first = row.operation.split(".", 1)[0] ?? "";
  return isFamilyId(first) ? first : undefined;
}

/** The user of a request. Refuses wrong credentials, and a request beyond the rate limit. */
export function admit({ user, rate }: Incoming): SimulatorUser {
  if (user === undefined) throw new Refusal(401, [], { "WWW-Authenticate": 'Basic realm="service"' });
  if (rate?.allowed === false)
    throw new Refusal(429, "The rate limit is reached", { "Retry-After": String(rate.resetSeconds) });
  return user;
}

export function checkPermission(row: Endpoint, user: SimulatorUser): void {
  const family = familyOf(row);
  if (family !== undefined && user.families !== undefined && !user.families.includes(family)) {
    throw new Refusal(403, `The user has no permission for ${family}`);
  }
}

const acceptable = new Set(["application/json", "application/*", "*/*"]);

/** Operations that declare 406 answer JSON only. */
export function checkAccept(row: Endpoint, accept: string | null): void {
  if (accept === null || !row.errors.includes(406)) return;
  const types = accept.split(",").map((type) => type.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  if (!types.some((type) => acceptable.has(type))) throw new Refusal(406, "The Accept header must be application/json");
}

/** Job ids that a client may choose or ask for. */
const JOB_ID = /^[0-9A-Za-z][0-9A-Za-z._-]{0,99}$/;

export function checkParameters(row: Endpoint, parameters: Readonly<Record<string, string>>): void {
  const { id, unitId } = parameters;
  const isJob = row.path.includes("/calculations") || row.path.includes("/optimizations");
  if (isJob && id !== undefined && !JOB_ID.test(id)) throw badParameter("id", "The calculation identifier is invalid");
  if (unitId !== undefined && !isUnitId(unitId)) throw badParameter("unitId", "The unit identifier is invalid");
}

/** Whether an id can be a part of an address, as the id of a unit must. */
function isUnitId(id: string): boolean {
  return id.length > 0 && id.length <= 200 && id !== "." && id !== ".." && id.isWellFormed();
}

export function checkQuery(row: Endpoint, query: URLSearchParams): void {
  for (const [name, { required }] of Object.entries(row.query)) {
    if (required && !query.get(name)) throw badParameter(name, `The ${name} field is required`);
  }
}

/**
 * The JSON of a request's body. Refuses other content types, long bodies and broken JSON.
 * @param isOptional whether a request may have no body, and then no content type; its body is `undefined`
 */
export async function readBody(request: Request, maxBytes: number, isOptional: boolean): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const isJson = type === "application/json";
  const mayBeAbsent = isOptional && (isJson || type === undefined);
  const wrongType = () => new Refusal(415, "The Content-Type header must be application/json");
  if (!isJson && !mayBeAbsent) throw wrongType();
  const tooLarge = () =>
    new Refusal(413, [{ code: "RequestEntityTooLarge", detail: `The body is larger than ${maxBytes} bytes` }]);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maxBytes) throw tooLarge();
  if (mayBeAbsent && bytes.byteLength === 0) return undefined;
  if (!isJson) throw wrongType();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, [{ detail: "The body is not valid JSON", source: { pointer: "/" } }]);
  }
}

/** An issue that a schema finds in a request. */
interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The names that the model does not know. */
  readonly keys?: readonly string[];
}

/**
 * The 400 of schema issues: a sentence with a pointer for each, or JSON text keyed by a path.
 * @param units the ids of the request's units, in their order; none for a request without units
 */
export function badRequest(issues: readonly SchemaIssue[], service: Service, units: readonly string[] = []): Refusal {
  const paths = issues.map((issue) => ({
    message: issue.message,
    path: [...issue.path, ...(issue.keys?.slice(0, 1) ?? [])].map(String),
  }));
  const { badRequestDetail } = service.settings;
  if (badRequestDetail !== "text") {
    const keyOf = (path: readonly string[]) =>
      badRequestDetail === "keyed" ? path.join(".") : dictionaryKey(path, units);
    const keyed = Object.fromEntries(paths.map(({ path, message }) => [keyOf(path), [message]]));
    return new Refusal(400, JSON.stringify(keyed));
  }
  return new Refusal(
    400,
    paths.map(({ path, message }) => ({ detail: message, source: { pointer: toPointer(path) } })),
  );
}

/** A path by the service's own names: `CalculationParametersDictionary[0].Value.Account.Id`. */
function dictionaryKey(path: readonly string[], units: readonly string[]): string {
  const number = path[0] === "data" ? units.indexOf(path[1] ?? "") : -1;
  const names = number < 0 ? path : path.slice(2);
  const start = number < 0 ? "" : `CalculationParametersDictionary[${number}].Value`;
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const key = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${capital(name)}`)).join("");
  return start === "" ? key.replace(/^\./, "") : start + key;
}
