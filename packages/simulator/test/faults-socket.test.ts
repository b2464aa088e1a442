import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createSimulator, type Listening, type SimulatorOptions } from "../src/index.ts";
import { callService, goodBodies, jobsPath } from "./support/service.ts";

// Real sockets and real time. Jobs take no time, so that nothing waits.
const jobs = jobsPath("pa");
const open: Listening[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close();
});

async function listen(options: SimulatorOptions) {
  const simulator = createSimulator({ jobSeconds: 0, ...options });
  const listening = await simulator.listen();
  open.push(listening);
  return {
    simulator,
    url: listening.url,
    call: (method: string, path: string, call = {}) => callService(fetch, method, `${listening.url}${path}`, call),
  };
}

/** A job of two units, finished at once. */
const twoUnits = {
  data: {
    one: (goodBodies.pa as { data: { one: object } }).data.one,
    two: (goodBodies.pa as { data: { one: object } }).data.one,
  },
};

interface Raw {
  readonly status: number | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
  /** What ended the exchange too early. */
  readonly error: string | undefined;
}

/** Sends one request, and returns the bytes of its answer without unpacking them. */
function raw(url: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let status: number | undefined;
    let received: Raw["headers"] = {};
    const end = (error?: NodeJS.ErrnoException) =>
      resolve({ status, headers: received, body: Buffer.concat(chunks), error: error?.code });
    const outgoing = request(
      url,
      { headers: { authorization: `Basic ${btoa("DEMO-1:demo")}`, ...headers }, agent: false },
      (response) => {
        status = response.statusCode;
        received = response.headers;
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => end());
        response.on("error", end);
      },
    );
    outgoing.on("error", end);
    outgoing.end();
  });
}

