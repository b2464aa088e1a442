import { sleep } from "../../clock.ts";
import type { AnswerMeta, ResultBody } from "../answer.ts";
import type { Route } from "../endpoints/route.ts";
import { NotFoundError, RateLimitError, type ServiceError, type ServiceErrorDetails } from "../errors/errors.ts";
import { LONG_RUNNING_MARGIN_SECONDS, MAX_ATTEMPTS } from "../policy.ts";
import { type Failure, isThrottled, retryDelay } from "../throttle/retry.ts";
import type { Connection } from "./connection.ts";
import { type Attempt, type AttemptOutcome, reportExchange } from "./exchange.ts";

/** A call, with its path and its body. */
export interface ServiceRequest {
  readonly route: Route;
  /** The filled-in path with its query, relative to the base URL. */
  readonly target: string;
  readonly body: string | undefined;
  /** Headers beyond those of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** How long the service itself may delay the answer, seconds. */
  readonly longRunningSeconds: number;
  /** The largest number of attempts, including the first. Default 5. */
  readonly attempts?: number | undefined;
}

/** An answer with a status that the route declares. */
export interface ServiceReply {
  readonly status: number;
  readonly meta: AnswerMeta;
  /** The whole body, or a result that is not read yet. */
  readonly body: Uint8Array | ResultBody;
  /** The request that was answered, for errors. */
  readonly about: ServiceErrorDetails;
}

/**
 * Sends a request, repeats it where its retry class allows that, and waits as long as the service asks.
 * @throws ServiceError of the class that fits, or the reason of the signal
 */
export async function send(connection: Connection, request: ServiceRequest): Promise<ServiceReply> {
  const { clock, pacer, random, budget, longWait, maxRetryAfterSeconds } = connection;
  const { route, target, signal } = request;
  const path = target.replace(/\?.*$/s, "");
  const limits = { attempts: request.attempts ?? MAX_ATTEMPTS, maxRetryAfterSeconds };
  const attemptSeconds = attemptLimit(connection, request);
  let deadline = clock.now() + 1000 * Math.max(connection.totalTimeoutSeconds, attemptSeconds);
  let mayHaveActed = false;
  let isRenewed = false;

  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    longWait.check(route, path);
    const queuedAt = clock.now();
    const permit = await pacer.acquire(route.priority, signal);
    const sentAt = clock.now();
    deadline += sentAt - queuedAt;
    let isSettled = false;
    let outcome: AttemptOutcome;
    try {
      const sending: Attempt = {
        ...request,
        path,
        seconds: () => Math.min(attemptSeconds, Math.max(1, (deadline - clock.now()) / 1000)),
        onHead: (status, meta) => {
          isSettled = true;
          permit.settle({ status, meta });
        },
      };
      outcome = await reportExchange(connection, sending, attempt);
    } finally {
      if (!isSettled) permit.settle();
    }

    if (outcome.kind === "answer") {
      budget.success();
      return replyOf(request, path, outcome);
    }
    const { error } = outcome;
    if (outcome.kind === "refused") {
      // The service acted on the attempt before this one: the job is canceled.
      if (route.retry === "cancel" && mayHaveActed && isGone(error))
        return replyOf(request, path, { status: 204, meta: outcome.meta, body: new Uint8Array() });
      if (outcome.status === 401 && !isRenewed && (await connection.auth.rejected?.(outcome.authorization))) {
        isRenewed = true;
        continue;
      }
      longWait.note(outcome.status, outcome.meta.retryAfterSeconds);
    }
    const failure = failureOf(outcome);
    const delay = retryDelay(route.retry, failure, attempt, random, limits);
    if (delay === undefined || clock.now() + delay * 1000 >= deadline) throw error;
    if (failure.kind !== "throttled" && !budget.take()) throw error;
    mayHaveActed ||= outcome.kind === "failed" ? outcome.wasSent : failure.kind !== "throttled";
    await sleep(clock, delay * 1000, signal);
  }
}

/** The client waits longer for the head of a result than for other answers, because a result that was asked for is not given again. */
function attemptLimit(connection: Connection, { route, longRunningSeconds }: ServiceRequest): number {
  const { attemptTimeoutSeconds, totalTimeoutSeconds } = connection;
  if (route.retry === "result") return Math.max(attemptTimeoutSeconds, totalTimeoutSeconds);
  if (longRunningSeconds === 0) return attemptTimeoutSeconds;
  return Math.max(attemptTimeoutSeconds, longRunningSeconds + LONG_RUNNING_MARGIN_SECONDS);
}

function replyOf(
  { route }: ServiceRequest,
  path: string,
  { status, meta, body }: Omit<ServiceReply, "about">,
): ServiceReply {
  const { requestKey, apiRequestKey } = meta;
  return { status, meta, body, about: { method: route.method, path, status, requestKey, apiRequestKey } };
}

function failureOf(outcome: Exclude<AttemptOutcome, { kind: "answer" }>): Failure {
  const { error } = outcome;
  // The service itself did not answer, so the rate limit is that of the token service.
  if (outcome.kind === "failed" && error instanceof RateLimitError)
    return { kind: "throttled", retryAfterSeconds: error.retryAfterSeconds };
  if (outcome.kind === "refused") {
    const { status, meta } = outcome;
    const { retryAfterSeconds } = meta;
    return isThrottled(status)
      ? { kind: "throttled", retryAfterSeconds }
      : { kind: "status", status, retryAfterSeconds };
  }
  return { kind: "network", wasSent: outcome.wasSent };
}

/** A bare 404 may come from a proxy, so it does not mean that the job is gone. */
const isGone = (error: ServiceError) => error instanceof NotFoundError && error.isServiceError;
