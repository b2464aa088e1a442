import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, manyPa, ORIGIN, only, requests } from "../../test/support/world.ts";
import { basicAuth, createClient } from "../index.ts";
import type { JournalEntry } from "./types.ts";

const creates = (world: ReturnType<typeof createWorld>) => world.simulator.jobs.map((job) => job.creates);

describe("a create", () => {
  it("is in the journal before the request leaves, under an id of 32 hex digits", async () => {
    const world = createWorld({
      client: {
        fetch: async (request) => {
          const id = new URL(request.url).pathname.split("/").at(-1);
          expect(world.entries).toMatchObject([{ type: "create", family: "pa", jobId: id, units: ["weights"] }]);
          expect(id).toMatch(/^[0-9a-f]{32}$/);
          return new Response(null, { status: 403 });
        },
      },
    });
    expect(only(await world.run([requests.pa()])).problem?.code).toBe("forbidden");
  });

  it.each(["lost", "reset-after-headers", "cut", "broken-json"])(
    "whose answer is %s is looked for, not sent again",
    async (fault) => {
      const world = createWorld({ faults: [`create#1=${fault}`] });
      expect(only(await world.run([requests.pa()])).status).toBe("success");
      expect(world.traffic().slice(0, 2)).toEqual([expect.stringMatching(/^PUT createOrUpdate/), "GET status 202"]);
      expect(creates(world)).toEqual([1]);
    },
  );

  it.each(["reset", "503", "500"])(
    "that meets %s before it is heard is looked for, and sent again when it cannot arrive any more",
    async (fault) => {
      const sentAt: number[] = [];
      const world = createWorld({ faults: [`create#1=${fault}`] });
      const client = clientBefore(world, ({ method }) => {
        if (method === "PUT") sentAt.push(world.clock.now());
        return undefined;
      });
      expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
      const lines = world.traffic().map((line) => line.replace(/ \S+$/, ""));
      expect(lines.slice(0, 3)).toEqual(["PUT createOrUpdate", "GET status", "GET parameters"]);
      const [first = 0, second = 0] = sentAt;
      expect(second - first).toBeGreaterThanOrEqual(60_000);
      expect(second - first).toBeLessThan(65_000);
      expect(creates(world)).toEqual([1]);
    },
  );

  it("that a gateway delivers late is looked up, and never sent again", async () => {
    for (const seconds of [1, 20, 59]) {
      const world = createWorld();
      let isFirst = true;
      const client = createClient({
        baseUrl: ORIGIN,
        auth: basicAuth("DEMO-1", "demo"),
        clock: world.clock,
        random: () => 0.5,
        fetch: async (request) => {
          if (request.method !== "PUT" || !isFirst) return world.simulator.fetch(request);
          isFirst = false;
          const body = await request.text();
          const { url, method, headers } = request;
          const late = new Request(url, { method, headers, body });
          world.clock.setTimer(seconds * 1000, () => void world.simulator.fetch(late));
          return new Response("<html/>", { status: 504 });
        },
      });
      expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
      expect(creates(world)).toEqual([1]);
    }
  });

  it.each([
    ["at once", undefined],
    ["after a 429", "65"],
  ])(
    "of a run that was killed, which left %s, may be delivered late too: a resumed run waits as long",
    async (_, retryAfter) => {
      const world = createWorld();
      let isThrottled = retryAfter !== undefined;
      let leftAt = 0;
      const client = clientBefore(world, ({ method }) => {
        if (method !== "PUT") return undefined;
        if (!isThrottled) leftAt = world.clock.now();
        const answer = isThrottled ? { status: 429, headers: { "retry-after": retryAfter ?? "" } } : { status: 504 };
        isThrottled = false;
        return new Response(null, answer);
      });
      const append = async (entry: JournalEntry) => void world.entries.push(entry);
      const stop = new AbortController();
      world.clock.setTimer(Number(retryAfter ?? 0) * 1000 + 2000, () => stop.abort());
      const stopped = await world.run([requests.pa()], {
        client,
        journal: { earlier: [], append },
        signal: stop.signal,
      });
      expect(only(stopped)).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
      // The journal as a kill leaves it.
      world.entries.splice(1);
      const sentAt: number[] = [];
      const watching = clientBefore(world, ({ method }) => {
        if (method === "PUT") sentAt.push(world.clock.now());
        return undefined;
      });
      expect(only(await world.run([requests.pa()], { client: watching })).status).toBe("success");
      expect(only(sentAt) - leftAt).toBeGreaterThanOrEqual(60_000);
    },
  );

  it("that arrived and is not shown at once is not sent again after the first answer that there is no such job", async () => {
    const world = createWorld({ faults: ["create#1=lost", "status#1=404", "parameters#1=404"] });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(creates(world)).toEqual([1]);
  });

  it("is looked up again as often as the lookup itself fails", async () => {
    const world = createWorld({ faults: ["create#1=lost", "status#1=reset", "status#2=503", "status#3=500"] });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(creates(world)).toEqual([1]);
  });

  it("that never gets through fails in the end, and is tried again by a resumed run", async () => {
    const world = createWorld({ faults: ["create=503"] });
    expect(only(await world.run([requests.pa()]))).toMatchObject({
      status: "failure",
      problem: { code: "service-unavailable" },
    });
    world.simulator.faults.clear();
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(creates(world)).toEqual([1]);
  });

  it.each([204, 301, 302, 303, 304, 307, 308, 408])(
    "that was heard and answered %i is looked for, not called a failure",
    async (status) => {
      const world = createWorld({ client: { fetch: heardAndAnswered(status, () => world) } });
      expect(only(await world.run([requests.pa()])).status).toBe("success");
      expect(world.traffic().slice(0, 2)).toEqual(["PUT createOrUpdate 202", "GET status 202"]);
      expect(creates(world)).toEqual([1]);
    },
  );

  it("that nobody hears fails as that, and asks for no job that cannot be there", async () => {
    const sent: string[] = [];
    const world = createWorld({
      client: {
        fetch: async (request) => {
          sent.push(request.method);
          throw new TypeError("fetch failed", { cause: Object.assign(new Error("no host"), { code: "ENOTFOUND" }) });
        },
      },
    });
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "connection" } });
    expect(outcome.problem?.message).toMatch(/ENOTFOUND.*Check the base URL/);
    expect(new Set(sent)).toEqual(new Set(["PUT"]));
  });

  it.each([
    [
      "a proxy that is not one",
      Object.assign(new Error("the variable HTTPS_PROXY is bad"), { code: "ERR_INVALID_PROXY" }),
    ],
    ["a proxy that asks for credentials", new Error("Proxy response (407) !== 200 when HTTP Tunneling")],
    ["a port to which fetch sends nothing", new Error("bad port")],
    ["a certificate that is not accepted", Object.assign(new Error("expired"), { code: "CERT_HAS_EXPIRED" })],
  ])("that %s prevents fails at once, because a further try fails in the same way", async (_, cause) => {
    const code = { code: "UND_ERR_ABORTED" };
    const world = createWorld({
      client: {
        fetch: async () => {
          throw new TypeError("fetch failed", { cause: Object.assign(new Error("aborted", { cause }), code) });
        },
      },
    });
    const from = world.clock.now();
    const { status, problem } = only(await world.run([requests.pa()]));
    expect([status, problem?.code]).toEqual(["failure", "connection"]);
    expect(world.clock.now() - from).toBeLessThan(10_000);
  });

  it("is unknown, with its address, if nobody can say whether it arrived", async () => {
    const world = createWorld({ faults: ["create=lost", "status=503"] });
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "unreachable" } });
    expect(outcome.problem?.message).toContain(
      `https://api.example/analytics/engines/pa/v3/calculations/${outcome.jobId}`,
    );
    world.simulator.faults.clear();
    expect(only(await world.run([requests.pa()]))).toMatchObject({ status: "success", jobId: outcome.jobId });
    expect(creates(world)).toEqual([1]);
  });

  it("is not sent again if a proxy knows no such page, and stays unknown until the service itself answers", async () => {
    const world = createWorld({ faults: ["create#1=lost"] });
    const client = clientBefore(world, ({ method }) =>
      method === "GET" ? new Response("<html/>", { status: 404 }) : undefined,
    );
    const outcome = only(await world.run([requests.pa()], { client }));
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "unreachable" } });
    expect(outcome.problem?.message).toContain(`/calculations/${outcome.jobId}.`);
    expect(world.simulator.requests.map(({ method }) => method)).toEqual(["PUT"]);
    expect(only(await world.run([requests.pa()]))).toMatchObject({ status: "success", jobId: outcome.jobId });
    expect(creates(world)).toEqual([1]);
  });

  it("is not sent again if only the read of its parameters gets a proxy's 404", async () => {
    const world = createWorld({ inlineSeconds: 60, faults: ["create#1=lost"] });
    const client = clientBefore(world, ({ method, url }) =>
      method === "GET" && !url.endsWith("/status") ? new Response(null, { status: 404 }) : undefined,
    );
    expect(only(await world.run([requests.pa()], { client }))).toMatchObject({ problem: { code: "unreachable" } });
    expect(creates(world)).toEqual([1]);
  });

  it("whose inline result went with the lost answer is lost, not computed again", async () => {
    const world = createWorld({ inlineSeconds: 60, faults: ["create#1=lost"] });
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" } });
    expect(only(outcome.units)).toMatchObject({ id: "weights", status: "lost" });
    expect(only(outcome.units).errors[0]?.detail).toContain(outcome.jobId);
    expect(creates(world)).toEqual([1]);
  });

  it("whose inline result went with the lost answer is lost even if the run is killed before it says so", async () => {
    const world = createWorld({ inlineSeconds: 60, faults: ["create#1=lost"] });
    const append = async (entry: JournalEntry) => {
      if (entry.type === "done") throw new Error("killed");
      world.entries.push(entry);
    };
    await expect(world.run([requests.pa()], { journal: { earlier: [], append } })).rejects.toThrow("killed");
    expect(world.entries.map(({ type }) => type)).toEqual(["create", "created"]);
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" } });
    expect(only(outcome.units)).toMatchObject({ id: "weights", status: "lost" });
    expect(creates(world)).toEqual([1]);
  });

  it.each(["pub", "pa"] as const)(
    "of %s whose answer is held for a client that has left is lost with it",
    async (name) => {
      const world = createWorld({ inlineSeconds: 60, jobSeconds: 40 });
      // The service does not learn that the connection is gone.
      const client = createClient({
        baseUrl: ORIGIN,
        auth: basicAuth("DEMO-1", "demo"),
        clock: world.clock,
        fetch: async (request) => {
          const { url, method, headers } = request;
          return world.simulator.fetch(new Request(url, { method, headers, body: (await request.text()) || null }));
        },
      });
      const stop = new AbortController();
      world.clock.setTimer(5000, () => stop.abort());
      await world.run([requests[name]()], { client, signal: stop.signal, cancelOnAbort: false });
      const outcome = only(await world.run([requests[name]()]));
      expect(only(only(world.simulator.jobs).units).resultReads).toBe(1);
      expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" } });
      expect(only(outcome.units).status).toBe("lost");
      expect(world.traffic()).toContain("GET status 202");
      expect(creates(world)).toEqual([1]);
    },
  );

  it("is held back by 429 until others have ended", async () => {
    const world = createWorld({ maxRunningUnits: 2, jobSeconds: 400 });
    const outcomes = await world.run(manyPa(6), { concurrency: 6 });
    expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill("success"));
    expect(creates(world)).toEqual(Array(6).fill(1));
  });

  it("that is refused fails with what the service says", async () => {
    const world = createWorld({ users: [{ username: "DEMO-1", password: "other" }] });
    expect(only(await world.run([requests.pa()]))).toMatchObject({
      status: "failure",
      problem: { code: "authentication" },
    });
    expect(world.simulator.requests).toHaveLength(1);
  });
});

