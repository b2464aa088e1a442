import { type Clock, systemClock } from "../../clock.ts";
import { noTelemetry, openTelemetry, type Telemetry } from "../../telemetry/telemetry.ts";
import type { Auth } from "../auth/auth.ts";
import { readBaseUrl } from "../http/address.ts";
import { isHeaderPrefix } from "../http/base-url.ts";
import { createHttp, type Fetch, type Http, userAgentOf } from "../http/http.ts";
import { ATTEMPT_TIMEOUT_SECONDS, MAX_RETRY_AFTER_SECONDS, TOTAL_TIMEOUT_SECONDS } from "../policy.ts";
import { Secrets } from "../secrets/secrets.ts";
import { createPacer, type Pacer } from "../throttle/pacer.ts";
import { LongWait, RetryBudget } from "../throttle/retry.ts";

export interface ClientOptions {
  /** The address of the service, e.g. `https://api.vendor.example`. https, or http on loopback. */
  readonly baseUrl: string;
  readonly auth: Auth;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  /** Random numbers, uniform in [0, 1), for jitter. */
  readonly random?: (() => number) | undefined;
  /** Spreads the requests. Default: a pacer for this client alone. */
  readonly pacer?: Pacer | undefined;
  /** The vendor's word in the one request header that has it, `X-<word>-Api-Long-Running-Deadline`. Default `Vendor`. */
  readonly headerPrefix?: string | undefined;
  /** Name and version of the program, which come before those of this library in the `User-Agent` of each request: `my-program/1.0`. */
  readonly userAgent?: string | undefined;
  /** The time limit of one attempt, and of a pause in a result, seconds. Default 60. */
  readonly attemptTimeoutSeconds?: number | undefined;
  /** The time limit of a call with its retries, without the waits in the pacer's queue, seconds. Default 300. */
  readonly totalTimeoutSeconds?: number | undefined;
  /** The longest `Retry-After` that the client waits for, seconds. A longer one is a `RateLimitError`. Default 120. */
  readonly maxRetryAfterSeconds?: number | undefined;
  /**
   * Whether requests and jobs are reported to the OpenTelemetry providers that the application has registered. Where it has registered none,
   * nothing is reported. Default true.
   */
  readonly telemetry?: boolean | undefined;
}

/** The options of a client, checked, and the state of its connection. */
export interface Connection {
  /** The base URL, without a slash at its end. */
  readonly base: string;
  readonly auth: Auth;
  readonly http: Http;
  readonly clock: Clock;
  readonly random: () => number;
  readonly pacer: Pacer;
  readonly budget: RetryBudget;
  readonly longWait: LongWait;
  readonly seenKeys: SeenKeys;
  /** Whether a TCP connection may carry another request. It becomes false once a connection has brought the answer to another request. */
  readonly reuse: { isSafe: boolean };
  readonly secrets: Secrets;
  readonly telemetry: Telemetry;
  /** Attributes of each request: where it goes. */
  readonly server: { readonly "server.address": string; readonly "server.port": number };
  readonly deadlineHeader: string;
  readonly attemptTimeoutSeconds: number;
  readonly totalTimeoutSeconds: number;
  readonly maxRetryAfterSeconds: number;
}

/** @throws TypeError for an invalid option */
export function openConnection(options: ClientOptions): Connection {
  const { headerPrefix = "Vendor", clock = systemClock } = options;
  if (!isHeaderPrefix(headerPrefix)) throw new TypeError("headerPrefix must be 1 to 64 letters, digits and hyphens");
  const userAgent = userAgentOf(options.userAgent);
  const { origin, pathname, hostname, port, protocol } = readBaseUrl(options.baseUrl);
  const base = `${origin}${pathname === "/" ? "" : pathname}`;
  const maxRetryAfterSeconds = seconds(
    "maxRetryAfterSeconds",
    options.maxRetryAfterSeconds,
    MAX_RETRY_AFTER_SECONDS,
    0,
  );
  const secrets = new Secrets();
  return {
    base,
    auth: options.auth,
    http: createHttp(base, userAgent, options.fetch),
    clock,
    random: options.random ?? Math.random,
    pacer: options.pacer ?? createPacer({ clock }),
    budget: new RetryBudget(),
    longWait: new LongWait(clock, maxRetryAfterSeconds),
    seenKeys: new SeenKeys(),
    reuse: { isSafe: true },
    secrets,
    telemetry: options.telemetry === false ? noTelemetry : openTelemetry(secrets.redact),
    server: { "server.address": hostname, "server.port": Number(port) || (protocol === "https:" ? 443 : 80) },
    deadlineHeader: `X-${headerPrefix}-Api-Long-Running-Deadline`,
    attemptTimeoutSeconds: seconds("attemptTimeoutSeconds", options.attemptTimeoutSeconds, ATTEMPT_TIMEOUT_SECONDS),
    totalTimeoutSeconds: seconds("totalTimeoutSeconds", options.totalTimeoutSeconds, TOTAL_TIMEOUT_SECONDS),
    maxRetryAfterSeconds,
  };
}

/** A timer holds at most 2^31 milliseconds: a longer one would end at once. */
const MAX_SECONDS = 2_000_000;

function seconds(name: string, value: number | undefined, otherwise: number, least = 0.001): number {
  if (value === undefined) return otherwise;
  if (value >= least && value <= MAX_SECONDS) return value;
  throw new TypeError(`${name} must be between ${least} and ${MAX_SECONDS}, not ${value}`);
}

/** The client remembers at least this many keys: no late answer comes after so many others. Twice as many keys take a few megabytes. */
const MIN_KEYS = 10_000;
/** The client remembers only the beginning of a longer key. */
const MAX_KEY_LENGTH = 100;
/** A key that comes more often is no key of one answer: a gateway or a recorder gives it to all. No network delivers an answer so often. */
const MAX_DELIVERIES = 3;

/** Whether a key came before. `repeat`: with an answer to a request with the same method and address. */
type KeyUse = "first" | "repeat" | "conflict";

interface Seen {
  /** The method and the address that were answered. */
  readonly request: string;
  readonly deliveries: number;
}

/** The API request keys of a connection's last answers. The service gives each answer a key of its own. */
export class SeenKeys {
  #latest = new Map<string, Seen>();
  #before = new Map<string, Seen>();

  /**
   * Records the key of an answer, and returns whether it came before.
   * @param request the method and the address that the answer is for
   */
  record(key: string, request: string): KeyUse {
    const short = key.slice(0, MAX_KEY_LENGTH);
    const previous = this.#latest.get(short) ?? this.#before.get(short);
    const deliveries = (previous?.deliveries ?? 0) + 1;
    this.#latest.set(short, { request: previous?.request ?? request, deliveries });
    if (this.#latest.size >= MIN_KEYS) {
      this.#before = this.#latest;
      this.#latest = new Map();
    }
    if (previous === undefined) return "first";
    return previous.request === request || deliveries > MAX_DELIVERIES ? "repeat" : "conflict";
  }
}
