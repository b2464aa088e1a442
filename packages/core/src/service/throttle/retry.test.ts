import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RetryClass } from "../endpoints/route.ts";
import { type Failure, RetryBudget, retryDelay } from "./retry.ts";

const limits = { attempts: 5, maxRetryAfterSeconds: 120 };
const classes: RetryClass[] = ["read", "create", "put", "result", "cancel", "write"];
const status = (code: number, retryAfterSeconds?: number): Failure => ({
  kind: "status",
  status: code,
  retryAfterSeconds,
});
const throttled = (retryAfterSeconds?: number): Failure => ({ kind: "throttled", retryAfterSeconds });
const repeats = (retry: RetryClass, failure: Failure) => retryDelay(retry, failure, 1, () => 0.5, limits) !== undefined;

describe("what may be sent again", () => {
  test.each([408, 500, 502, 503, 504])("after %i: only reads and cancels", (code) => {
    expect(classes.filter((retry) => repeats(retry, status(code)))).toEqual(["read", "cancel"]);
  });
  test.each([400, 401, 403, 404, 406, 409, 413, 415, 501])("after %i: nothing", (code) => {
    expect(classes.filter((retry) => repeats(retry, status(code)))).toEqual([]);
  });
  test("after 429: everything, since nothing was done", () => {
    expect(classes.filter((retry) => repeats(retry, throttled()))).toEqual(classes);
  });
  test("after a connection that broke: only reads and cancels", () => {
    expect(classes.filter((retry) => repeats(retry, { kind: "network", wasSent: true }))).toEqual(["read", "cancel"]);
  });
  test("after a connection that was never made: everything", () => {
    expect(classes.filter((retry) => repeats(retry, { kind: "network", wasSent: false }))).toEqual(classes);
  });
});

describe("how long it waits", () => {
  test("with full jitter under a bound that doubles", () => {
    const bound = (attempt: number) => retryDelay("read", status(503), attempt, () => 1, { ...limits, attempts: 99 });
    expect([1, 2, 3, 4, 5, 6, 7].map(bound)).toEqual([0.5, 1, 2, 4, 8, 16, 20]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        expect(retryDelay("read", status(503), attempt, () => random, limits)).toBeCloseTo(
          random * 0.5 * 2 ** (attempt - 1),
        );
      }),
    );
  });
  test("as long as the service asks, no shorter", () => {
    expect(retryDelay("create", throttled(30), 1, () => 0, limits)).toBe(30);
    expect(retryDelay("read", status(503, 120), 1, () => 0, limits)).toBe(120);
  });
  test("not at all where the service asks for longer than allowed", () => {
    expect(retryDelay("read", throttled(121), 1, () => 0, limits)).toBeUndefined();
  });
  test("at least a second after a 429 that says nothing or a time that is over", () => {
    expect(retryDelay("read", throttled(), 1, () => 0, limits)).toBe(1);
    expect(retryDelay("read", throttled(0), 1, () => 0, limits)).toBe(1);
  });
  test("not after the last attempt", () => {
    expect(retryDelay("read", status(503), 5, () => 0, limits)).toBeUndefined();
  });
});

test("the budget grants twenty retries, then one for five successes", () => {
  const budget = new RetryBudget();
  const granted = () => Array.from({ length: 100 }, () => budget.take()).filter(Boolean).length;
  expect(granted()).toBe(20);
  for (let success = 0; success < 25; success++) budget.success();
  expect(granted()).toBe(5);
  for (let success = 0; success < 10_000; success++) budget.success();
  expect(granted()).toBe(20);
});
