import type { RequestModels } from "../../families/index.ts";
import type { ResponseModels } from "../models/index.ts";
import type { QueryParameters, RequestHeader, Route } from "./route.ts";

/** The error statuses of every operation. */
const commonErrors: readonly number[] = [400, 401, 403, 404, 500, 503];
/** The error statuses of reads of reference data and directories, and of all template operations. */
export const readErrors: readonly number[] = withErrors(406, 429);
/** The error statuses of operations without parameters. */
export const plainErrors: readonly number[] = [401, 403, 406, 429, 500, 503];

function withErrors(...more: readonly number[]): readonly number[] {
  return [...commonErrors, ...more].sort((a, b) => a - b);
}

/** Requests that the service returns as they were sent. */
export type JobRequestName = keyof RequestModels & keyof ResponseModels;

const noQuery = {} as const;
const noHeaders: readonly RequestHeader[] = [];
const createHeaders: readonly RequestHeader[] = ["long-running-deadline", "cache-control"];

/** Reads reference data: one answer, no state. */
export function read<Name extends keyof ResponseModels>(path: string, model: Name, errors = readErrors) {
  return readWith(path, noQuery, model, errors);
}

/** The same, with query parameters. */
export function readWith<const Query extends QueryParameters, Name extends keyof ResponseModels>(
  path: string,
  query: Query,
  model: Name,
  errors = readErrors,
) {
  return get(path, query, { 200: model }, errors, "read");
}

/** A GET. The rows differ in their answers and their purpose. */
function get<Query extends QueryParameters, const Answers extends Route["answers"]>(
  path: string,
  query: Query,
  answers: Answers,
  errors: readonly number[],
  priority: Route["priority"],
) {
  const retry = priority === "result" ? "result" : "read";
  return { method: "GET", path, query, headers: noHeaders, body: undefined, answers, errors, retry, priority } as const;
}

function create<Body extends keyof RequestModels, const Answers extends Route["answers"]>(
  path: string,
  body: Body,
  answers: Answers,
  { headers = createHeaders, errors = withErrors(415, 429) } = {},
) {
  const rest = { headers, body, answers, errors, retry: "create", priority: "create" } as const;
  return { method: "POST", path, query: noQuery, ...rest } as const;
}

function createOrUpdate<Body extends keyof RequestModels, const Answers extends Route["answers"]>(
  path: string,
  body: Body,
  answers: Answers,
  { headers = createHeaders, errors = withErrors(409, 415, 429) } = {},
) {
  const rest = { headers, body, answers, errors, retry: "put", priority: "create" } as const;
  return { method: "PUT", path: `${path}/{id}`, query: noQuery, ...rest } as const;
}

function parameters<Body extends JobRequestName>(path: string, body: Body) {
  return get(`${path}/{id}`, noQuery, { 200: body }, commonErrors, "read");
}

function remove(path: string, retry: "cancel" | "write", errors: readonly number[]) {
  const priority: Route["priority"] = retry === "cancel" ? "cancel" : "create";
  const rest = { headers: [], body: undefined, answers: { 204: "none" }, errors, retry, priority } as const;
  return { method: "DELETE", path: `${path}/{id}`, query: noQuery, ...rest } as const;
}

/** The rows of calculations with a map of units: `pa`, `spar`, `vault`, `pub` and, with changes, `quant`. */
export function unitCalculations<Body extends JobRequestName>(path: string, body: Body) {
  const answers = { 202: "CalculationStatusRoot", 201: "result", 200: "CalculationStatusRoot" } as const;
  const status = { 200: "CalculationStatusRoot", 202: "CalculationStatusRoot" } as const;
  const list = get(path, { pageNumber: { required: false } }, { 200: "CalculationsSummaryRoot" }, readErrors, "read");
  return {
    create: create(path, body, answers),
    list,
    createOrUpdate: createOrUpdate(path, body, answers),
    parameters: parameters(path, body),
    cancel: remove(path, "cancel", commonErrors),
    status: get(`${path}/{id}/status`, noQuery, status, commonErrors, "status"),
    result: get(`${path}/{id}/units/{unitId}/result`, noQuery, { 200: "result" }, commonErrors, "result"),
  };
}

