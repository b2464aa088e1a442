import type { RequestModels } from "../../families/index.ts";
import type { ResponseModels } from "../models/index.ts";

/**
 * When a failed request is sent again. `read`: after network errors, 408, 429 and 5xx. `create` (POST) and `write` (templates): after 429
 * only. `put`: the same; the caller looks for the job before it repeats the request. `result`: never after the request was sent, because
 * the service gives a result once. `cancel`: after network errors and 5xx; a 404 after that is success.
 */
export type RetryClass = "read" | "create" | "put" | "result" | "cancel" | "write";

/** The purpose of a request. While requests must wait, they go in this order. */
export type Priority = "cancel" | "result" | "status" | "create" | "read";

export type RequestHeader = "long-running-deadline" | "cache-control" | "accept";

/** A model's wire name; `result`: bytes, as a `ResultBody`; `none`: no body. */
export type AnswerKind = keyof ResponseModels | "result" | "none";

type AnswerKinds = { readonly [status: number]: AnswerKind };
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
  /** The request headers of the operation. */
  readonly headers: readonly RequestHeader[];
  /** The wire name of the request model. */
  readonly body: Body;
  /** The kind of body for each success status. */
  readonly answers: Answers;
  /** The declared error statuses. */
  readonly errors: readonly number[];
  readonly retry: RetryClass;
  readonly priority: Priority;
}
