import type { RateLimit } from "../service/answer.ts";

export interface WindowModelOptions {
  readonly limit: number;
  readonly windowSeconds: number;
  /** When the first window begins, milliseconds of the clock. */
  readonly startedAt: number;
  /** Whether a window begins when the one before it ends (the default), or with the first request after that. */
  readonly begins?: "at once" | "with a request";
  /** How the seconds until the reset are rounded. Default "up". */
  readonly rounds?: "up" | "down";
}

/** A service's fixed rate-limit window, for tests and simulations of clients. */
export interface WindowModel {
  /** Counts a request that arrives `now`, unless the window is used up. Requests must arrive in the order of time. */
  take(now: number): { readonly allowed: boolean; readonly rateLimit: RateLimit; readonly retryAfterSeconds: number };
}

/** Creates the model of a fixed rate-limit window. */
export function createWindowModel(options: WindowModelOptions): WindowModel {
  const { limit, windowSeconds, begins = "at once", rounds = "up" } = options;
  const windowMs = windowSeconds * 1000;
  let startedAt = options.startedAt;
  let used = 0;
  return {
    take(now) {
      if (now >= startedAt + windowMs) {
        const past = Math.floor((now - startedAt) / windowMs);
        startedAt = begins === "at once" ? startedAt + past * windowMs : now;
        used = 0;
      }
      const seconds = (startedAt + windowMs - now) / 1000;
      const allowed = used < limit;
      if (allowed) used += 1;
      const resetSeconds = rounds === "up" ? Math.ceil(seconds) : Math.floor(seconds);
      const rateLimit = { limit, remaining: limit - used, resetSeconds };
      return { allowed, rateLimit, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
    },
  };
}
