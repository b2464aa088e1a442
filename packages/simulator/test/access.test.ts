import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../src/index.ts";
import { goodBodies, jobsPath, paUnit, problem, service } from "./support/service.ts";

const currencies = "/analytics/lookups/v3/currencies";
const jobs = jobsPath("pa");
const bearer = (token: string) => ({ user: "", headers: { authorization: `Bearer ${token}` } });

describe("credentials", () => {
  const options: SimulatorOptions = {
    users: [
      { username: "A-1", password: "pass:word ü", families: ["pa"] },
      { username: "B-1", password: "b" },
    ],
    tokens: [{ token: "secret-token", username: "B-1" }],
  };
  const basicA = { user: "", headers: { authorization: `Basic ${Buffer.from("A-1:pass:word ü").toString("base64")}` } };

  it.each([
    ["none", { user: "" }, 401],
    ["a wrong password", { user: "A-1:wrong" }, 401],
    ["an unknown user", { user: "C-1:b" }, 401],
    ["an unknown token", bearer("nothing"), 401],
    ["an unknown scheme", { user: "", headers: { authorization: "Digest x" } }, 401],
    ["a scheme alone", { user: "", headers: { authorization: "Basic" } }, 401],
    ["a good password", basicA, 200],
    ["a good token", bearer("secret-token"), 200],
    ["a scheme in small letters", { user: "", headers: { authorization: "bearer secret-token" } }, 200],
  ])("%s: %o", async (_, call, status) => {
    const sim = service(options);
    await sim.run(async () => {
      const reply = await sim.call("GET", currencies, call);
      expect(reply.status).toBe(status);
      expect(reply.headers.has("x-vendor-request-key")).toBe(true);
      // Only known users get this key and the rate limit.
      expect(reply.headers.has("x-vendor-api-request-key")).toBe(status === 200);
      expect(reply.headers.has("x-vendor-api-ratelimit-limit")).toBe(status === 200);
      if (status === 401) expect(reply.text).toBe("");
    });
  });

  it("without permission for a family give 403, and leave the lookups open", async () => {
    const sim = service(options);
    await sim.run(async () => {
      expect((await sim.call("POST", jobsPath("vault"), { ...basicA, body: goodBodies.vault })).status).toBe(403);
      expect((await sim.call("GET", "/analytics/engines/vault/v3/frequencies", basicA)).status).toBe(403);
      expect((await sim.call("GET", "/analytics/engines/pa/v3/frequencies", basicA)).status).toBe(200);
      expect((await sim.call("GET", currencies, basicA)).status).toBe(200);
    });
  });

  it("of one user do not reach another's jobs", async () => {
    const sim = service(options);
    await sim.run(async () => {
      await sim.call("PUT", `${jobs}/a`, { user: "B-1:b", body: goodBodies.pa });
      expect((await sim.call("GET", `${jobs}/a/status`, { user: "B-1:b" })).status).toBe(202);
      expect(problem(await sim.call("GET", `${jobs}/a/status`, basicA))).toBe("404 Calculation not found");
      expect((await sim.call("DELETE", `${jobs}/a`, basicA)).status).toBe(404);
      await sim.call("PUT", `${jobs}/a`, { ...basicA, body: goodBodies.pa });
      expect(sim.simulator.jobs.map(({ id, user, creates }) => [id, user, creates])).toEqual([
        ["a", "B-1", 1],
        ["a", "A-1", 1],
      ]);
    });
  });

  it("are not in what the simulator remembers", async () => {
    const sim = service(options);
    await sim.run(async () => {
      await sim.call("GET", currencies, bearer("secret-token"));
      await sim.call("GET", currencies, basicA);
      expect(sim.simulator.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer", "Basic"]);
      const text = inspect(sim.simulator.requests, { depth: 9 });
      expect(text).not.toContain("secret-token");
      expect(text).not.toContain(basicA.headers.authorization.slice(6));
    });
  });
});

describe("the rate limit", () => {
  it("counts down, refuses with Retry-After, and starts again", async () => {
    const { run, call, later } = service({ rateLimit: { limit: 2, windowSeconds: 60 } });
    const told = ({ status, headers }: Awaited<ReturnType<typeof call>>) => [
      status,
      ...["limit", "remaining", "reset"].map((name) => headers.get(`x-vendor-api-ratelimit-${name}`)),
      headers.get("retry-after"),
    ];
    await run(async () => {
      expect(told(await call("GET", currencies))).toEqual([200, "2", "1", "60", null]);
      await later(20);
      expect(told(await call("PUT", `${jobs}/a`, { body: goodBodies.pa }))).toEqual([202, "2", "0", "40", null]);
      expect(told(await call("PUT", `${jobs}/b`, { body: { data: { b: paUnit } } }))).toEqual([
        429,
        "2",
        "0",
        "40",
        "40",
      ]);
      expect((await call("GET", currencies, { user: "" })).status).toBe(401);
      await later(40);
      expect(told(await call("GET", `${jobs}/b/status`))).toEqual([404, "2", "1", "60", null]);
    });
  });
});

describe("the vendor's headers", () => {
  it("carry the deployment's own words", async () => {
    const { run, call } = service({ vendorWord: "Acme", requestKeyWord: "Other", jobSeconds: 3 });
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      const { headers } = await call("GET", `${jobs}/a/status`);
      const names = [...headers.keys()].filter((name) => name.startsWith("x-"));
      expect(names).toEqual([
        "x-acme-api-pickup-progress",
        "x-acme-api-ratelimit-limit",
        "x-acme-api-ratelimit-remaining",
        "x-acme-api-ratelimit-reset",
        "x-acme-api-request-key",
        "x-other-request-key",
      ]);
      const waited = await call("PUT", `${jobs}/b`, {
        body: { data: { b: paUnit } },
        headers: { "x-acme-api-long-running-deadline": "5" },
      });
      expect(waited.status).toBe(201);
    });
  });

  it.each<[SimulatorOptions["maxAgeSeconds"], string | null]>([
    [1, "max-age=1"],
    [0, "max-age=0"],
    ["none", null],
  ])("tell a max-age of %s as %s", async (maxAgeSeconds = 5, expected) => {
    const { run, call } = service({ maxAgeSeconds });
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect((await call("GET", `${jobs}/a/status`)).headers.get("cache-control")).toBe(expected);
    });
  });

  it("give every request a key of its own", async () => {
    const { run, call } = service();
    await run(async () => {
      const keys = new Set<string | null>();
      for (let i = 0; i < 50; i += 1) keys.add((await call("GET", currencies)).headers.get("x-vendor-request-key"));
      expect(keys.size).toBe(50);
    });
  });
});

