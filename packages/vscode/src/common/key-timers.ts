import type { Clock } from "@analytics-engines/core/basics";

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
