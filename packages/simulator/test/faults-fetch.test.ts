import { describe, expect, it } from "vitest";
import { goodBodies, jobsPath, origin, service } from "./support/service.ts";

const jobs = jobsPath("pa");
const headers = { authorization: `Basic ${btoa("DEMO-1:demo")}` };
const code = (error: unknown) => ((error as Error).cause as { code?: string }).code;

/** A simulator with a finished job `a`, and the bytes of its result. */
async function withResult(fault: string, test: (sim: ReturnType<typeof service>, whole: string) => Promise<void>) {
  const spare = service();
  let whole = "";
  await spare.run(async () => {
    await spare.call("PUT", `${jobs}/a`, { body: goodBodies.pa });
    await spare.later(100);
    whole = (await spare.call("GET", `${jobs}/a/units/one/result`)).text;
  });
  const sim = service({ faults: [fault] });
  await sim.run(async () => {
    await sim.call("PUT", `${jobs}/a`, { body: goodBodies.pa });
    await sim.later(100);
    await test(sim, whole);
  });
}
const fetchResult = (sim: ReturnType<typeof service>, init: RequestInit = {}) =>
  sim.simulator.fetch(`${origin}${jobs}/a/units/one/result`, { headers, ...init });

describe("without a socket, a fault that is not carried out", () => {
  it.each([
    ["refused", "ECONNREFUSED"],
    ["reset", "ECONNRESET"],
  ])("%s throws as fetch does, and leaves the service as it was", async (kind, expected) => {
    await withResult(`result#1=${kind}`, async (sim, whole) => {
      const error = await fetchResult(sim).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(TypeError);
      expect(code(error)).toBe(expected);
      expect(sim.simulator.requests.at(-1)).toMatchObject({ fault: kind, status: undefined });
      expect(await (await fetchResult(sim)).text()).toBe(whole);
      expect(sim.simulator.faults.fired).toBe(1);
    });
  });

  it.each([
    ["503", 503, "text/html", null],
    ["500", 500, "application/json; charset=utf-8", null],
    ["404", 404, "application/json; charset=utf-8", null],
    ["429", 429, "application/json; charset=utf-8", null],
    ["429:7", 429, "application/json; charset=utf-8", "7"],
  ])("%s answers itself, and leaves the service as it was", async (kind, status, contentType, retryAfter) => {
    await withResult(`result#1=${kind}`, async (sim, whole) => {
      const response = await fetchResult(sim);
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe(contentType);
      expect(response.headers.get("retry-after")).toBe(retryAfter);
      expect(response.headers.has("x-vendor-api-ratelimit-limit")).toBe(status === 404 || status === 429);
      expect(await (await fetchResult(sim)).text()).toBe(whole);
    });
  });

  it("leaves a create undone", async () => {
    const sim = service({ faults: ["create#1=reset"] });
    await sim.run(async () => {
      await expect(sim.call("PUT", `${jobs}/a`, { body: goodBodies.pa })).rejects.toThrow("fetch failed");
      expect(sim.simulator.jobs).toEqual([]);
    });
  });
});

