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
