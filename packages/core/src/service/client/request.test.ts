import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { runningStatus, scriptedServer, sendJson } from "../../../test/support/service/scripted-server.ts";
import { createVirtualClock } from "../../testing/index.ts";
import { bearerToken } from "../auth/auth.ts";
import * as errors from "../errors/errors.ts";
import type { Pacer } from "../throttle/pacer.ts";
import { type ClientOptions, createServiceClient } from "./client.ts";

const auth = bearerToken("token-0123456789");
// Without jitter, a retry over a socket follows at once.
const random = () => 0;
const connect = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createServiceClient({ baseUrl, auth, random, ...options });
const units = { data: {} };

describe("a read", () => {
  test.each([408, 500, 502, 503, 504])("is sent again after %i", async (status) => {
    await using server = await scriptedServer((_, response, count) =>
      count < 3 ? response.writeHead(status).end() : sendJson(response, 202, runningStatus),
    );
    const answer = await connect(server.url).pa.calculations.status("1");
    expect(answer.status).toBe(202);
    expect(server.requests).toHaveLength(3);
  });

  test("is sent again after a connection that was reset, and after a body that was cut", async () => {
    await using server = await scriptedServer((request, response, count) => {
      if (count === 1) response.socket?.destroy();
      else if (count === 2)
        response.writeHead(200, { "content-length": 100 }).write('{"data"', () => response.destroy());
      else sendJson(response, 202, runningStatus);
      expect(request.method).toBe("GET");
    });
    await connect(server.url).pa.calculations.status("1");
    expect(server.requests).toHaveLength(3);
  });

  test("gives up after five attempts, with the service's last word", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(503).end("<html>busy</html>"));
    const call = connect(server.url).pa.calculations.status("1");
    await expect(call).rejects.toThrow(errors.ServiceUnavailableError);
    expect(server.requests).toHaveLength(5);
  });
});

describe("a create", () => {
  test.each([500, 503])("is not sent again after %i", async (status) => {
    await using server = await scriptedServer((_, response) => response.writeHead(status).end());
    const client = connect(server.url);
    await expect(client.pa.calculations.create(units)).rejects.toThrow(errors.ServerError);
    await expect(client.pa.calculations.createOrUpdate("1", units)).rejects.toThrow(errors.ServerError);
    await expect(client.pa.linkedTemplates.delete("1")).rejects.toThrow(errors.ServerError);
    expect(server.requests).toHaveLength(3);
  });

  test("is not sent again after a connection that broke", async () => {
    await using server = await scriptedServer((_, response) => response.socket?.destroy());
    const client = connect(server.url);
    await expect(client.pa.calculations.create(units)).rejects.toThrow(errors.ConnectionError);
    await expect(client.pa.calculations.createOrUpdate("1", units)).rejects.toThrow(errors.ConnectionError);
    expect(server.requests).toHaveLength(2);
  });

  test("is sent again after 429, with the same body", async () => {
    const clock = createVirtualClock();
    const bodies: string[] = [];
    const fetch = async (request: Request) => {
      bodies.push(await request.text());
      return bodies.length === 1 ? new Response("", { status: 429 }) : new Response("", { status: 202 });
    };
    const client = connect("https://api.vendor.example", { clock, fetch });
    const answer = await clock.run(client.quant.calculations.create(units));
    expect(answer).toMatchObject({ status: 202, data: undefined });
    expect(bodies).toEqual(['{"data":{}}', '{"data":{}}']);
  });

  test("is sent again if nothing listened, because it never left", async () => {
    let calls = 0;
    const refused = async () => {
      calls += 1;
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
    };
    const client = connect("https://api.vendor.example", { fetch: refused });
    await expect(client.fiab.calculations.create(fiab)).rejects.toThrow(/ECONNREFUSED/);
    expect(calls).toBe(5);
  });
});

const fiab = { account: { id: "a" }, dates: { startdate: "-1M", enddate: "0" } };

describe("a result", () => {
  test.each(["reset", "500", "503"])("is requested once, even after %s", async (fault) => {
    await using server = await scriptedServer((_, response) => {
      if (fault === "reset") response.socket?.destroy();
      else response.writeHead(Number(fault)).end();
    });
    const client = connect(server.url);
    await expect(client.pa.calculations.result("1", "2")).rejects.toThrow(errors.ServiceError);
    await expect(client.quant.calculations.info("1", "2")).rejects.toThrow(errors.ServiceError);
    await expect(client.fi.calculations.status("1")).rejects.toThrow(errors.ServiceError);
    expect(server.requests).toHaveLength(3);
  });
});