describe("without a socket, a fault that is carried out", () => {
  it("lost: the job is created, and the answer never comes", async () => {
    const sim = service({ faults: ["create#1=lost"] });
    await sim.run(async () => {
      await expect(sim.call("PUT", `${jobs}/a`, { body: goodBodies.pa })).rejects.toThrow("fetch failed");
      expect(sim.simulator.jobs).toMatchObject([{ id: "a", creates: 1 }]);
      expect(sim.simulator.requests).toMatchObject([{ fault: "lost", status: undefined }]);
      expect((await sim.call("GET", `${jobs}/a/status`)).status).toBe(202);
    });
  });

  it.each<[string, (whole: string) => string, string]>([
    ["reset-after-headers", () => "", "ECONNRESET"],
    ["cut", (whole) => whole.slice(0, Math.floor(whole.length / 2)), "UND_ERR_SOCKET"],
    ["cut:10", (whole) => whole.slice(0, Math.floor(whole.length / 10)), "UND_ERR_SOCKET"],
    ["broken-gzip", (whole) => whole.slice(0, Math.floor(whole.length / 2)), "Z_DATA_ERROR"],
    ["wrong-length", (whole) => whole, "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
  ])("%s: the result is consumed, and its body breaks off", async (kind, expected, cause) => {
    await withResult(`result#1=${kind}`, async (sim, whole) => {
      const response = await fetchResult(sim);
      expect(response.status).toBe(200);
      const reader = response.body?.getReader();
      let text = "";
      const error = await (async () => {
        for (;;) {
          const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
          if (done) return undefined;
          text += new TextDecoder().decode(value);
        }
      })().catch((error: unknown) => error);
      expect(text).toBe(expected(whole));
      expect(error).toBeInstanceOf(TypeError);
      expect(code(error)).toBe(cause);
      expect((await fetchResult(sim)).status).toBe(404);
    });
  });

  it("wrong-length: a body that is longer than announced is cut there, without a word", async () => {
    await withResult("result#1=wrong-length:-5", async (sim, whole) => {
      const response = await fetchResult(sim);
      expect(response.headers.get("content-length")).toBe(String(whole.length - 5));
      expect(await response.text()).toBe(whole.slice(0, -5));
    });
  });

  it("broken-json: half of the text comes, as if it were whole", async () => {
    await withResult("result#1=broken-json", async (sim, whole) => {
      const text = await (await fetchResult(sim)).text();
      expect(text).toBe(whole.slice(0, text.length));
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    });
  });

  it("stach-3: an example of version 3 comes in place of the result, and other answers stay", async () => {
    await withResult("any=stach-3", async (sim) => {
      const { data } = await (await fetchResult(sim)).json();
      expect(data).toMatchObject({
        version: "3.0",
        columns: [{ name: "primary_key" }, {}, {}],
        table: {},
        rows: [{}, {}],
      });
    });
  });

  it("slow: the body takes its time", async () => {
    await withResult("result#1=slow:1000", async (sim, whole) => {
      const response = await fetchResult(sim);
      expect(await response.text()).toBe(whole);
      await sim.call("GET", jobs);
      const [asked, after] = sim.simulator.requests.slice(-2).map(({ at }) => at);
      expect(((after ?? 0) - (asked ?? 0)) / 1000).toBeCloseTo(whole.length / 1000, 0);
    });
  });

  it("delay: the answer begins late, and a caller may give up before", async () => {
    await withResult("result#1=delay:60", async (sim) => {
      const aborter = new AbortController();
      const answer = fetchResult(sim, { signal: aborter.signal });
      answer.catch(() => {});
      await sim.later(59);
      aborter.abort(new Error("gave up"));
      await expect(answer).rejects.toThrow("gave up");
      expect((await fetchResult(sim)).status).toBe(200);
    });
  });

  it("foreign-location: every address of the answer points elsewhere", async () => {
    await withResult("status#1=foreign-location", async (sim) => {
      const { headers, text } = await sim.call("GET", `${jobs}/a/status`);
      expect(headers.get("location")).toBe(`https://elsewhere.example${jobs}/a/units/one/result`);
      expect(text).toContain("https://elsewhere.example/");
      expect(text).not.toContain(origin);
    });
    const sim = service({ faults: ["create=foreign-location:http://other.example"], location: "path" });
    await sim.run(async () => {
      const { headers } = await sim.call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect(headers.get("location")).toBe(`http://other.example${jobs}/a/status`);
    });
  });

  it("stalled: the progress stands still from then on, and the job ends in time", async () => {
    const sim = service({ faults: ["status#2=stalled"] });
    await sim.run(async () => {
      await sim.call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      const progress: (string | null)[] = [];
      for (let i = 0; i < 4; i += 1) {
        await sim.later(20);
        progress.push((await sim.call("GET", `${jobs}/a/status`)).headers.get("x-vendor-api-pickup-progress"));
      }
      expect(progress[1]).toBe(progress[2]);
      expect(progress[1]).toBe(progress[3]);
      expect(progress[0]).not.toBe(progress[1]);
      await sim.later(20);
      expect((await sim.call("GET", `${jobs}/a/status`)).status).toBe(200);
    });
  });
});

describe("a fetch without a socket", () => {
  it("is refused at once with an aborted signal", async () => {
    const { simulator } = service();
    await expect(simulator.fetch(origin, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
    expect(simulator.requests).toEqual([]);
  });

  it("never compresses, since nothing would unpack it", async () => {
    const { call, run } = service();
    await run(async () => {
      const reply = await call("GET", "/analytics/engines/pa/v3/columns", { headers: { "accept-encoding": "gzip" } });
      expect(reply.headers.get("content-encoding")).toBeNull();
      expect(reply.json).toHaveProperty("data");
    });
  });
});
