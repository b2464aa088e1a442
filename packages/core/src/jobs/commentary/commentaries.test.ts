import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, only, requests, type World } from "../../../test/support/world.ts";
import type { JobRequest, JournalEntry, RunOptions } from "../types.ts";

const all: RunOptions = { wantsCommentary: () => true };
const run = async (world: World, request: JobRequest = requests.attribution(), options: object = {}) =>
  only(await world.run([request], { ...all, ...options }));
const ofCommentary = ({ simulator }: World, name = "") =>
  simulator.requests
    .filter(({ operation }) => operation.startsWith(`pa.commentaries.${name}`))
    .map(({ operation, status }) => `${operation.split(".").at(-1)} ${status ?? "-"}`);
const creates = (world: World) => ofCommentary(world, "create").filter((line) => line === "create 202");
const isCommentary = (entry: JournalEntry) =>
  entry.type === "commentary" || ("kind" in entry && entry.kind === "commentary");

describe("a commentary", () => {
  it("is created, waited for and stored once its unit has succeeded", async () => {
    const world = createWorld();
    const outcome = await run(world);
    expect(outcome).toMatchObject({ status: "success", units: [{ id: "effects", status: "success", warnings: [] }] });
    const file = only(outcome.units).commentary;
    const bytes = world.store.files.get("effects.pa.json/effects/commentary") ?? expect.fail("nothing stored");
    expect([file?.bytes, JSON.parse(Buffer.from(bytes).toString()).data.sections[0].title]).toEqual([
      bytes.length,
      "Executive Summary",
    ]);
    expect(
      world.entries.filter(isCommentary).map(({ type, ...rest }) => ("state" in rest ? rest.state : type)),
    ).toEqual(["create", "created", "reading", "stored"]);
    expect(world.traffic().slice(-4)).toEqual([
      "GET result 200",
      "POST create 202",
      "GET status 200",
      "GET result 200",
    ]);
    expect(world.events.map(({ type }) => type).slice(-4)).toEqual([
      "unit-finished",
      "commentary-created",
      "commentary-finished",
      "job-finished",
    ]);
  });

  it("is requested for every unit before the first wait", async () => {
    const world = createWorld();
    const outcome = await run(world, requests.attribution(["a", "b"]));
    expect(outcome.units.map(({ commentary }) => commentary?.file)).toEqual([
      "effects.pa.json/a/commentary",
      "effects.pa.json/b/commentary",
    ]);
    expect(ofCommentary(world)).toEqual([
      "create 202",
      "create 202",
      "status 200",
      "result 200",
      "status 200",
      "result 200",
    ]);
  });

  it("is requested only for the selected units", async () => {
    const world = createWorld();
    const outcome = await run(world, requests.attribution(["a", "b"]), {
      wantsCommentary: (_key: string, unit: string) => unit === "b",
    });
    expect(outcome.units.map(({ commentary }) => commentary !== undefined)).toEqual([false, true]);
  });

  it("that comes with the answer to its create is stored as received", async () => {
    const world = createWorld();
    const text = '{"data":{"sections":[{"title":"At once"}]}}';
    const client = clientBefore(world, ({ method }) =>
      method === "POST"
        ? new Response(text, { status: 201, headers: { "content-type": "application/json" } })
        : undefined,
    );
    const outcome = await run(world, undefined, { client });
    expect(only(outcome.units).commentary?.bytes).toBe(text.length);
    expect(ofCommentary(world)).toEqual([]);
  });
});

describe("a unit that cannot have a commentary", () => {
  it("of another family says so, and nothing is requested", async () => {
    const world = createWorld();
    const outcome = await run(world, requests.fi());
    expect(outcome).toMatchObject({ status: "success", units: [{ status: "success" }] });
    expect(only(outcome.units).commentaryProblem).toMatch(/commentary of unit result.* family pa alone.*unit of fi/);
    const before = world.simulator.requests.length;
    await run(world, requests.fi());
    expect(world.simulator.requests.length).toBe(before);
  });

  it("of several accounts says so", async () => {
    const world = createWorld();
    const account = { id: "Client:/Growth/GLOBAL_EQUITY.ACCT" };
    const { body, ...request } = requests.attribution();
    const unit = { ...Object(Object(body).data.effects), accounts: [account, account] };
    const outcome = await run(world, { ...request, body: { data: { effects: unit } } });
    expect(only(outcome.units).commentaryProblem).toContain("one portfolio, and this unit has 2 accounts");
    expect(ofCommentary(world)).toEqual([]);
  });

  it("whose component is not an attribution gets the service's own message", async () => {
    const world = createWorld();
    const outcome = await run(world, requests.pa());
    expect(outcome.status).toBe("success");
    expect(only(outcome.units).commentaryProblem).toMatch(/attribution component.*Variation in Average Weight/);
  });
});