describe("a cancel", () => {
  test("is sent again after a broken connection, and a 404 then is success", async () => {
    await using server = await scriptedServer((_, response, count) =>
      count === 1
        ? response.socket?.destroy()
        : response.writeHead(404).end(JSON.stringify({ errors: [{ detail: "Calculation not found" }] })),
    );
    expect(await connect(server.url).pa.calculations.cancel("1")).toMatchObject({ status: 204, data: undefined });
  });

  test("does not count as done if a proxy says 404 after a broken connection", async () => {
    await using server = await scriptedServer((_, response, count) =>
      count === 1 ? response.socket?.destroy() : response.writeHead(404).end("<h1>Not found</h1>"),
    );
    await expect(connect(server.url).pa.calculations.cancel("1")).rejects.toThrow(/404.*a proxy may have answered/);
  });

  test("of a job that does not exist is a 404", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(404).end());
    await expect(connect(server.url).pa.calculations.cancel("1")).rejects.toThrow(errors.NotFoundError);
  });

  test("that was refused because of the rate limit did nothing, so a 404 after it is an error", async () => {
    const clock = createVirtualClock();
    let calls = 0;
    const fetch = async () => new Response("", { status: calls++ === 0 ? 429 : 404 });
    const call = connect("https://api.vendor.example", { clock, fetch }).pa.calculations.cancel("1");
    await clock.run(call.catch((error: unknown) => expect(error).toBeInstanceOf(errors.NotFoundError)));
    expect(calls).toBe(2);
  });
});

describe("a signal", () => {
  test("that is aborted before the call sends nothing", async () => {
    const fetch = vi.fn<(request: Request) => Promise<Response>>();
    const reason = new Error("changed my mind");
    const call = connect("https://api.vendor.example", { fetch }).pa.calculations.status("1", {
      signal: AbortSignal.abort(reason),
    });
    await expect(call).rejects.toBe(reason);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("ends a request in progress and its connection", async () => {
    const abort = new AbortController();
    const reason = new Error("enough");
    let closed: Promise<unknown> = Promise.resolve();
    await using server = await scriptedServer((_, response) => {
      closed = once(response, "close");
      abort.abort(reason);
    });
    await expect(connect(server.url).pa.calculations.status("1", { signal: abort.signal })).rejects.toBe(reason);
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  test("ends the wait between two attempts at once", async () => {
    const clock = createVirtualClock();
    const abort = new AbortController();
    const reason = new Error("enough");
    const fetch = async () => new Response("", { status: 429, headers: { "retry-after": "100" } });
    const client = connect("https://api.vendor.example", { clock, fetch, pacer: unpaced() });
    clock.setTimer(10_000, () => abort.abort(reason));
    const started = clock.now();
    const thrown = await clock.run(
      client.pa.calculations.status("1", { signal: abort.signal }).catch((error: unknown) => error),
    );
    expect(thrown).toBe(reason);
    expect(clock.now() - started).toBe(10_000);
  });

  test("ends the wait for a token, and others still get it", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { bearerProvider } = await import("../auth/auth.ts");
    const provider = bearerProvider(() => promise);
    const abort = new AbortController();
    const leaving = provider.authorization(abort.signal);
    const staying = provider.authorization();
    abort.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    resolve("abc");
    expect(await staying).toBe("Bearer abc");
  });
});

test("the pacer learns the outcome of every attempt, once", async () => {
  await using server = await scriptedServer((_, response, count) =>
    count === 1
      ? response.socket?.destroy()
      : sendJson(response, count === 2 ? 503 : 202, runningStatus, { "x-a-api-ratelimit-limit": "9" }),
  );
  const heard: unknown[] = [];
  const pacer: Pacer = {
    ...unpaced(),
    acquire: async (priority) => ({ settle: (answer) => heard.push([priority, answer?.status]) }),
  };
  await connect(server.url, { pacer }).pa.calculations.status("1");
  expect(heard).toEqual([
    ["status", undefined],
    ["status", 503],
    ["status", 202],
  ]);
});

test("a connection's retries are kept to a budget while the service is down", async () => {
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return new Response("", { status: 500 });
  };
  const client = connect("https://api.vendor.example", { fetch });
  const all = Array.from({ length: 50 }, () => client.lookups.currencies.list());
  expect(new Set((await Promise.allSettled(all)).map(({ status }) => status))).toEqual(new Set(["rejected"]));
  expect(calls).toBe(50 + 20);
});

function unpaced(): Pacer {
  return { acquire: async () => ({ settle: () => undefined }), secondsPerRequest: () => 0 };
}

test("an answer is not copied to be read again: that would hold a result in memory", async () => {
  await using server = await scriptedServer((_, response) => response.writeHead(200).end("x".repeat(100_000)));
  const copies = [
    vi.spyOn(Request.prototype, "clone"),
    vi.spyOn(Response.prototype, "clone"),
    vi.spyOn(ReadableStream.prototype, "tee"),
  ];
  try {
    const client = connect(server.url);
    expect((await (await client.pa.calculations.result("1", "2")).data.bytes()).byteLength).toBe(100_000);
    for (const copy of copies) expect(copy).not.toHaveBeenCalled();
  } finally {
    for (const copy of copies) copy.mockRestore();
  }
});

test("a request leaves nothing behind", async () => {
  await using server = await scriptedServer((_, response) => sendJson(response, 202, runningStatus));
  const client = connect(server.url);
  const abort = new AbortController();
  const added = vi.spyOn(abort.signal, "addEventListener");
  const removed = vi.spyOn(abort.signal, "removeEventListener");
  for (let call = 0; call < 20; call++) await client.pa.calculations.status("1", { signal: abort.signal });
  await pause(0);
  expect(added.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
});