describe("on a socket", () => {
  it.each([
    ["refused", "ECONNRESET"],
    ["reset", "ECONNRESET"],
    ["lost", "ECONNRESET"],
  ])("%s ends the connection without an answer", async (kind, code) => {
    const { url, simulator, call } = await listen({ faults: [`result#1=${kind}`] });
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    const path = `${url}${jobs}/a/units/one/result`;
    expect(await raw(path)).toMatchObject({ status: undefined, error: code });
    expect((await raw(path)).status).toBe(kind === "lost" ? 404 : 200);
    expect(simulator.jobs).toMatchObject([{ units: [{ resultReads: 1 }, {}] }]);
  });

  it.each(["refused", "reset"])("a connection is %s before anything was read", async (kind) => {
    const { url, simulator } = await listen({ faults: [`connection#1=${kind}`] });
    expect(await raw(url)).toMatchObject({ status: undefined, error: "ECONNRESET" });
    expect(simulator.requests).toEqual([]);
    expect((await raw(url)).status).toBe(404);
  });

  it.each<[string, (body: number) => number, (body: number) => number, string | undefined]>([
    ["reset-after-headers", (length) => length, () => 0, "ECONNRESET"],
    ["cut", (length) => length, (length) => Math.floor(length / 2), "ECONNRESET"],
    ["wrong-length:100", (length) => length + 100, (length) => length, "ECONNRESET"],
    ["wrong-length:-20", (length) => length - 20, (length) => length - 20, "HPE_INVALID_CONSTANT"],
    ["slow:1000000", (length) => length, (length) => length, undefined],
  ])("%s breaks the body as it says", async (kind, announced, received, error) => {
    const { url, call } = await listen({ faults: [`result#2=${kind}`] });
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    const whole = (await raw(`${url}${jobs}/a/units/one/result`)).body.length;
    const broken = await raw(`${url}${jobs}/a/units/two/result`);
    expect(broken.status).toBe(200);
    expect(Number(broken.headers["content-length"])).toBe(announced(whole));
    expect(broken.body.length).toBe(received(whole));
    // Only some clients notice that a body is longer than announced.
    if (kind !== "wrong-length:-20") expect(broken.error).toBe(error);
    expect((await raw(`${url}${jobs}/a/units/two/result`)).status).toBe(404);
  });

  it.each(["cut", "reset-after-headers"])("%s breaks what comes in chunks too", async (kind) => {
    const { url, call } = await listen({ faults: [`result#1=${kind}`] });
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    const { status, headers, error } = await raw(`${url}${jobs}/a/units/one/result`, { "accept-encoding": "gzip" });
    expect(headers).toMatchObject({ "content-encoding": "gzip", "transfer-encoding": "chunked" });
    expect([status, error]).toEqual([200, "ECONNRESET"]);
  });

  it("a caller who gives up leaves the job as it is", async () => {
    const { call, simulator } = await listen({ jobSeconds: 3600 });
    const aborter = new AbortController();
    const waiting = callService(
      (input, init) => fetch(input, { ...init, signal: aborter.signal }),
      "PUT",
      `${open[0]?.url}${jobs}/a`,
      { body: goodBodies.pa, headers: { "x-vendor-api-long-running-deadline": "600" } },
    );
    waiting.catch(() => {});
    while (simulator.jobs.length === 0) await new Promise((resolve) => setImmediate(resolve));
    aborter.abort();
    await expect(waiting).rejects.toThrow("aborted");
    expect((await call("GET", `${jobs}/a/status`)).status).toBe(202);
    expect(simulator.jobs).toMatchObject([{ creates: 1, returned: false }]);
  });

  it("broken gzip cannot be unpacked", async () => {
    const { url, call } = await listen({ faults: ["result#1=broken-gzip"] });
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    const { headers, body } = await raw(`${url}${jobs}/a/units/one/result`, { "accept-encoding": "gzip" });
    expect(headers["content-encoding"]).toBe("gzip");
    expect(() => gunzipSync(body)).toThrow();
    await expect(call("GET", `${jobs}/a/units/two/result`)).resolves.toMatchObject({ status: 200 });
  });

  it("broken JSON is whole to the connection", async () => {
    const { url, call } = await listen({ faults: ["result#1=broken-json"] });
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    const { headers, body, error } = await raw(`${url}${jobs}/a/units/one/result`, { "accept-encoding": "gzip" });
    expect([headers["content-encoding"], error]).toEqual(["gzip", undefined]);
    const text = gunzipSync(body).toString();
    expect(text.startsWith("{")).toBe(true);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it("a foreign location reaches clients that ask for gzip too", async () => {
    const { call, url } = await listen({ faults: ["status=foreign-location"] });
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    const { text } = await call("GET", `${jobs}/a/status`);
    expect(text).toContain("https://elsewhere.example/");
    expect(text).not.toContain(url);
  });

  it("fetch fails as it does on the real network", async () => {
    const { call, simulator } = await listen({ faults: ["create#1=lost", "status#1=reset", "result#1=cut"] });
    await expect(call("PUT", `${jobs}/a`, { body: twoUnits })).rejects.toThrow("fetch failed");
    expect(simulator.jobs).toMatchObject([{ id: "a", creates: 1 }]);
    await expect(call("GET", `${jobs}/a/status`)).rejects.toThrow("fetch failed");
    await expect(call("GET", `${jobs}/a/units/one/result`)).rejects.toThrow("terminated");
    expect(simulator.faults.fired).toBe(3);
    expect(simulator.requests.map(({ fault }) => fault)).toEqual(["lost", "reset", "cut"]);
  });

  it("answers are compressed for those who ask, and else have a length", async () => {
    const { url } = await listen({});
    const path = `${url}/analytics/engines/pa/v3/columns`;
    const plain = await raw(path);
    const packed = await raw(path, { "accept-encoding": "gzip, deflate" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(Number(plain.headers["content-length"])).toBe(plain.body.length);
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", "transfer-encoding": "chunked" });
    expect(packed.headers["content-length"]).toBeUndefined();
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  });

  it("an error of a given rule is reported as such", async () => {
    const { call, simulator, url } = await listen({ jobSeconds: () => Number.NaN });
    const reply = await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
    expect([reply.status, reply.text]).toEqual([
      500,
      expect.stringContaining("jobSeconds answered NaN for the job a."),
    ]);
    await expect(callService(simulator.fetch, "PUT", `${url}${jobs}/a`, { body: goodBodies.pa })).rejects.toThrow(
      "NaN",
    );
  });

  it("answers without a body say so", async () => {
    const { url, call } = await listen({ jobSeconds: 3600 });
    await call("PUT", `${jobsPath("fi")}/f`, { body: goodBodies.fi });
    const running = await raw(`${url}${jobsPath("fi")}/f/status`);
    expect([running.status, running.headers["content-length"], running.body.length]).toEqual([202, "0", 0]);
    const canceled = await call("DELETE", `${jobsPath("fi")}/f`);
    expect([canceled.status, canceled.headers.get("content-length")]).toEqual([204, null]);
  });

  it("every socket and fetch see the same jobs", async () => {
    const { call, simulator, url } = await listen({});
    await call("PUT", `${jobs}/a`, { body: twoUnits });
    expect((await callService(simulator.fetch, "GET", `${url}${jobs}/a/status`)).status).toBe(200);
  });

  it("close ends connections that are still open, and frees the port", async () => {
    const simulator = createSimulator({ faults: ["any=delay:60"] });
    const { url, close } = await simulator.listen();
    const hanging = raw(`${url}/`);
    while (simulator.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await close();
    expect((await hanging).error).toBe("ECONNRESET");
    expect((await raw(url)).error).toBe("ECONNREFUSED");
  });

  it("a port in use is reported", async () => {
    const { url, simulator } = await listen({});
    await expect(simulator.listen({ port: Number(new URL(url).port) })).rejects.toThrow("EADDRINUSE");
  });
});
