import { sleep } from "../clock.ts";
import type { AnswerMeta, ResultBody } from "./answer.ts";
import type { Connection } from "./connection.ts";
import type { Route } from "./endpoints.ts";
import {
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ServiceError,
  type ServiceErrorDetails,
  TimeoutError,
} from "./errors.ts";
import { exchange, type Outcome } from "./exchange.ts";
import type { Permit } from "./rate-limit.ts";
import { markNotSent } from "./request-not-sent.ts";
import { type Failure, retryDelay } from "./retry.ts";

/** A call, with its path and its body made. */
export interface ServiceRequest {
  readonly route: Route;
  /** The filled-in path with its query, from the base URL. */
  readonly target: string;
  readonly body: string | undefined;
  /** Beyond those that every request has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
  /** Whether the bytes of the answer's document are wanted beside its text. */
  readonly keepBytes?: boolean;
  /** How long the service itself may hold the answer back, seconds. */
  readonly longRunningSeconds: number;
  /** Attempts at most, the first included. Default 5. */
  readonly attempts?: number | undefined;
}

/** An answer whose status the route declares. A result is unread; everything else is text. */
export interface Reply {
  readonly status: number;
  readonly meta: AnswerMeta;
  readonly body: string | ResultBody;
  /** The bytes of a text, as they came, where they were asked for. */
  readonly bytes?: Uint8Array;
  /** Which request was answered, for errors. */
  readonly about: ServiceErrorDetails;
}

const maxAttempts = 5;
/** What the network and the service itself need beyond the time that an answer is held back. */
const longRunningMarginSeconds = 30;

/**
 * Sends a request, again where its class allows it, and waits as long as the service asks.
 * @throws ServiceError of the class that fits, or the reason of the signal
 */
export async function send(connection: Connection, request: ServiceRequest): Promise<Reply> {
  const { clock, pacer, random, budget } = connection;
  const { route, signal } = request;
  const path = withoutQuery(request.target);
  const limits = { attempts: request.attempts ?? maxAttempts, maxRetryAfterSeconds: connection.maxRetryAfterSeconds };
  const attemptSeconds = attemptLimit(connection, request);
  const totalSeconds = Math.max(connection.totalTimeoutSeconds, attemptSeconds);
  let deadline = clock.now() + totalSeconds * 1000;
  let mayHaveActed = false;
  let renewed = false;

  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    refuseWhileHeld(connection, route, path);
    const queuedAt = clock.now();
    const permit = await pacer.acquire(route.priority, signal);
    deadline += clock.now() - queuedAt;
    let settled = false;
    const settle = (answer?: Parameters<Permit["settle"]>[0]) => {
      if (!settled) permit.settle(answer);
      settled = true;
    };
    let header: string | undefined;
    let outcome: Outcome;
    try {
      const token = await tokenFor(connection, signal);
      header = token.header;
      const seconds = Math.min(attemptSeconds, Math.max(1, (deadline - clock.now()) / 1000));
      outcome =
        token.header === undefined
          ? { kind: "failed", left: false, error: token.error }
          : await attemptOnce(connection, request, path, token.header, seconds, (status, meta) =>
              settle({ status, meta }),
            );
    } finally {
      settle();
    }

    if (outcome.kind === "answer") {
      budget.success();
      return { ...outcome, about: about(route, path, outcome.status, outcome.meta) };
    }
    if (outcome.kind === "refused") {
      if (route.retry === "cancel" && mayHaveActed && isGone(outcome.error)) {
        // The attempt before this one was heard: the job is canceled.
        return { status: 204, meta: outcome.meta, body: "", about: about(route, path, 204, outcome.meta) };
      }
      if (outcome.status === 401 && !renewed && header !== undefined && (await connection.auth.rejected?.(header))) {
        renewed = true;
        continue;
      }
    }
    noteHold(connection, outcome);
    const delay = retryDelay(route.retry, asFailure(outcome), attempt, random, limits);
    if (delay === undefined || clock.now() + delay * 1000 >= deadline) throw outcome.error;
    if (!isRateLimit(outcome) && !budget.take()) throw outcome.error;
    mayHaveActed ||= outcome.kind === "failed" ? outcome.left : !isRateLimit(outcome);
    await sleep(clock, delay * 1000, signal);
  }
}

