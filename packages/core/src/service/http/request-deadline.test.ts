import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Clock } from "../../clock.ts";
import { RequestDeadline } from "./request-deadline.ts";

/** A clock whose timers a test fires, at the time that it chooses. */
function handClock() {
  let now = 1_000_000;
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    setTimer(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  return {
    clock,
    /** Milliseconds until the next timer; `undefined` without one. */
    nextMs: () => timers.map(({ at }) => at - now).sort((a, b) => a - b)[0],
    /** Lets time pass while nothing runs, then fires the timers that are due, each with all its followers of 0 ms. */
    pass(ms: number) {
      now += ms;
      for (let due = timers.find(({ at }) => at <= now); due !== undefined; due = timers.find(({ at }) => at <= now)) {
        const { callback } = due;
        timers = timers.filter((other) => other !== due);
        callback();
      }
    },
    /** Fires each timer at its time until there are none. @returns the milliseconds that passed */
    runMs() {
      const startedAt = now;
      for (let ms = this.nextMs(); ms !== undefined; ms = this.nextMs()) this.pass(ms);
      return now - startedAt;
    },
  };
}

describe("the deadline of a request", () => {
  it("ends the request at its time, and not before", () => {
    const time = handClock();
    const deadline = new RequestDeadline(time.clock);
    deadline.allow(60);
    for (let passedMs = 0; passedMs < 59_990; passedMs += 10) time.pass(10);
    time.pass(9);
    expect(deadline.timedOut).toBe(false);
    time.pass(1);
    expect([deadline.timedOut, deadline.signal.aborted]).toEqual([true, true]);
  });

  it("begins again after each pause of the process and each step of the clock, whatever their lengths", () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 300, noNaN: true }),
        fc.array(fc.integer({ min: 501, max: 90_000_000 }), { maxLength: 5 }),
        (seconds, leaps) => {
          const time = handClock();
          const deadline = new RequestDeadline(time.clock);
          deadline.allow(seconds);
          for (const leapMs of leaps) {
            time.pass(seconds * 1050 + leapMs);
            expect(deadline.timedOut).toBe(false);
          }
          expect(time.runMs()).toBeCloseTo(seconds * 1000, 3);
          expect(deadline.timedOut).toBe(true);
        },
      ),
    ));

  it("lets bytes that have arrived reach the reader before it ends the request", async () => {
    const deadlineMs = 20;
    const deadline = new RequestDeadline({
      now: () => Date.now(),
      setTimer(ms, callback) {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
    deadline.allow(deadlineMs / 1000);
    // The loop is busy until after the deadline; what has arrived meanwhile is read in the rounds after it.
    const end = Date.now() + deadlineMs + 5;
    setImmediate(() => setImmediate(() => deadline.pause()));
    while (Date.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(deadline.timedOut).toBe(false);
  });

  it("gives a reader time for what arrived during a pause, and ends although the process is paused again and again", () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 300, noNaN: true }),
        fc.integer({ min: 1, max: 500 }),
        (seconds, pauseMs) => {
          const time = handClock();
          const deadline = new RequestDeadline(time.clock);
          deadline.allow(seconds);
          time.pass(seconds * 1000 - 250 + pauseMs);
          expect(deadline.timedOut).toBe(false);
          expect(time.nextMs()).toBeCloseTo(250, 3);
          for (let pauses = 0; pauses < 3; pauses++) {
            expect(deadline.timedOut).toBe(false);
            time.pass(500);
          }
          expect(deadline.timedOut).toBe(true);
        },
      ),
    ));

  it("has no timer after it was paused or ended, also in its last part", () => {
    for (const passedMs of [0, 750, 900]) {
      for (const stop of ["pause", "end"] as const) {
        const time = handClock();
        const deadline = new RequestDeadline(time.clock);
        deadline.allow(1);
        time.pass(passedMs);
        deadline[stop]();
        expect(time.nextMs()).toBeUndefined();
      }
    }
  });
});
