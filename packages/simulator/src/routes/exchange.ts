import type { Endpoint, ServiceErrorItem } from "@analytics-engines/core";
import type { SimulatorUser } from "../auth/users.ts";
import type { Fault } from "../faults/rule.ts";
import type { Service } from "../service.ts";

/** One request that has passed the checks common to all operations. */
export interface Exchange {
  readonly row: Endpoint;
  readonly user: SimulatorUser;
  /** When the request came, milliseconds of the clock. */
  readonly at: number;
  /** Path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly request: Request;
  /** Origin of the addresses in the answer. */
  readonly origin: string;
  /** The request's JSON; `undefined` for operations without a body. */
  readonly body: unknown;
  /** The fault that the request meets, for the operations that take part in it. */
  readonly fault: Fault | undefined;
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