describe("a commentary that fails leaves its unit successful, and says why", () => {
  it.each([
    ["create=500", /answered 500.*request key.*Resume/],
    ["create=404", /resume/i],
    ["status=broken-json", /did not|no status/i],
    ["result=broken-json", /JSON/],
  ])("%s", async (fault, said) => {
    const [where, what] = fault.split("=");
    const world = createWorld({ faults: [`commentaries.${where}=${what}`] });
    const outcome = await run(world);
    expect(outcome).toMatchObject({ status: "success", units: [{ status: "success" }] });
    expect(only(outcome.units).commentary).toBeUndefined();
    expect(only(outcome.units).commentaryProblem).toMatch(said);
    expect(creates(world).length).toBeLessThanOrEqual(1);
  });

  it.each([
    ["a status of failure", "status", { data: { status: "Failed" } }, 200, /status "Failed"/],
    ["no sections", "result", { data: { sections: [] } }, 200, /without sections/],
    ["nothing", "result", { data: null }, 200, /without sections/],
    ["sections that are none", "result", { data: { sections: "All is well." } }, 200, /without sections/],
    ["a list of texts", "result", { data: { sections: ["All is well."] } }, 200, /without sections/],
    ["a status that is none", "status", { data: { status: { word: "Bad" } } }, 200, /There is no commentary/],
    ["the status of another job", "status", { data: { calculationid: "other" } }, 202, /names another job/],
  ])("%s", async (_name, end, body, status, said) => {
    const world = createWorld();
    const client = clientBefore(world, ({ url }) =>
      url.endsWith(`commentary/${end}`) ? Response.json(body, { status }) : undefined,
    );
    const outcome = await run(world, undefined, { client });
    expect(outcome.status).toBe("success");
    expect(only(outcome.units).commentaryProblem).toMatch(said);
  });

  it("the run's deadline", async () => {
    const world = createWorld();
    const startedAt = world.clock.now();
    const client = clientBefore(world, ({ url }) =>
      url.endsWith("commentary/status") ? Response.json({ data: { status: "Executing" } }, { status: 202 }) : undefined,
    );
    const outcome = await run(world, undefined, { client, runDeadlineSeconds: 100 });
    expect(outcome.status).toBe("success");
    expect(only(outcome.units).commentaryProblem).toMatch(/unit effects.*did not finish it in time.*Resume the run/);
    expect(world.clock.now() - startedAt).toBeLessThan(110_000);
    expect(only(await world.run([requests.attribution()])).units[0]?.commentary).toBeDefined();
    expect(creates(world)).toHaveLength(1);
  });

  it("a service that does not finish it within half an hour, each time the run is resumed", async () => {
    const world = createWorld();
    const startedAt = world.clock.now();
    const since = () => world.clock.now() - startedAt;
    const client = clientBefore(world, ({ url }) =>
      url.endsWith("commentary/status") && since() < 50 * 60_000
        ? Response.json({ data: { status: "Executing" } }, { status: 202 })
        : undefined,
    );
    expect(only((await run(world, undefined, { client })).units).commentaryProblem).toMatch(
      /did not finish it in time/,
    );
    expect(since()).toBeLessThan(40 * 60_000);
    expect(only((await run(world, undefined, { client })).units).commentary).toBeDefined();
    expect(creates(world)).toHaveLength(1);
  });
});

describe("a lost answer", () => {
  it.each(["create=lost", "create=cut", "create=broken-json", "status#1=503", "result#1=reset", "create#1=429:3"])(
    "(%s) brings about no second commentary",
    async (fault) => {
      const world = createWorld({ faults: [`commentaries.${fault.replace(/^create=/, "create#1=")}`] });
      const outcome = await run(world);
      expect(only(outcome.units).commentary).toBeDefined();
      expect(
        world.simulator.requests.filter(({ operation }) => operation === "pa.commentaries.create").length,
      ).toBeLessThanOrEqual(fault.includes("429") ? 2 : 1);
    },
  );
});

describe("a run that is stopped or killed at any entry of its journal", () => {
  it("has every commentary once when it is resumed", async () => {
    const whole = createWorld();
    await run(whole, requests.attribution(["a", "b"]));
    for (let kept = 0; kept < whole.entries.length; kept++) {
      const world = createWorld();
      const killed = {
        earlier: [],
        async append(entry: JournalEntry) {
          if (world.entries.length === kept) throw new Error("killed");
          world.entries.push(entry);
        },
      };
      const first = world.run([requests.attribution(["a", "b"])], { ...all, journal: killed });
      await expect(first).rejects.toThrow("killed");
      const outcome = await run(world, requests.attribution(["a", "b"]));
      expect([kept, outcome.units.map(({ commentary }) => commentary?.defect)]).toEqual([kept, [undefined, undefined]]);
      expect([kept, outcome.units.every(({ commentary }) => commentary !== undefined)]).toEqual([kept, true]);
      expect([kept, creates(world).length]).toEqual([kept, 2]);
      expect([kept, world.simulator.jobs.map((job) => job.creates)]).toEqual([kept, [1]]);
    }
  });

  it("keeps its success if it is stopped meanwhile, and continues only with the commentary", async () => {
    const world = createWorld();
    const stop = new AbortController();
    const outcome = await run(world, undefined, {
      signal: stop.signal,
      onEvent: ({ type }: { type: string }) => type === "commentary-created" && stop.abort(new Error("stopped")),
    });
    expect(outcome).toMatchObject({ status: "success", units: [{ status: "success" }] });
    expect(only(outcome.units).commentaryProblem).toMatch(/stopped before it was there\. Resume the run/);
    const before = world.simulator.requests.length;
    const resumed = only(await world.run([requests.attribution()]));
    expect(resumed.units[0]).toMatchObject({ commentary: { file: "effects.pa.json/effects/commentary" } });
    expect(resumed.units[0]?.commentaryProblem).toBeUndefined();
    expect(world.simulator.requests.slice(before).map(({ operation }) => operation)).toEqual([
      "pa.commentaries.status",
      "pa.commentaries.result",
    ]);
  });

  it("requests the commentaries of a run that had none", async () => {
    const world = createWorld();
    await world.run([requests.attribution()]);
    expect(only((await run(world)).units).commentary).toBeDefined();
    expect(world.simulator.jobs.map((job) => job.creates)).toEqual([1]);
  });
});
