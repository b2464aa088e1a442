import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { runningStatus, scriptedServer } from "../../../test/support/service/scripted-server.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { bearerToken } from "../auth/auth.ts";
import * as errors from "../errors/errors.ts";
import type { Pacer } from "../throttle/pacer.ts";
import { type ClientOptions, createServiceClient } from "./client.ts";

const auth = bearerToken("token-0123456789");
const units = { data: {} };
const connect = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createServiceClient({ baseUrl, auth, random: () => 0, ...options });

function unpaced(): Pacer {
  return { acquire: async () => ({ settle: () => undefined }), secondsPerRequest: () => 0 };
}

describe("Retry-After", () => {
  const respond = (...answers: Response[]) => {
    const times: number[] = [];
    const clock = createVirtualClock();
    const fetch = async () => {
      times.push(clock.now());
      return answers.shift() ?? Response.json(runningStatus, { status: 202 });
    };
    return { clock, times, client: connect("https://api.vendor.example", { clock, fetch, pacer: unpaced() }) };
  };

  test("in seconds is obeyed to the second", async () => {
    const { clock, times, client } = respond(new Response("", { status: 429, headers: { "retry-after": "90" } }));
    await clock.run(client.pa.calculations.status("1"));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(90_000);
  });

  test("as a date is obeyed, of a 503 too", async () => {
    const until = "Thu, 01 Jan 2026 00:01:00 GMT";
    const { clock, times, client } = respond(new Response("", { status: 503, headers: { "retry-after": until } }));
    await clock.run(client.pa.calculations.status("1"));
    expect(times[1]).toBe(Date.parse(until));
  });

  test("beyond the limit is reported at once, with the figure, and is not cut short", async () => {
    const { clock, times, client } = respond(new Response("", { status: 429, headers: { "retry-after": "3600" } }));
    const started = clock.now();
    const error = await clock.run(client.pa.calculations.status("1").catch((thrown: unknown) => thrown));
    expect(error).toBeInstanceOf(errors.RateLimitError);
    expect(error).toMatchObject({ retryAfterSeconds: 3600, status: 429 });
    expect(clock.now()).toBe(started);
    expect(times).toHaveLength(1);
  });

  test("of a 503 beyond the limit is reported at once with the figure too, in the error of a 503", async () => {
    const { clock, times, client } = respond(new Response("", { status: 503, headers: { "retry-after": "3600" } }));
    const started = clock.now();
    const error = await clock.run(client.pa.calculations.status("1").catch((thrown: unknown) => thrown));
    expect(error).toBeInstanceOf(errors.ServiceUnavailableError);
    expect(error).toMatchObject({
      retryAfterSeconds: 3600,
      message: expect.stringContaining("answered 503 (the service asks to wait 3600 s)"),
    });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ status: 503, retryAfterSeconds: 3600 });
    expect(clock.now()).toBe(started);
    expect(times).toHaveLength(1);
  });

  test("beyond the limit is reported to later requests too, without asking again", async () => {
    const clock = createVirtualClock();
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      if (calls > 1) return Response.json({ data: {} });
      return new Response("", { status: 429, headers: { "retry-after": "3600" } });
    };
    const client = connect("https://api.vendor.example", { clock, fetch, maxRetryAfterSeconds: 120 });
    const ask = () => clock.run(client.lookups.currencies.list().catch((thrown: unknown) => thrown));
    const pass = (seconds: number) =>
      clock.run(() => new Promise<void>((resolve) => clock.setTimer(seconds * 1000, resolve)));
    await ask();
    await pass(600);
    expect(await ask()).toMatchObject({ code: "rate-limit", retryAfterSeconds: 3000 });
    expect(calls).toBe(1);
    await pass(2900);
    expect(await ask()).toMatchObject({ status: 200 });
  });

  test("of one request delays those that queue behind it", async () => {
    const clock = createVirtualClock();
    const sent: number[] = [];
    const fetch = async () => {
      sent.push(clock.now());
      if (sent.length > 1) return Response.json(runningStatus, { status: 202 });
      return new Response("", { status: 429, headers: { "retry-after": "30" } });
    };
    const client = connect("https://api.vendor.example", { clock, fetch });
    await clock.run(async () => {
      const first = client.pa.calculations.status("1");
      await new Promise<void>((resolve) => clock.setTimer(1000, resolve));
      await Promise.all([first, client.vault.calculations.status("2"), client.pa.documents.list("x").catch(() => {})]);
    });
    const [refused = 0, ...others] = sent;
    expect(others).toHaveLength(3);
    for (const time of others) expect(time - refused).toBeGreaterThanOrEqual(30_000);
  });

  test("never causes a busy loop, whatever it says", async () => {
    const answers = ["0", "-1", "soon", "Thu, 01 Jan 1970 00:00:00 GMT"].map(
      (text) => new Response("", { status: 429, headers: { "retry-after": text } }),
    );
    const { clock, times, client } = respond(...answers);
    await clock.run(client.pa.calculations.status("1"));
    for (let at = 1; at < times.length; at++)
      expect((times[at] ?? 0) - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(1000);
  });
});

describe("time", () => {
  const silent = () => new Promise<Response>(() => undefined);

  test("of an attempt is limited by the given clock, even if fetch ignores the signal", async () => {
    const clock = createVirtualClock();
    const client = connect("https://api.vendor.example", { clock, fetch: silent, attemptTimeoutSeconds: 7 });
    const started = clock.now();
    const error = await clock.run(client.pa.calculations.create(units).catch((thrown: unknown) => thrown));
    expect(error).toBeInstanceOf(errors.TimeoutError);
    expect(clock.now() - started).toBe(7000);
  });

  test("of a call is limited over all its attempts", async () => {
    const clock = createVirtualClock();
    const options = { clock, fetch: silent, attemptTimeoutSeconds: 60, totalTimeoutSeconds: 100 };
    const started = clock.now();
    const call = connect("https://api.vendor.example", options).pa.calculations.status("1");
    await clock.run(call.catch((thrown: unknown) => expect(thrown).toBeInstanceOf(errors.TimeoutError)));
    expect(clock.now() - started).toBe(100_000);
  });

  test("in the pacer's queue does not count", async () => {
    const clock = createVirtualClock();
    const pacer: Pacer = {
      ...unpaced(),
      acquire: async () => {
        await new Promise<void>((resolve) => clock.setTimer(3_600_000, resolve));
        return { settle: () => undefined };
      },
    };
    const fetch = async () => Response.json(runningStatus, { status: 202 });
    const client = connect("https://api.vendor.example", { clock, fetch, pacer, totalTimeoutSeconds: 10 });
    await clock.run(client.pa.calculations.status("1"));
    expect(clock.now()).toBeGreaterThan(3_600_000);
  });

  test("that a call grants to the service is also granted by the client", async () => {
    const clock = createVirtualClock();
    const fetch = async () => {
      await new Promise<void>((resolve) => clock.setTimer(500_000, resolve));
      return new Response('{"data":1}', { status: 201 });
    };
    const client = connect("https://api.vendor.example", { clock, fetch, attemptTimeoutSeconds: 5 });
    const answer = await clock.run(client.pa.calculations.create(units, { longRunningDeadlineSeconds: 600 }));
    expect(answer.status).toBe(201);
  });

  test("that has run out closes the connection", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    await using server = await scriptedServer((_, response) => {
      closed = once(response, "close");
    });
    const client = connect(server.url, { attemptTimeoutSeconds: 0.05 });
    await expect(client.pa.calculations.create(units)).rejects.toThrow(errors.TimeoutError);
    await closed;
  });
});