describe("a duplicate", () => {
  it("of this run's own job waits for it, and is computed after", async () => {
    const world = createWorld();
    const outcomes = await world.run([requests.pa("one.pa.json"), requests.pa("two.pa.json")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["success", "success"]);
    expect(creates(world)).toEqual([1, 1]);
  });

  it("of this run's own job that stays a duplicate fails after five creates", async () => {
    let sibling = "";
    let refused = 0;
    const world = createWorld();
    const client = clientBefore(world, ({ method, url }) => {
      const id = new URL(url).pathname.split("/").at(-1) ?? "";
      if (method !== "PUT") return undefined;
      if (sibling === "" || sibling === id) {
        sibling = id;
        return undefined;
      }
      refused++;
      return Response.json(
        { errors: [{ detail: `Duplicate of a running calculation (${sibling})` }] },
        { status: 409 },
      );
    });
    const [first, second] = await world.run([requests.pa("one.pa.json"), requests.pa("two.pa.json")], { client });
    expect(first?.status).toBe("success");
    expect(second).toMatchObject({ status: "failure", problem: { code: "conflict" } });
    expect(second?.problem?.message).toContain(sibling);
    expect(refused).toBe(5);
  });

  it("of another client's job fails and names it, because its results are not ours to read", async () => {
    const world = createWorld({ jobSeconds: 3600 });
    const other = "f".repeat(32);
    const body = requests.pa().body;
    await world.client.pa.calculations.createOrUpdate(other, JSON.parse(JSON.stringify(body)));
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "conflict" } });
    expect(outcome.problem?.message).toContain(other);
    expect(only(world.simulator.jobs).units.every(({ returned }) => !returned)).toBe(true);
  });
});

