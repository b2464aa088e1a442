import { describe, expect, it } from "vitest";
import { createRateWindow } from "./service.ts";

describe("the rate-limit window", () => {
  it("allows a number of requests in a window, then refuses, then starts again", () => {
    const window = createRateWindow(2, 60, 0);
    expect(window.take("a", 0)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
    expect(window.take("a", 30_000)).toEqual({ allowed: true, limit: 2, remaining: 0, resetSeconds: 30 });
    expect(window.take("a", 59_500)).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 1 });
    expect(window.take("a", 60_000)).toEqual({ allowed: true, limit: 2, remaining: 1, resetSeconds: 60 });
  });

  it("is each user's own", () => {
    const window = createRateWindow(1, 60, 0);
    expect(window.take("a", 0).allowed).toBe(true);
    expect(window.take("b", 0).allowed).toBe(true);
    expect(window.take("a", 0).allowed).toBe(false);
  });

  it("is over when the time that it tells is over", () => {
    const window = createRateWindow(1, 10, 1234);
    window.take("a", 5000);
    const refused = window.take("a", 6789);
    expect(refused.allowed).toBe(false);
    expect(window.take("a", 6789 + refused.resetSeconds * 1000).allowed).toBe(true);
  });
});
