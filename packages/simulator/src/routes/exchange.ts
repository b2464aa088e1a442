import type { Endpoint, ServiceErrorItem } from "@analytics-engines/core";
import type { Fault } from "../faults/language.ts";
import type { Wire } from "../faults/wire.ts";
import { hexDigits } from "../results/random.ts";
import type { RateState, Service } from "../service.ts";
import type { SimulatorUser } from "../users.ts";

/** A request as it came, with what the service finds out before it answers. */
export interface Incoming {
  readonly request: Request;
  /** The request's number. */
  readonly number: number;
  /** When the service began to answer, milliseconds of the clock. */
  readonly at: number;
  /** The operation's name; `unknown` where no operation has the address. */
  readonly operation: string;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Origin of the addresses in the answer. */
  readonly origin: string;
  /** The fault that the request meets. */
  readonly fault: Fault | undefined;
  /** The server's side of the connection, where there is one. */
  readonly wire: Wire | undefined;
  /** The user of the credentials; `undefined` where they are wrong or not needed. */
  readonly user: SimulatorUser | undefined;
  /** The user's rate limit. */
  readonly rate: RateState | undefined;
}

/** One request that has passed the checks common to all operations. */
export interface Exchange extends Incoming {
  readonly row: Endpoint;
  readonly user: SimulatorUser;
  /** The request's JSON; `undefined` for operations without a body. */
  readonly body: unknown;
}

/** The answer of an operation: JSON, bytes or nothing. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly bytes?: { readonly contentType: string; readonly body: Uint8Array<ArrayBuffer> };
}

export type Handler = (exchange: Exchange, service: Service) => Reply | Promise<Reply>;

/** Ends a request with the service's error list. */
export class Refusal extends Error {
  readonly status: number;
  readonly items: readonly ServiceErrorItem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    items: readonly ServiceErrorItem[] | string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof items === "string" ? items : items[0]?.detail);
    this.status = status;
    this.items = typeof items === "string" ? [{ detail: items }] : items;
    this.headers = headers;
  }
}

export const notFound = (detail = "Calculation not found") => new Refusal(404, detail);

/** 400 that points to a query or path parameter. */
export const badParameter = (parameter: string, detail: string) =>
  new Refusal(400, [{ detail, source: { parameter } }]);

/** A path parameter that the operation's address has. */
export function parameter(exchange: Exchange, name: string): string {
  return exchange.parameters[name] ?? "";
}

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
