import { createOAuth } from "./auth.ts";
import { createFaults } from "./faults/faults.ts";
import type { FaultKind } from "./faults/language.ts";
import { createJobStore } from "./jobs/store.ts";
import { type SimulatorOptions, settingsOf } from "./options.ts";
import { createTemplateStore } from "./templates.ts";
import { createUsers } from "./users.ts";

export type Service = Readonly<ReturnType<typeof createService>>;

/** The parts of one simulated service. */
export function createService(options: SimulatorOptions) {
  const settings = settingsOf(options);
  const { seed, clock, rateLimit } = settings;
  const users = createUsers(settings.users, settings.tokens);
  return {
    settings,
    /** Whether the profile is `strict`. */
    strict: settings.profile === "strict",
    clock,
    jobs: createJobStore(settings),
    templates: createTemplateStore(seed),
    users,
    oauth: createOAuth({ settings, users }),
    rateWindow: createRateWindow(rateLimit.limit, rateLimit.windowSeconds, clock.now()),
    faults: createFaults(settings.faults, seed),
    log: createRequestLog(settings.maxRequests),
  };
}

/** One request as the service received it. */
export interface ReceivedRequest {
  /** Counts from 1. */
  readonly number: number;
  /** When it came, milliseconds of the clock. */
  readonly at: number;
  readonly method: string;
  /** The path as sent, still percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The headers that tests need, in lower case; `authorization` has only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** The operation's name; `unknown` where no operation has this address. */
  readonly operation: string;
  /** The path parameters, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The status of the answer; undefined before it. */
  status: number | undefined;
  /** Its fault. */
  fault: FaultKind | undefined;
}

/** Remembers the latest `max` requests. */
function createRequestLog(max: number) {
  const entries: ReceivedRequest[] = [];
  let count = 0;
  return {
    entries,
    add(request: Omit<ReceivedRequest, "number" | "status" | "fault">): ReceivedRequest {
      count += 1;
      const entry: ReceivedRequest = { number: count, ...request, status: undefined, fault: undefined };
      entries.push(entry);
      // The log grows to one and a half times the limit, so that removing the oldest is rare.
      if (entries.length > max * 1.5) entries.splice(0, entries.length - max);
      return entry;
    },
  };
}

const loggedHeaders = ["accept", "accept-encoding", "cache-control", "content-length", "content-type", "user-agent"];

/** The headers of a request that the log keeps. */
export function headersToLog(headers: Headers, deadlineHeader: string): Record<string, string> {
  const result: Record<string, string> = {};
  for (const name of [...loggedHeaders, deadlineHeader.toLowerCase()]) {
    const value = headers.get(name);
    if (value !== null) result[name] = value;
  }
  const authorization = headers.get("authorization");
  if (authorization !== null) result["authorization"] = authorization.split(" ", 1)[0] ?? "";
  return result;
}

/** What the rate-limit headers of an answer say. */
export type RateState = ReturnType<ReturnType<typeof createRateWindow>["take"]>;

/** A fixed window for each user, all counted from `startedAt` (milliseconds). */
export function createRateWindow(limit: number, windowSeconds: number, startedAt: number) {
  const windowMs = windowSeconds * 1000;
  const windows = new Map<string, { window: number; count: number }>();
  return {
    /** Counts a request of a user, unless the window is used up. `now` in milliseconds. */
    take(user: string, now: number) {
      const window = Math.floor((now - startedAt) / windowMs);
      const end = startedAt + (window + 1) * windowMs;
      let state = windows.get(user);
      if (state === undefined || state.window !== window) {
        state = { window, count: 0 };
        windows.set(user, state);
      }
      const allowed = state.count < limit;
      if (allowed) state.count += 1;
      return {
        allowed,
        limit,
        remaining: limit - state.count,
        /** Whole seconds until the window resets, at least 1. */
        /** Whole seconds until the window resets, at least 1. */
        resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
      };
    },
  };
}
