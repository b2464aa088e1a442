import type { Clock } from "../clock.ts";
import { createTimerHeap } from "./timer-heap.ts";

/**
 * A clock that stands still while anything happens and jumps to the next timer when nothing does. For tests and
 * simulations, on Node.
 */
export interface VirtualClock extends Clock {
  /**
   * Runs the work to its end and answers what it answers or throws what it throws. Timers that are left stay set for the
   * next `run`.
   *
   * Code that runs in this process is waited for: promises, streams, `setImmediate`, files, modules that it imports (in
   * Vitest, too, whose other process hands them out). What happens elsewhere is not
   * seen, so time may pass before it comes back: sockets, `setTimeout`, compression and digests in the thread pool. Hand
   * a fetch in instead of a socket, or `hold` the time.
   *
   * Throws if the work waits for something that no timer will bring about, or if timers fire for ever without time going
   * on.
   */
  run<T>(work: Promise<T> | (() => Promise<T>)): Promise<T>;
  /** Answers the work itself; time stands still until it has ended. For what happens elsewhere, such as an answer through a socket. */
  hold<T>(work: Promise<T>): Promise<T>;
}

/** So many timers at one instant are a loop that waits 0 ms again and again. */
const MAX_TIMERS_AT_ONCE = 200_000;

/** What Node says is under way in this process and will come back by itself. */
const UNDER_WAY = /^(?:Immediate|FSReq|CloseReq|FileHandleCloseReq|BlobReader)/;

export interface VirtualClockOptions {
  /** The first time that the clock shows, milliseconds since 1970. Default: 2026-01-01. */
  readonly start?: number;
  /**
   * Real seconds that work which waits for no timer is given to come back, from the thread pool on a busy machine, before `run` says that
   * it never ends. Default: 20.
   */
  readonly patienceSeconds?: number;
}

/** A clock that is set to its first time; it goes on while its `run` runs work. */
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
      throw new Error("Time does not go on: timers of 0 ms set each other for ever.");
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
        throw new Error("The work never ends: it waits for something, and no timer is set that could bring it about.");
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  return {
    now: () => now,
    setTimer(ms, callback) {
      // An endless wait is no timer: a work that waits for nothing else is told so.
      if (ms === Number.POSITIVE_INFINITY) return () => {};
      if (Number.isNaN(ms)) throw new RangeError("A timer of NaN milliseconds: the caller miscalculated.");
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
        // The work may fail after the clock has: the clock's error is the one to report.
        result.catch(() => {});
        await drive(() => over);
        return await result;
      } finally {
        running = false;
      }
    },
  };
}

/** Resolves when this process has nothing left to do but to wait for timers. */
async function quiet(): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isFetchingModules()) await new Promise((resolve) => setTimeout(resolve, 1));
    else if (!process.getActiveResourcesInfo().some((resource) => UNDER_WAY.test(resource))) return;
  }
}

/** Under Vitest, modules come from another process, which Node knows nothing of. The worker says which it waits for. */
function isFetchingModules(): boolean {
  const worker: unknown = Reflect.get(globalThis, "__vitest_worker__");
  if (typeof worker !== "object" || worker === null || !("resolvingModules" in worker)) return false;
  return worker.resolvingModules instanceof Set && worker.resolvingModules.size > 0;
}
