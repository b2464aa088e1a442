import type { KyInstance } from "ky";
import type { AnswerMeta, ResultBody } from "./answer.ts";
import type { Connection } from "./connection.ts";
import type { AnswerKinds } from "./endpoints.ts";
import { errorFromAnswer } from "./error-answer.ts";
import {
  ConnectionError,
  ServiceError,
  type ServiceErrorDetails,
  TimeoutError,
  UnexpectedStatusError,
} from "./errors.ts";
import { Lifeline } from "./lifeline.ts";
import { resolveLocation } from "./location.ts";
import { codesOf, neverLeft } from "./never-left.ts";
import { type Redact, safeCause } from "./redact.ts";
import { resultBody } from "./result-body.ts";

/** One request, as it goes on the wire. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  /** The path alone, for errors. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  readonly answers: AnswerKinds;
  /** Whether the bytes of an answer's document are wanted beside its text. */
  readonly keepBytes: boolean;
  readonly signal: AbortSignal | undefined;
  /** Until the whole answer is there, or the head of a result. */
  readonly seconds: number;
  readonly redact: Redact;
  /** Told as soon as the head of an answer is there. */
  readonly onHead: (status: number, meta: AnswerMeta) => void;
}

/** What one attempt came to. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly meta: AnswerMeta;
      readonly body: string | ResultBody;
      /** The bytes of a text, as they came, where they were asked for. */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: "refused"; readonly status: number; readonly meta: AnswerMeta; readonly error: ServiceError }
  | { readonly kind: "failed"; readonly left: boolean; readonly error: ServiceError };

const maxErrorBytes = 64 * 1024;
const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

let loaded: KyInstance | undefined;

/** Loads ky, which brings up all of fetch: not with the package, but when the client is told to warm up, or with the first request. */
export async function loadKy(): Promise<KyInstance> {
  loaded ??= (await import("./ky.ts")).ky;
  return loaded;
}

/**
 * Sends one request and reads its answer; a result is handed on unread.
 * Rejects with the reason of the caller's signal, or with a `ForeignAddressError`.
 */
export async function exchange(connection: Connection, attempt: Attempt): Promise<Outcome> {
  const ky = loaded ?? (await loadKy());
  const lifeline = new Lifeline(connection.clock, attempt.seconds, attempt.signal);
  let streaming = false;
  try {
    let response = await lifeline.within(fetchOnce(ky, connection, attempt, attempt.url, lifeline.signal));
    if (isRedirect(response)) response = await follow(response, ky, connection, attempt, lifeline);
    const meta = connection.readMeta(response.headers, connection.clock.now());
    const { status } = response;
    attempt.onHead(status, meta);
    const kind = attempt.answers[status];
    if (kind === undefined) {
      const text = await readBounded(response, lifeline);
      const { method, path, redact } = attempt;
      return { kind: "refused", status, meta, error: errorFromAnswer({ status, meta, method, path, text, redact }) };
    }
    if (kind !== "result") {
      if (!attempt.keepBytes) return { kind: "answer", status, meta, body: await lifeline.within(response.text()) };
      const bytes = new Uint8Array(await lifeline.within(response.arrayBuffer()));
      return { kind: "answer", status, meta, body: new TextDecoder().decode(bytes), bytes };
    }
    streaming = true;
    const details = { ...about(attempt), status, requestKey: meta.requestKey, apiRequestKey: meta.apiRequestKey };
    const silenceSeconds = connection.attemptTimeoutSeconds;
    const body = resultBody(response, { lifeline, silenceSeconds, details, redact: attempt.redact });
    return { kind: "answer", status, meta, body };
  } catch (error) {
    return failure(error, attempt, lifeline);
  } finally {
    if (!streaming) lifeline.end();
  }
}

function about({ method, path }: Attempt): ServiceErrorDetails {
  return { method, path };
}

const isRedirect = ({ type, status }: Response) => type === "opaqueredirect" || redirects.has(status);

/** Redirects are followed by hand: of reads only, and never to another origin. */
async function follow(
  redirect: Response,
  ky: KyInstance,
  connection: Connection,
  attempt: Attempt,
  lifeline: Lifeline,
): Promise<Response> {
  let { url } = attempt;
  let response = redirect;
  for (let hops = 0; isRedirect(response); hops++) {
    response.body?.cancel().catch(() => undefined);
    const location = response.headers.get("location");
    const details = { ...about(attempt), status: response.status };
    const said = `${attempt.method} ${attempt.path} answered with a redirect`;
    if (location === null) throw new UnexpectedStatusError(`${said} that says no address`, details);
    const target = resolveLocation(location, url);
    if (attempt.method !== "GET") throw new UnexpectedStatusError(`${said}, which only a read may follow`, details);
    if (hops === maxRedirects) throw new UnexpectedStatusError(`${said} too often`, details);
    url = target.href;
    response = await lifeline.within(fetchOnce(ky, connection, attempt, url, lifeline.signal));
  }
  return response;
}

// ky's own retries, limits and errors stay off: they know neither the clock nor what may be repeated, and their errors
// carry the request with its credentials.
function fetchOnce(
  ky: KyInstance,
  connection: Connection,
  attempt: Attempt,
  url: string,
  signal: AbortSignal,
): Promise<Response> {
  const { method, headers, body } = attempt;
  return ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    // The rest not by ky's options: it would make a composite of signals, copy the headers four times, and lead the body through a stream.
    fetch: (input) => connection.fetch(input, { method, body: body ?? null, signal, headers, redirect: "manual" }),
  });
}

/** Nobody needs more of an error than its beginning; what is not read closes the connection. */
async function readBounded(response: Response, lifeline: Lifeline): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let left = maxErrorBytes;
  try {
    while (left > 0) {
      const { value, done } = await lifeline.within(reader.read());
      if (done) return text + decoder.decode();
      text += decoder.decode(value.subarray(0, left), { stream: true });
      left -= value.byteLength;
    }
  } catch (error) {
    // The status says enough, unless the caller wants to leave.
    if (lifeline.signal.aborted && !lifeline.timedOut) throw error;
  }
  reader.cancel().catch(() => undefined);
  return text;
}

function failure(error: unknown, attempt: Attempt, lifeline: Lifeline): Outcome {
  if (lifeline.signal.aborted && !lifeline.timedOut) throw lifeline.signal.reason;
  const { method, path, seconds, redact } = attempt;
  if (lifeline.timedOut) {
    const message = `${method} ${path} was not answered within ${seconds} s`;
    return { kind: "failed", left: true, error: new TimeoutError(message, about(attempt)) };
  }
  if (error instanceof ServiceError) throw error;
  const cause = safeCause(error, redact);
  const reason = codesOf(error)[0] ?? deepest(cause)?.message ?? "no reason given";
  const message = `${method} ${path} got no answer: ${reason}`;
  return { kind: "failed", left: !neverLeft(error), error: new ConnectionError(message, { ...about(attempt), cause }) };
}

function deepest(error: Error | undefined): Error | undefined {
  return error?.cause instanceof Error ? deepest(error.cause) : error;
}
