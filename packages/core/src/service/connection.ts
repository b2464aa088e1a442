import { type Clock, systemClock } from "../clock.ts";
import type { Auth } from "./auth.ts";
import { createMetaReader, type MetaReader } from "./headers.ts";
import { readBaseUrl } from "./location.ts";
import { createPacer, type Pacer } from "./rate-limit.ts";
import { Secrets } from "./redact.ts";
import { RetryBudget } from "./retry.ts";
import { SeenKeys } from "./seen-keys.ts";
import { version } from "./version.ts";

/** A fetch, as `globalThis.fetch`. It is handed a `Request` with everything in it. */
export type Fetch = (request: Request) => Promise<Response>;

export interface ClientOptions {
  /** Where the service is, e.g. `https://api.vendor.example`. https, or http on loopback. */
  readonly baseUrl: string;
  readonly auth: Auth;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  /** Uniform in [0, 1); for jitter. */
  readonly random?: (() => number) | undefined;
  /** Spreads the requests. Default: one of the client's own. */
  readonly pacer?: Pacer | undefined;
  /** The vendor's word in the one request header that has it, `X-<word>-Api-Long-Running-Deadline`. Default `Vendor`. */
  readonly headerPrefix?: string | undefined;
  /** Default `analytics-engines/VERSION`. */
  readonly userAgent?: string | undefined;
  /** How long one attempt may take, and a result may be silent. Default 60. */
  readonly attemptTimeoutSeconds?: number | undefined;
  /** How long a call may take with its retries, the pacer's queue apart. Default 300. */
  readonly totalTimeoutSeconds?: number | undefined;
  /** The longest `Retry-After` that is waited for. Beyond it a `RateLimitError` says the figure. Default 120. */
  readonly maxRetryAfterSeconds?: number | undefined;
}

/** The options of a client, checked and filled in. */
export interface Connection {
  readonly baseUrl: URL;
  /** The base URL as text, without a slash at its end. */
  readonly base: string;
  readonly auth: Auth;
  /** The fetch of the options, for a request that gets its headers and its signal here. */
  readonly fetch: (input: string | URL | Request, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pacer: Pacer;
  readonly budget: RetryBudget;
  /** Until when the service asked to wait, where that is longer than anyone is to wait; milliseconds of the clock. */
  readonly refused: { until: number };
  readonly readMeta: MetaReader;
  readonly seenKeys: SeenKeys;
  /** Whether a connection may carry a further request: not after one brought an answer to the wrong request. */
  readonly reuse: { isSafe: boolean };
  readonly secrets: Secrets;
  readonly deadlineHeader: string;
  readonly userAgent: string;
  readonly attemptTimeoutSeconds: number;
  readonly totalTimeoutSeconds: number;
  readonly maxRetryAfterSeconds: number;
}

const headerToken = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** @throws TypeError for an option that cannot be */
export function openConnection(options: ClientOptions): Connection {
  const { headerPrefix = "Vendor", userAgent = `analytics-engines/${version}`, clock = systemClock } = options;
  if (!headerToken.test(headerPrefix)) throw new TypeError("headerPrefix must be a word that a header name can hold");
  if (!/^[\x20-\x7e]+$/.test(userAgent)) throw new TypeError("userAgent must be printable ASCII");
  const baseUrl = readBaseUrl(options.baseUrl);
  const secrets = new Secrets();
  return {
    baseUrl,
    base: `${baseUrl.origin}${baseUrl.pathname === "/" ? "" : baseUrl.pathname}`,
    auth: options.auth,
    fetch: withInit(options.fetch),
    clock,
    random: options.random ?? Math.random,
    pacer: options.pacer ?? createPacer({ clock }),
    budget: new RetryBudget(),
    refused: { until: 0 },
    readMeta: createMetaReader(secrets),
    seenKeys: new SeenKeys(),
    reuse: { isSafe: true },
    secrets,
    deadlineHeader: `X-${headerPrefix}-Api-Long-Running-Deadline`,
    userAgent,
    attemptTimeoutSeconds: seconds("attemptTimeoutSeconds", options.attemptTimeoutSeconds, 60),
    totalTimeoutSeconds: seconds("totalTimeoutSeconds", options.totalTimeoutSeconds, 300),
    maxRetryAfterSeconds: seconds("maxRetryAfterSeconds", options.maxRetryAfterSeconds, 120, 0),
  };
}

/** A fetch of the caller's finds everything in its `Request`; the global one is spared the copy. */
function withInit(fetch: Fetch | undefined): Connection["fetch"] {
  if (fetch === undefined || fetch === globalThis.fetch) return (input, init) => globalThis.fetch(input, init);
  return (input, init) => fetch(new Request(input, init));
}

/** Timers hold 2^31 milliseconds: more would end at once. */
const mostSeconds = 2_000_000;

function seconds(name: string, value: number | undefined, otherwise: number, least = 0.001): number {
  if (value === undefined) return otherwise;
  if (value >= least && value <= mostSeconds) return value;
  throw new TypeError(`${name} must be between ${least} and ${mostSeconds}, not ${value}`);
}
