import { createVirtualClock } from "@analytics-engines/core/testing";
import { describe, expect, it } from "vitest";
import { watchFetch } from "./watch-fetch.ts";

function watch(answer: (request: Request) => Promise<Response>) {
  const lines: string[] = [];
  const reached: boolean[] = [];
  const log = {
    debug: (line: string) => void lines.push(`debug ${line}`),
    warn: (line: string) => void lines.push(`warn ${line}`),
  };
  const fetch = watchFetch(answer, {
    log,
    clock: createVirtualClock(),
    onReach: (isReached) => reached.push(isReached),
  });
  return { fetch, lines, reached };
}

const request = (init?: RequestInit) =>
  new Request("https://user-less.example/engines/pa/v3/calculations/ID?token=secret", {
    headers: { authorization: "Basic c2VjcmV0" },
    ...init,
  });

describe("the log of requests", () => {
  it("has method, path, status, time and request key of an answer, and nothing else", async () => {
    const headers = { "x-vendor-request-key": "key-1", "x-vendor-api-request-key": "key-2", "set-cookie": "secret" };
    const { fetch, lines, reached } = watch(async () => new Response("secret", { status: 202, headers }));
    await fetch(request({ method: "PUT", body: "secret" }));
    expect(lines).toEqual(["debug PUT /engines/pa/v3/calculations/ID 202, 0 ms, request key key-1"]);
    expect(reached).toEqual([true]);
  });

  it("warns of a refusal, which shows that the service was reached", async () => {
    const { fetch, lines, reached } = watch(async () => new Response(null, { status: 503 }));
    await fetch(request());
    expect(lines).toEqual(["warn GET /engines/pa/v3/calculations/ID 503, 0 ms"]);
    expect(reached).toEqual([true]);
  });

  it("warns of a missing answer", async () => {
    const { fetch, lines, reached } = watch(() => Promise.reject(new TypeError("fetch failed: secret")));
    await expect(fetch(request())).rejects.toThrow("fetch failed");
    expect(lines).toEqual(["warn GET /engines/pa/v3/calculations/ID got no answer after 0 ms"]);
    expect(reached).toEqual([false]);
  });

  it("does not take a canceled request for a missing answer", async () => {
    const stop = new AbortController();
    const { fetch, lines, reached } = watch(async ({ signal }) => {
      stop.abort();
      signal.throwIfAborted();
      return new Response();
    });
    await expect(fetch(request({ signal: stop.signal }))).rejects.toThrow("aborted");
    expect(lines).toEqual(["debug GET /engines/pa/v3/calculations/ID was canceled after 0 ms"]);
    expect(reached).toEqual([]);
  });
});
