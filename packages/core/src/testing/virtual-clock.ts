import type { Clock } from "../clock.ts";
import { createTimerHeap } from "./timer-heap.ts";

/**
 * A clock that stops while code runs, and jumps to the next timer when none does. For tests and simulations, on Node.
 */
export interface VirtualClock extends Clock {
  /**
   * Runs the work to its end, and settles as the work does. Timers that are still set remain for the next `run`.
   *
   * Time stops while code runs in this process, for promises, streams, `setImmediate`, files, imports (even in Vitest, which loads
   * modules from another process) and the client's own decompression. It does not stop for sockets, `setTimeout`, and other compression and
   * digests in the thread pool. Use a fetch without a socket, or `hold` the time.
   *
   * Throws if the work waits and no timer is left, or if timers fire forever at the same time.
   */
  run<T>(work: Promise<T> | (() => Promise<T>)): Promise<T>;
  /** Returns the work itself; time stops until it has ended. For work outside this process, such as a socket's answer. */
  hold<T>(work: Promise<T>): Promise<T>;
}

/** This many timers at the same time are a loop that waits 0 ms each time. */
const MAX_TIMERS_AT_ONCE = 200_000;

/** Node's names of work in progress in this process. */
const IN_PROGRESS = /^(?:Immediate|FSReq|CloseReq|FileHandleCloseReq|BlobReader)/;

export interface VirtualClockOptions {
  /** The first time that the clock shows, milliseconds since 1970. Default: 2026-01-01. */
  readonly start?: number;
  /** Real seconds before `run` gives up on work without a timer: the thread pool of a busy machine may be slow. Default: 20. */
  readonly patienceSeconds?: number;
}

/**
 * Creates a virtual clock.
 *
 * @example
 * ```ts
 * import { sleep } from "@analytics-engines/core/basics";
 * import { createVirtualClock } from "@analytics-engines/core/testing";
 *
 * const clock = createVirtualClock();
 * const startedAt = clock.now();
 * await clock.run(sleep(clock, 3_600_000));
 * console.log(clock.now() - startedAt); // 3600000
 * ```
 */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const { patienceSeconds = 20 } = options;
  const timers = createTimerHeap();
  let now = options.start ?? Date.UTC(2026, 0, 1);
  let running = false;
  let firedAtOnce = 0;
  const held = new Set<Promise<unknown>>();

  function fireNext(): boolean {
    const timer = timers.pop();
    if (timer === undefined) return false;
    firedAtOnce = timer.at > now ? 0 : firedAtOnce + 1;
    if (firedAtOnce > MAX_TIMERS_AT_ONCE)
      throw new Error("The virtual time is stuck: timers of 0 ms set each other for ever.");
    now = timer.at;
    timer.callback();
    return true;
  }

  async function drive(isOver: () => boolean): Promise<void> {
    let idleSince: number | undefined;
    for (;;) {
      await quiet();
      if (isOver()) return;
      if (held.size > 0) {
        await Promise.race(held);
        idleSince = undefined;
        continue;
      }
      if (fireNext()) {
        idleSince = undefined;
        continue;
      }
      idleSince ??= performance.now();
      if (performance.now() - idleSince > 1000 * patienceSeconds) {
        throw new Error("The work never ends: it waits, and no timer is set.");
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  return {
    now: () => now,
    setTimer(ms, callback) {
      // An endless wait needs no timer: `run` throws if nothing else is left.
      if (ms === Number.POSITIVE_INFINITY) return () => {};
      if (Number.isNaN(ms)) throw new RangeError("A timer needs a number of milliseconds, and got NaN.");
      const timer = timers.add(now + Math.max(0, ms), callback);
      return () => timers.cancel(timer);
    },
    hold(work) {
      const ended = work.then(
        () => {},
        () => {},
      );
      held.add(ended);
      void ended.then(() => held.delete(ended));
      return work;
    },
    async run(work) {
      if (running) throw new Error("The virtual clock runs already: one run at a time.");
      running = true;
      firedAtOnce = 0;
      let over = false;
      try {
        const result = (typeof work === "function" ? work() : work).finally(() => {
          over = true;
        });
        // The work may fail after the clock: then the clock's error counts.
        result.catch(() => {});
        await drive(() => over);
        return await result;
      } finally {
        running = false;
      }
    },
  };
}

/** Resolves when this process only waits for timers. */
async function quiet(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isFetchingModules()) await new Promise((resolve) => setTimeout(resolve, 1));
    else if (!process.getActiveResourcesInfo().some((resource) => IN_PROGRESS.test(resource))) return;
  }
}

/** Whether Vitest loads modules from its other process, which Node does not show. */
function isFetchingModules(): boolean {
  const worker: unknown = Reflect.get(globalThis, "__vitest_worker__");
  if (typeof worker !== "object" || worker === null || !("resolvingModules" in worker)) return false;
  return worker.resolvingModules instanceof Set && worker.resolvingModules.size > 0;
}