/** The rows of `quant`: without a long-running deadline, with 413, and with an info document for each unit. */
export function quantCalculations(path: string) {
  const headers: readonly RequestHeader[] = ["cache-control"];
  const { result, ...units } = unitCalculations(path, "QuantCalculationParametersRoot");
  return {
    ...units,
    create: { ...units.create, headers, errors: withErrors(413, 415, 429) },
    createOrUpdate: { ...units.createOrUpdate, headers, errors: withErrors(409, 413, 415, 429) },
    info: get(`${path}/{id}/units/{unitId}/info`, noQuery, { 200: "result" }, commonErrors, "result"),
    result,
  };
}

/** The rows of jobs of one object and one result: `fi` and the optimizers. Their finished status is the result itself. */
export function singleJobs<Body extends JobRequestName>(path: string, body: Body) {
  const answers = { 202: "CalculationInfoRoot", 201: "result" } as const;
  return {
    create: create(path, body, answers),
    createOrUpdate: createOrUpdate(path, body, answers),
    parameters: parameters(path, body),
    cancel: remove(path, "cancel", commonErrors),
    result: get(`${path}/{id}/result`, noQuery, { 200: "result" }, commonErrors, "result"),
    // Sent like a read of a result, because the answer for a finished job is the only copy.
    status: {
      ...get(`${path}/{id}/status`, noQuery, { 201: "result", 202: "none" }, commonErrors, "status"),
      retry: "result",
    },
  } as const;
}

/** The rows of commentaries on the units of a finished `pa` calculation. */
export function commentaries(path: string) {
  const unit = `${path}/{id}/units/{unitId}/commentary`;
  const errors = commonErrors.filter((status) => status !== 404).concat(429);
  const answers = { 202: "PACommentaryGetStatusRoot", 201: "PACommentaryRoot" } as const;
  const status = { 200: "PACommentaryStatusRoot", 202: "PACommentaryGetStatusRoot" } as const;
  const sorted = (more: readonly number[] = []) => [...errors, ...more].sort((a, b) => a - b);
  return {
    create: create(unit, "PACommentaryParametersRoot", answers, { headers: noHeaders, errors: sorted([415]) }),
    status: get(`${unit}/status`, noQuery, status, sorted(), "status"),
    // The service gives a commentary again, so the client repeats the read after a lost answer.
    result: { ...get(`${unit}/result`, noQuery, { 200: "PACommentaryRoot" }, sorted(), "result"), retry: "read" },
  } as const;
}

/** The rows of `fiab`: without client-chosen ids and without a cancel; the job's own address is its status. */
export function bareCalculations(path: string) {
  const errors = commonErrors
    .filter((status) => status !== 404)
    .concat(415, 429)
    .sort((a, b) => a - b);
  const status = { 200: "FIABCalculationStatus", 202: "FIABCalculationStatus" } as const;
  return {
    create: create(path, "FIABCalculationParameters", { 202: "none" }, { headers: [], errors }),
    list: get(path, noQuery, { 200: "FIABCalculationStatusSummaryMap" }, plainErrors, "read"),
    status: get(`${path}/{id}`, noQuery, status, commonErrors, "status"),
  };
}

/** The rows of templates and templated components. */
export function templates<
  const Query extends QueryParameters,
  Body extends keyof RequestModels,
  Update extends keyof RequestModels,
  Post extends keyof ResponseModels,
  List extends keyof ResponseModels,
  Item extends keyof ResponseModels,
>(
  path: string,
  query: Query,
  models: { create: Body; update: Update; written: Post; list: List; item: Item },
  { createErrors = readErrors, listErrors = readErrors } = {},
) {
  const write = { headers: [], retry: "write", priority: "create", query: noQuery } as const;
  return {
    create: {
      method: "POST",
      path,
      ...write,
      body: models.create,
      answers: { 201: models.written },
      errors: createErrors,
    },
    list: readWith(path, query, models.list, listErrors),
    update: {
      method: "PUT",
      path: `${path}/{id}`,
      ...write,
      body: models.update,
      answers: { 200: models.written },
      errors: readErrors,
    },
    get: read(`${path}/{id}`, models.item),
    delete: remove(path, "write", readErrors),
  } as const;
}
