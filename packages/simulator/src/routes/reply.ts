import type { ServiceErrorItem } from "@analytics-engines/core";
import { hexDigits } from "../random.ts";
import type { Service } from "../service.ts";
import type { Incoming, Refusal, Reply } from "./exchange.ts";

/** An answer as it goes onto the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

const codes: Readonly<Record<number, string>> = {
  400: "BadRequest",
  404: "NotFound",
  409: "Conflict",
  413: "RequestEntityTooLarge",
};

/** Statuses that the service declares without a body. The profile `strict` adds one with the error. */
const bodiless: ReadonlySet<number> = new Set([406, 415, 429, 500]);

export const JSON_TYPE = "application/json; charset=utf-8";
const encoder = new TextEncoder();
export const jsonBytes = (json: unknown): Uint8Array<ArrayBuffer> => encoder.encode(JSON.stringify(json));

export function wireAnswer(service: Service, reply: Reply, incoming: Incoming): WireAnswer {
  const headers: Record<string, string> = { ...commonHeaders(service, reply.status, incoming), ...reply.headers };
  let body: Uint8Array<ArrayBuffer> | undefined;
  if (!service.strict && bodiless.has(reply.status)) {
    // The answer has only headers.
  } else if (reply.bytes !== undefined) {
    body = reply.bytes.body;
    headers["Content-Type"] = reply.bytes.contentType;
  } else if (reply.json !== undefined) {
    body = jsonBytes(reply.json);
    headers["Content-Type"] = JSON_TYPE;
  }
  return { status: reply.status, headers, body };
}

/** The answer of a refusal: the service's list of errors, each with an id. */
export function refusalReply(service: Service, refusal: Refusal, number: number): Reply {
  const errors = refusal.items.map(
    (item, index): ServiceErrorItem => ({
      id: hexDigits(16, service.settings.seed, "error", number, index),
      code: codes[refusal.status] ?? String(refusal.status),
      title: "Failed to process request",
      ...item,
    }),
  );
  // 401 and 403 come without a body, as from a gateway.
  const body = refusal.status === 401 || refusal.status === 403 ? {} : { json: { errors } };
  return { status: refusal.status, headers: refusal.headers, ...body };
}

function commonHeaders(
  service: Service,
  status: number,
  { number, operation, user, rate }: Incoming,
): Record<string, string> {
  const { vendorWord, requestKeyWord, seed } = service.settings;
  const headers: Record<string, string> = { [`X-${requestKeyWord}-Request-Key`]: hexDigits(24, seed, "key", number) };
  if (user !== undefined) headers[`X-${vendorWord}-Api-Request-Key`] = hexDigits(24, seed, "api key", number);
  if (rate !== undefined && hasRateHeaders(service, status, operation)) {
    // The headers of `fiab` do not have the vendor's name.
    const prefix = !service.strict && operation.startsWith("fiab.") ? "X" : `X-${vendorWord}-Api`;
    headers[`${prefix}-RateLimit-Limit`] = String(rate.limit);
    headers[`${prefix}-RateLimit-Remaining`] = String(rate.remaining);
    headers[`${prefix}-RateLimit-Reset`] = String(rate.resetSeconds);
  }
  return headers;
}

/** A 429 to a list of jobs has only the request keys and `Retry-After`. */
function hasRateHeaders({ strict }: Service, status: number, operation: string): boolean {
  if (status === 429) return strict || !operation.endsWith(".calculations.list");
  return status !== 401 && status !== 500 && status !== 503;
}
