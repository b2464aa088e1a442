import { type Clock, sleep } from "@analytics-engines/core/basics";

/** Loads a value at the first call and gives it to every caller. After a failure the next call loads again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading !== undefined) return loading;
    const promise = load();
    loading = promise;
    promise.catch(() => {
      loading = undefined;
    });
    return promise;
  };
}

/** Keeps the values that were asked for last, by key, and gives each to every caller. A value that failed is loaded again at the next call. */
export function createRecent<T>(maxValues: number): (key: string, load: () => Promise<T>) => Promise<T> {
  const values = new Map<string, Promise<T>>();
  return (key, load) => {
    const kept = values.get(key);
    const value = kept ?? load();
    values.delete(key);
    values.set(key, value);
    if (kept === undefined) value.catch(() => values.delete(key));
    const [oldest] = values.keys();
    if (values.size > maxValues && oldest !== undefined) values.delete(oldest);
    return value;
  };
}

/** Timers by key: a new one of a key replaces the one before. */
export function createKeyTimers(clock: Clock) {
  const timers = new Map<string, () => void>();
  return {
    set(key: string, delayMs: number, act: () => void): void {
      timers.get(key)?.();
      timers.set(
        key,
        clock.setTimer(delayMs, () => {
          timers.delete(key);
          act();
        }),
      );
    },
    dispose(): void {
      for (const cancel of timers.values()) cancel();
    },
  };
}

/** Long work keeps the other extensions of the window waiting for no longer, plus its longest part. */
const MAX_BUSY_MS = 10;

/** Lets other work have its turn, if that has not been for some milliseconds. */
export type Pause = () => Promise<void>;

export function createPause(clock: Clock): Pause {
  let start = clock.now();
  return async () => {
    if (clock.now() - start < MAX_BUSY_MS) return;
    await sleep(clock, 0);
    start = clock.now();
  };
}
