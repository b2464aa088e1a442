import { type Clock, systemClock } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import type { OAuthClient, SimulatorToken, SimulatorUser } from "./users.ts";

/** The job for which a rule returns the time. */
export interface JobToTime {
  readonly family: FamilyId;
  readonly id: string;
  readonly units: number;
  /** The request, in the model's spelling. */
  readonly body: unknown;
}

/**
 * How the simulator reads the points that the service's documents leave open. `default`: every official sample works. `strict`: the harshest
 * reading, for tests of a client that must work with either.
 */
export type SimulatorProfile = "default" | "strict";

/** The behaviour of a simulated service. All options have defaults. */
export interface SimulatorOptions {
  /** The reading of the service's documents; the README lists the differences. Default `default`. */
  readonly profile?: SimulatorProfile;
  /** The seed of all data, ids and times of jobs. Default 1. */
  readonly seed?: number;
  /** The clock. Default: the machine's own. The state follows from the time; only an answer that waits sets a timer. */
  readonly clock?: Clock;
  /** Seconds a job takes: a number, a range from which the seed picks (evenly on a logarithmic scale), or a rule. Default 5. */
  readonly jobSeconds?: number | readonly [number, number] | ((job: JobToTime) => number);
  /** Seconds a create waits for an inline result where the request names no deadline. Default 0. */
  readonly inlineSeconds?: number;
  /** `max-age` of a running status, seconds; `none` sends no such header. Default 2. */
  readonly maxAgeSeconds?: number | "none";
  /** Requests of one user in a fixed window. Default 1,000,000 in 60 s. */
  readonly rateLimit?: { readonly limit: number; readonly windowSeconds: number };
  /** Units of one user that may run at once; a create beyond it is answered 429. Default 500. */
  readonly maxRunningUnits?: number;
  /** Larger request bodies are answered 413. Default 10 MiB. */
  readonly maxBodyBytes?: number;
  /** Whether a PUT with the parameters of another living job is answered 409. Default `conflict`. */
  readonly duplicates?: "conflict" | "allow";
  /** How `Location` is written. Default `absolute`. */
  readonly location?: "absolute" | "path";
  /** Origin of the addresses in answers, e.g. `https://api.example`. Default: the one that was called. */
  readonly publicOrigin?: string;
  /** The vendor's name in headers, `X-NAME-Api-...`. Default `Vendor`. */
  readonly vendorWord?: string;
  /** The name in `X-NAME-Request-Key`. Default: `vendorWord`. */
  readonly requestKeyWord?: string;
  /**
   * The detail of a 400: a sentence, or JSON text keyed by a path as the client wrote it (`keyed`) or by the service's own names, with the
   * number of the unit (`dictionary`). Default `text`.
   */
  readonly badRequestDetail?: "text" | "keyed" | "dictionary";
  /** Whether creates also answer `X-WORD-Api-Calculation-Id`. Default: those of `fi` and the optimizers; in the profile `strict`, none. */
  readonly calculationIdHeader?: boolean;
  /** Who may call. Default: `defaultUser`. */
  readonly users?: readonly SimulatorUser[];
  /** Bearer tokens that are valid from the start and do not expire. Default none. */
  readonly tokens?: readonly SimulatorToken[];
  /** Clients that may get tokens with a signed assertion. More are made by `oauthConfiguration`. */
  readonly oauthClients?: readonly OAuthClient[];
  /** Seconds for which a token of the token endpoint is valid. Default 900. */
  readonly tokenSeconds?: number;
  /** The faults, in the fault language. */
  readonly faults?: readonly string[];
  /** The number of latest requests in `requests`. Default 10,000. */
  readonly maxRequests?: number;
}

/** The user of a simulator without the option `users`. */
export const defaultUser: SimulatorUser = { username: "DEMO-1", password: "demo" };

export type Settings = Required<Omit<SimulatorOptions, "calculationIdHeader">> &
  Pick<SimulatorOptions, "calculationIdHeader">;

/** The options with their defaults. Throws `RangeError` for a number that cannot work. */
export function settingsOf(options: SimulatorOptions): Settings {
  const settings: Settings = {
    profile: "default",
    seed: 1,
    clock: systemClock,
    jobSeconds: 5,
    inlineSeconds: 0,
    maxAgeSeconds: 2,
    rateLimit: { limit: 1_000_000, windowSeconds: 60 },
    maxRunningUnits: 500,
    maxBodyBytes: 10 * 1024 * 1024,
    duplicates: "conflict",
    location: "absolute",
    publicOrigin: "",
    vendorWord: "Vendor",
    requestKeyWord: options.vendorWord ?? "Vendor",
    badRequestDetail: "text",
    users: [defaultUser],
    tokens: [],
    oauthClients: [],
    tokenSeconds: 900,
    faults: [],
    maxRequests: 10_000,
    ...options,
  };
  const atLeast = (name: string, value: number, least: number) => {
    if (!(value >= least)) throw new RangeError(`${name} must be a number of at least ${least}, not ${value}.`);
  };
  atLeast("rateLimit.limit", settings.rateLimit.limit, 1);
  atLeast("rateLimit.windowSeconds", settings.rateLimit.windowSeconds, 1);
  atLeast("inlineSeconds", settings.inlineSeconds, 0);
  atLeast("maxRunningUnits", settings.maxRunningUnits, 1);
  atLeast("maxBodyBytes", settings.maxBodyBytes, 1);
  atLeast("tokenSeconds", settings.tokenSeconds, 1);
  atLeast("maxRequests", settings.maxRequests, 0);
  if (settings.maxAgeSeconds !== "none") atLeast("maxAgeSeconds", settings.maxAgeSeconds, 0);
  if (typeof settings.jobSeconds === "number") atLeast("jobSeconds", settings.jobSeconds, 0);
  if (typeof settings.jobSeconds === "object") {
    atLeast("jobSeconds[0]", settings.jobSeconds[0], 0);
    atLeast("jobSeconds[1]", settings.jobSeconds[1], settings.jobSeconds[0]);
  }
  return settings;
}