/** A result is given away once the service has the request: it may take its time to begin. */
function attemptLimit(connection: Connection, { route, longRunningSeconds }: ServiceRequest): number {
  const { attemptTimeoutSeconds, totalTimeoutSeconds } = connection;
  if (route.retry === "result") return Math.max(attemptTimeoutSeconds, totalTimeoutSeconds);
  if (longRunningSeconds === 0) return attemptTimeoutSeconds;
  return Math.max(attemptTimeoutSeconds, longRunningSeconds + longRunningMarginSeconds);
}

type TokenOutcome = { readonly header: string } | { readonly header: undefined; readonly error: ServiceError };

/** The `Authorization` header, or what kept it from coming for the moment: the request itself never left. */
async function tokenFor({ auth, secrets }: Connection, signal: AbortSignal | undefined): Promise<TokenOutcome> {
  try {
    const header = await auth.authorization(signal);
    secrets.learn(header);
    return { header };
  } catch (error) {
    if (error instanceof ServiceError) markNotSent(error);
    if (!isPassing(error)) throw error;
    return { header: undefined, error };
  }
}

function attemptOnce(
  connection: Connection,
  { route, target, body, headers, signal, keepBytes = false }: ServiceRequest,
  path: string,
  authorization: string,
  seconds: number,
  onHead: (status: number, meta: AnswerMeta) => void,
): Promise<Outcome> {
  return exchange(connection, {
    method: route.method,
    url: connection.base + target,
    path,
    headers: {
      authorization,
      "user-agent": connection.userAgent,
      ...headers,
      ...(!connection.reuse.isSafe && { connection: "close" }),
    },
    body,
    route,
    keepBytes,
    signal,
    seconds,
    onHead,
  });
}

/** A wait that is longer than allowed is told at once to all who would have to wait it, not to the first alone. */
function refuseWhileHeld({ clock, refused, maxRetryAfterSeconds }: Connection, route: Route, path: string): void {
  const retryAfterSeconds = Math.ceil((refused.until - clock.now()) / 1000);
  if (retryAfterSeconds <= maxRetryAfterSeconds || !route.errors.includes(429)) return;
  const message = `${route.method} ${path} was not sent: the service asks to wait another ${retryAfterSeconds} s`;
  throw new RateLimitError(message, { method: route.method, path, retryAfterSeconds });
}

function noteHold({ clock, refused, maxRetryAfterSeconds }: Connection, outcome: Outcome): void {
  if (outcome.kind !== "refused" || outcome.status !== 429) return;
  const { retryAfterSeconds = 0 } = outcome.meta;
  if (retryAfterSeconds > maxRetryAfterSeconds) refused.until = clock.now() + retryAfterSeconds * 1000;
}

function withoutQuery(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

function about({ method }: Route, path: string, status: number, meta: AnswerMeta): ServiceErrorDetails {
  return { method, path, status, requestKey: meta.requestKey, apiRequestKey: meta.apiRequestKey };
}

function asFailure(outcome: Exclude<Outcome, { kind: "answer" }>): Failure {
  const { error } = outcome;
  if (outcome.kind === "failed" && error instanceof RateLimitError)
    return { kind: "status", status: 429, retryAfterSeconds: error.retryAfterSeconds };
  if (outcome.kind === "failed") return { kind: "network", left: outcome.left };
  return { kind: "status", status: outcome.status, retryAfterSeconds: outcome.meta.retryAfterSeconds };
}

/** A bare 404 may be a proxy's, and says nothing of the job. */
const isGone = (error: ServiceError) => error instanceof NotFoundError && error.isServiceError;

const isRateLimit = (outcome: Outcome) => outcome.kind === "refused" && outcome.status === 429;

/** Failures of the token's own service that may be gone in a moment. */
function isPassing(error: unknown): error is ServiceError {
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof ServerError ||
    error instanceof RateLimitError
  );
}
