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

/** The success statuses with which the client returns a result. */
const resultStatuses = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226] as const;

export type ResultStatus = (typeof resultStatuses)[number];

/** Returns the status itself, or 200 for a success status that the client does not know, as HTTP requires. */
export function resultStatus(status: number): ResultStatus {
  return resultStatuses.find((candidate) => candidate === status) ?? 200;
}

/**
 * With these statuses, too, the answer to a create may be its one result. With any other, a page could be mistaken for the only copy of a
 * result.
 */
const inlineStatuses: ReadonlySet<number> = new Set([200, 203, 206]);

/**
 * The kind of an answer's body: the kind that its route declares for the status, or a result if the bytes could be the only copy.
 * `undefined` for an error.
 */
export function answerKind(
  { answers, retry }: Pick<Route, "answers" | "retry">,
  status: number,
): AnswerKind | undefined {
  const declared = answers[status];
  if (declared !== undefined || status < 200 || status > 299) return declared;
  const isResult = retry === "result" || (answers[201] === "result" && inlineStatuses.has(status));
  return isResult ? "result" : undefined;
}
