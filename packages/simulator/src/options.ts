import { type Clock, systemClock } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families";
import type { OAuthClient, SimulatorToken, SimulatorUser } from "./auth/users.ts";
import type { FaultRule } from "./faults/rule.ts";

/** What a rule for the time of jobs is told of a job. */
export interface JobToTime {
  readonly family: FamilyId;
  readonly id: string;
  readonly units: number;
  /** The request, in the model's spelling. */
  readonly body: unknown;
}

/**
 * How the service reads what its documents leave open. `default`: everything works that the service's own samples do. `strict`: the harshest
 * reading, for tests of a client that must survive either.
 */
export type SimulatorProfile = "default" | "strict";

/** How a simulated service behaves. Every option may be left out. */
export interface SimulatorOptions {
  /** Which reading of the service's documents it follows; the README lists what differs. Default `default`. */
  readonly profile?: SimulatorProfile;
  /** Decides everything that looks random: data, ids, times of jobs. Default 1. */
  readonly seed?: number;
  /** Default: the machine's own time. State follows from it; a timer is set only where an answer has to wait. */
  readonly clock?: Clock;
  /** Seconds a job takes: a number, a range from which the seed picks (evenly on a logarithmic scale), or a rule. Default 5. */
  readonly jobSeconds?: number | readonly [number, number] | ((job: JobToTime) => number);
  /** Seconds a create waits for an inline result where the request names no deadline. Default 0. */
  readonly inlineSeconds?: number;
  /** `max-age` of a running status, seconds; `none` sends no such header. Default 5. */
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
  /** The word in the vendor's headers, `X-WORD-Api-...`. Default `Vendor`. */
  readonly vendorWord?: string;
  /** The word in `X-WORD-Request-Key`. Default: the vendor word. */
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
  /** Life of a token from the token endpoint, seconds. Default 900. */
  readonly tokenSeconds?: number;
  /** What goes wrong, as rules or in the fault language. */
  readonly faults?: readonly (FaultRule | string)[];
  /** Requests that `requests` remembers, the latest ones. Default 10,000. */
  readonly maxRequests?: number;
}

/** The user of a simulator that is given none. */
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
    maxAgeSeconds: 5,
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
