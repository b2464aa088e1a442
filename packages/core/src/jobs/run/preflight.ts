import { type Clock, sleep, systemClock } from "../../clock.ts";
import type { Client } from "../../service/client/client.ts";
import {
  type ConnectionFault,
  connectionFault,
  faultRemedy,
  isLastingFault,
  TOKEN_ADDRESS,
} from "../../service/errors/connection-fault.ts";
import {
  AuthenticationError,
  ForeignAddressError,
  MalformedAnswerError,
  NotFoundError,
  ServiceError,
  TokenServiceError,
} from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { PreflightError } from "../errors.ts";
import { isTransient, MAX_PREFLIGHT_MS, preflightPausesMs } from "../policy.ts";
import type { RunEvent } from "../types.ts";

/** The names of the settings of a connection, for messages: `the input base-url`. */
export interface ConnectionSettings {
  readonly address: string;
  readonly credentials: string;
  /** Where the proxy is set. Default: HTTPS_PROXY. */
  readonly proxy?: string;
}

export interface PreflightOptions {
  readonly clock?: Clock | undefined;
  /** Ends the check early, without an error. */
  readonly signal?: AbortSignal | undefined;
  readonly settings?: ConnectionSettings | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

type Fault =
  | Extract<ConnectionFault, "dns" | "refused" | "address" | "tls" | "proxy">
  | "credentials"
  | "not-the-service";

const defaultSettings: ConnectionSettings = { address: "the base URL", credentials: "the credentials" };

/**
 * Checks before the first job of a run whether the service can be used, in 10 s at most. An error that would fail every job ends the
 * run here. Temporary errors of the service (5xx, 429, a timeout) and errors that do not concern jobs (403, the service's own 404) do not.
 * @returns whether the service answered, also with an error
 * @throws PreflightError where the service cannot be used
 */
export async function preflight(
  client: Client,
  { clock = systemClock, signal, settings = defaultSettings, onEvent }: PreflightOptions = {},
): Promise<boolean> {
  const limit = new AbortController();
  const stopTimer = clock.setTimer(MAX_PREFLIGHT_MS, () =>
    limit.abort(new Error("the check of the connection took too long")),
  );
  const until = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  const startedAt = clock.now();
  let preflightError: PreflightError | undefined;
  let isAnswered = false;
  try {
    for (let tries = 0; !until.aborted; tries++) {
      try {
        await client.probe({ signal: until });
        return true;
      } catch (error) {
        if (until.aborted) break;
        const fault = faultOf(error);
        preflightError = fault && new PreflightError(sentences(client, error, fault, settings), { cause: error });
        if (preflightError !== undefined && isLasting(error)) throw preflightError;
        isAnswered ||= error instanceof ServiceError && connectionFault(error) === undefined;
        const pauseMs = preflightPausesMs[tries];
        if (pauseMs === undefined || (fault === undefined && !isTransient(error))) break;
        const seconds = Math.max(0, Math.round((clock.now() - startedAt) / 1000));
        onEvent?.({ type: "unreachable", reason: messageOf(error), seconds });
        await sleep(clock, pauseMs, until).catch(() => {});
      }
    }
    if (preflightError !== undefined && !signal?.aborted) throw preflightError;
    return isAnswered;
  } finally {
    stopTimer();
  }
}

/** The fault that prevents every job of the run; `undefined` for other errors. */
function faultOf(error: unknown): Fault | undefined {
  if (error instanceof AuthenticationError) return "credentials";
  if (error instanceof ForeignAddressError) return "not-the-service";
  const isStranger = (error instanceof NotFoundError && !error.isServiceError) || error instanceof MalformedAnswerError;
  if (isStranger) return hasServicesHeaders(error) ? undefined : "not-the-service";
  const fault = connectionFault(error);
  return fault === "timeout" || fault === "other" ? undefined : fault;
}

function hasServicesHeaders({ requestKey, apiRequestKey }: ServiceError): boolean {
  return requestKey !== undefined || apiRequestKey !== undefined;
}

/** Whether a second try has the same result. Refused credentials that are tried again could lock the account. */
function isLasting(error: unknown): boolean {
  return error instanceof AuthenticationError || error instanceof ForeignAddressError || isLastingFault(error);
}

function sentences({ baseUrl }: Client, error: unknown, fault: Fault, settings: ConnectionSettings): string {
  return `The service at ${baseUrl} cannot be used: ${messageOf(error)}. No job was sent. ${remedy(error, fault, settings)}`;
}

function remedy(error: unknown, fault: Fault, { address, credentials, proxy }: ConnectionSettings): string {
  switch (fault) {
    case "credentials":
      return `Check ${credentials}, and that they are for this service.`;
    case "not-the-service":
      return `Something other than the service answers there: check ${address}, and whether a proxy answers in its place.`;
    case "dns":
    case "refused":
    case "address":
    case "tls":
    case "proxy": {
      const isToken = error instanceof TokenServiceError;
      const advice = faultRemedy(fault, { address: isToken ? TOKEN_ADDRESS : undefined, proxy });
      if (fault === "proxy" || fault === "tls") return advice;
      return `${advice} ${isToken ? `It comes from ${credentials}` : `The base URL comes from ${address}`}.`;
    }
  }
}
