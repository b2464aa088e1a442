import { isObject, toPointer } from "../../json/value.ts";
import type { AnswerMeta } from "../answer.ts";
import type { Redact } from "../secrets/secrets.ts";
import { faultRemedy } from "./connection-fault.ts";
import type { ServiceError, ServiceErrorDetails, ServiceErrorItem } from "./errors.ts";
import * as errors from "./errors.ts";

export interface ErrorAnswer {
  readonly status: number;
  readonly meta: AnswerMeta;
  readonly method: string;
  readonly path: string;
  /** The part of the body that was read, as text. */
  readonly text: string;
  readonly redact: Redact;
}

/** The error of an answer with an error status. */
export function errorFromAnswer(answer: ErrorAnswer): ServiceError {
  const { status, meta, method, path, redact } = answer;
  const items = errorItems(answer.text, redact);
  const details: ServiceErrorDetails = {
    status,
    method,
    path,
    requestKey: meta.requestKey,
    apiRequestKey: meta.apiRequestKey,
    errors: items,
  };
  const messages = items.map(({ detail, title, code }) => detail ?? title ?? code).filter((text) => text !== undefined);
  const first = messages.slice(0, 3).join("; ") || (items.length === 0 ? (bareAnswers[status] ?? "") : "");
  const message = `${method} ${path} answered ${status}${first === "" ? "" : `: ${first}`}`;
  return build(status, message, details, meta);
}

/** What an answer without the service's own error list means. */
const bareAnswers: Readonly<Record<number, string>> = {
  404: "without the service's own error list, so a proxy may have answered, or the base URL is wrong",
  407: "a proxy asks for credentials",
};

const byStatus = {
  400: errors.BadRequestError,
  401: errors.AuthenticationError,
  403: errors.ForbiddenError,
  404: errors.NotFoundError,
  406: errors.NotAcceptableError,
  413: errors.PayloadTooLargeError,
  415: errors.UnsupportedMediaTypeError,
} as const;

const hasClass = (status: number): status is keyof typeof byStatus => status in byStatus;

function build(status: number, message: string, details: ServiceErrorDetails, meta: AnswerMeta): ServiceError {
  if (status === 409)
    return new errors.ConflictError(message, { ...details, duplicateId: duplicateId(details.errors) });
  if (status === 429 || status === 503) {
    const { retryAfterSeconds } = meta;
    const wait = retryAfterSeconds === undefined ? "" : ` (the service asks to wait ${retryAfterSeconds} s)`;
    const Waiting = status === 429 ? errors.RateLimitError : errors.ServiceUnavailableError;
    return new Waiting(`${message}${wait}`, { ...details, retryAfterSeconds });
  }
  if (hasClass(status)) return new byStatus[status](message, details);
  if (status >= 500) return new errors.ServerError(message, details);
  const advice = status === 407 ? faultRemedy("proxy") : undefined;
  return new errors.UnexpectedStatusError(message, { ...details, advice });
}

/** The id of the duplicate, in parentheses in the detail of a 409. */
function duplicateId(items: readonly ServiceErrorItem[] = []): string | undefined {
  for (const { detail, title } of items) {
    const id = /\(\s*["']?([\w-]{1,128})["']?\s*\)/.exec(`${detail ?? ""} ${title ?? ""}`)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The service's own error list; empty for a proxy's page, an empty body, and anything else. */
function errorItems(text: string, redact: Redact): ServiceErrorItem[] {
  const body = tryJson(text);
  const list = isObject(body) && Array.isArray(body["errors"]) ? body["errors"] : [];
  return list.filter(isObject).flatMap((entry) => readItem(entry, redact));
}

/** One entry, or several if its detail is JSON with an entry for each wrong path. */
function readItem(entry: Record<string, unknown>, redact: Redact): ServiceErrorItem[] {
  const asText = (value: unknown) => scalar(value, redact);
  const source = isObject(entry["source"]) ? entry["source"] : undefined;
  const item: ServiceErrorItem = {
    id: asText(entry["id"]),
    code: asText(entry["code"]),
    title: asText(entry["title"]),
    detail: asText(entry["detail"]),
    source: source && { pointer: asText(source["pointer"]), parameter: asText(source["parameter"]) },
  };
  const byPath = isObject(entry["detail"]) ? entry["detail"] : tryJson(item.detail ?? "");
  if (!isObject(byPath) || Object.keys(byPath).length === 0) return [item];
  return Object.entries(byPath).flatMap(([path, texts]) =>
    [texts].flat().map((text) => ({
      ...item,
      detail: `${redact(path)}: ${asText(text) ?? asJson(text, redact)}`,
      source: { ...item.source, pointer: toPointer(redact(path).split(".")) },
    })),
  );
}

function scalar(value: unknown, redact: Redact): string | undefined {
  if (typeof value === "string") return redact(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** The JSON of a value, unless it is nested too deeply for the stack. */
function asJson(value: unknown, redact: Redact): string {
  try {
    return redact(JSON.stringify(value));
  } catch {
    return "(nested too deeply)";
  }
}

function tryJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
