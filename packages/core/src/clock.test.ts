import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sleep, systemClock } from "./clock.ts";

describe("systemClock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("waits longer than setTimeout can", () => {
    const days = 30 * 86_400_000;
    const callback = vi.fn();
    systemClock.setTimer(days, callback);
    vi.advanceTimersByTime(days - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("cancels a long timer in its second part", () => {
    const days = 30 * 86_400_000;
    const callback = vi.fn();
    const cancel = systemClock.setTimer(days, callback);
    vi.advanceTimersByTime(days - 1000);
    cancel();
    vi.advanceTimersByTime(days);
    expect(callback).not.toHaveBeenCalled();
  });
});

describe("sleep", () => {
  it("ends with the signal's reason and leaves no timer behind", async () => {
    const timers = new Set<() => void>();
    const clock = {
      now: () => 0,
      setTimer: (_ms: number, callback: () => void) => {
        timers.add(callback);
        return () => void timers.delete(callback);
      },
    };
    const stop = new AbortController();
    const sleeping = sleep(clock, 1000, stop.signal);
    stop.abort(new Error("enough"));
    await expect(sleeping).rejects.toThrow("enough");
    expect(timers.size).toBe(0);
    await expect(sleep(clock, 1000, stop.signal)).rejects.toThrow("enough");
    expect(timers.size).toBe(0);
  });
});