describe("Accept", () => {
  it.each([
    ["text/html", 406],
    ["application/xml, text/*;q=0.5", 406],
    ["application/json", 200],
    ["text/html, application/json;q=0.1", 200],
    ["*/*", 200],
    ["application/*", 200],
  ])("%s gives %d", async (accept, status) => {
    const { run, call } = service();
    await run(async () => expect((await call("GET", currencies, { headers: { accept } })).status).toBe(status));
  });

  it("is not looked at where the service does not say so", async () => {
    const { run, call } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect((await call("GET", `${jobs}/a/status`, { headers: { accept: "application/pdf" } })).status).toBe(202);
    });
  });
});

describe("other addresses", () => {
  it.each([
    ["GET", "/"],
    ["GET", "/analytics/engines/xyz/v3/calculations"],
    ["PATCH", `${jobs}/a`],
    ["DELETE", currencies],
  ])("%s %s are not found", async (method, path) => {
    const { run, call, simulator } = service();
    await run(async () => {
      expect(problem(await call(method, path))).toBe(`404 Nothing is found at ${path}`);
      expect(simulator.requests).toMatchObject([{ method, path, operation: "unknown", status: 404 }]);
    });
  });
});

describe("the options", () => {
  it.each<[SimulatorOptions, string]>([
    [{ rateLimit: { limit: 0, windowSeconds: 60 } }, "rateLimit.limit"],
    [{ rateLimit: { limit: 1, windowSeconds: Number.NaN } }, "rateLimit.windowSeconds"],
    [{ jobSeconds: -1 }, "jobSeconds"],
    [{ jobSeconds: [5, 2] }, "jobSeconds[1]"],
    [{ maxAgeSeconds: -1 }, "maxAgeSeconds"],
    [{ maxRunningUnits: 0 }, "maxRunningUnits"],
  ])("%o are refused", (options, name) => {
    expect(() => service(options)).toThrow(name);
  });

  it("bound what is remembered", async () => {
    const { run, call, simulator } = service({ maxRequests: 10 });
    await run(async () => {
      for (let i = 0; i < 40; i += 1) await call("GET", currencies);
      expect(simulator.requests.length).toBeGreaterThanOrEqual(10);
      expect(simulator.requests.length).toBeLessThanOrEqual(15);
      expect(simulator.requests.at(-1)?.number).toBe(40);
    });
  });
});