/** The service takes the first create; its answer is replaced on the way. */
function heardAndAnswered(status: number, world: () => ReturnType<typeof createWorld>) {
  let isFirst = true;
  return async (request: Request) => {
    const answer = await world().simulator.fetch(request);
    if (request.method === "GET" || !isFirst) return answer;
    isFirst = false;
    return new Response(null, { status, headers: { location: "/elsewhere" } });
  };
}

describe("a create without an id of ours", () => {
  it.each([200, 204, 301, 302, 303, 307, 308, 408])(
    "that is answered %i may be running, and is never sent again",
    async (status) => {
      const world = createWorld({ client: { fetch: heardAndAnswered(status, () => world) } });
      const outcome = only(await world.run([requests.fiab()]));
      expect(outcome).toMatchObject({ status: "unknown", problem: { code: "ambiguous-create" } });
      expect(only(await world.run([requests.fiab()]))).toEqual(outcome);
      expect(creates(world)).toEqual([1]);
    },
  );

  it("that failed because the network was down may be running, too", async () => {
    const world = createWorld({
      client: {
        fetch: async (request) => {
          await world.simulator.fetch(request);
          throw new TypeError("fetch failed", { cause: Object.assign(new Error("read"), { code: "EHOSTUNREACH" }) });
        },
      },
    });
    expect(only(await world.run([requests.fiab()]))).toMatchObject({ problem: { code: "ambiguous-create" } });
    expect(creates(world)).toEqual([1]);
  });

  it.each(["lost", "500", "reset"])("that meets %s may be running, and is never sent again", async (fault) => {
    const world = createWorld({ faults: [`create#1=${fault}`] });
    const outcome = only(await world.run([requests.fiab()]));
    expect(outcome).toMatchObject({ status: "unknown", jobId: undefined, problem: { code: "ambiguous-create" } });
    expect(only(await world.run([requests.fiab()]))).toEqual(outcome);
    expect(world.traffic()).toHaveLength(1);
  });

  it("that never left is sent again", async () => {
    let refusals = 0;
    const world = createWorld({
      client: {
        fetch: async (request) => {
          if (request.method === "POST" && refusals++ < 7) {
            throw new TypeError("fetch failed", {
              cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
            });
          }
          return world.simulator.fetch(request);
        },
      },
    });
    expect(only(await world.run([requests.fiab()])).status).toBe("success");
    expect(creates(world)).toEqual([1]);
  });
});
