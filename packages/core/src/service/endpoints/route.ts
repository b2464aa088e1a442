import type { RequestModels } from "../../families/index.ts";
import type { ResponseModels } from "../models/index.ts";
import type { Priority } from "../throttle/queue.ts";

/**
 * What may be done when a request fails on its way.
 * `read`: sent again on network errors, 408, 429 and 5xx. `create` (POST) and `write` (template writes): again on 429
 * alone. `put`: the same; the caller looks before it sends again. `result`: what the service gives once; never again
 * once the request has left. `cancel`: again on network errors and 5xx, a 404 after that being success.
 */
export type RetryClass = "read" | "create" | "put" | "result" | "cancel" | "write";

export type RequestHeader = "long-running-deadline" | "cache-control" | "accept";

/** A model's wire name; `result`: bytes, as a `ResultBody`; `none`: no body. */
export type AnswerKind = keyof ResponseModels | "result" | "none";

export type AnswerKinds = { readonly [status: number]: AnswerKind };
export type QueryParameters = { readonly [name: string]: { readonly required: boolean } };

/** One operation of the service. */
export interface Route<
  Answers extends AnswerKinds = AnswerKinds,
  Body extends keyof RequestModels | undefined = keyof RequestModels | undefined,
  Query extends QueryParameters = QueryParameters,
> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Relative to the base URL, with `{name}` for each path parameter. */
  readonly path: string;
  readonly query: Query;
  /** Request headers that the operation takes. */
  readonly headers: readonly RequestHeader[];
  /** The wire name of the request model. */
  readonly body: Body;
  /** What a body of each successful status is. */
  readonly answers: Answers;
  /** The error statuses that are declared. */
  readonly errors: readonly number[];
  readonly retry: RetryClass;
  readonly priority: Priority;
}

/** A route under its name, e.g. `pa.calculations.createOrUpdate`: where the client has the method. */
export interface Endpoint extends Route {
  readonly operation: string;
}
