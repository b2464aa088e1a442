import type { Endpoint, ServiceErrorItem } from "@analytics-engines/core";
import type { SimulatorUser } from "../auth/users.ts";
import type { Fault } from "../faults/rule.ts";
import type { Wire } from "../faults/wire.ts";
import type { RateState } from "../rate-window.ts";
import type { Service } from "../service.ts";

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
