import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, ORIGIN, only, requests, type World } from "../../../test/support/world.ts";
import { basicAuth, type Client, createClient } from "../../index.ts";
import type { JobHandle } from "../handle.ts";
import { collect, submit } from "../job.ts";
import type { JobRequest } from "../types.ts";

const page = "<!DOCTYPE html><html><title>Sign in</title><body>please</body></html>";
const consumed = (world: World) =>
  world.simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads));

/** Answers that come in place of a result, with what the error says about each. */
const others: readonly [string, () => Response, RegExp][] = [
  [
    "a sign-in page",
    () => new Response(page, { headers: { "content-type": "text/html" } }),
    /text\/html page of \d+ bytes, "Sign in please"/,
  ],
  ["an empty body", () => new Response(""), /an empty body/],
  ["{}", () => Response.json({}), /JSON with nothing in it/],
  [
    "an error list",
    () => Response.json({ errors: [{ title: "NotFound", detail: "no unit" }] }),
    /one error: "NotFound: no unit"/,
  ],
  [
    "a status document",
    () => Response.json({ data: { status: "Executing", units: {} } }),
    /a status document "Executing"/,
  ],
];

describe("what comes in the place of a unit's result", () => {
  it.each(others)("(%s) is kept, named and no success", async (_what, answer, said) => {
    const world = createWorld();
    const client = clientBefore(world, ({ url }) => (url.endsWith("/result") ? answer() : undefined));
    const outcome = only(await world.run([requests.pa()], { client }));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "unit-failed" } });
    const unit = only(outcome.units);
    expect(unit).toMatchObject({ status: "failure", errors: [{ code: "malformed-result" }] });
    expect(unit.errors[0]?.detail).toMatch(said);
    expect(unit.errors[0]?.detail).toMatch(/The bytes are kept in weights\.pa\.json\/weights\/result\.$/);
    const kept = world.store.files.get("weights.pa.json/weights/result");
    expect(unit.stored).toMatchObject({ bytes: kept?.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(only(await world.run([requests.pa()]))).toEqual(outcome);
  });

  it("in another format than the requested one is not a success either", async () => {
    const cases: readonly [JobRequest, () => Response][] = [
      [requests.pub(), () => Response.json({ data: { tables: {} } })],
      [requests.quant(), () => new Response("%PDF-1.7", { headers: { "content-type": "application/pdf" } })],
    ];
    for (const [request, answer] of cases) {
      const world = createWorld();
      const client = clientBefore(world, ({ url }) => (url.endsWith("/result") ? answer() : undefined));
      const outcome = only(await world.run([request], { client }));
      expect(outcome.units.map(({ status }) => status)).toEqual(outcome.units.map(() => "failure"));
    }
  });

  it("with an empty table is a success", async () => {
    const world = createWorld();
    const client = clientBefore(world, ({ url }) =>
      url.endsWith("/result")
        ? Response.json({ data: { tables: { a: { definition: { columns: [] }, data: {} } } } })
        : undefined,
    );
    expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
  });

  it("is judged by what was requested, even if only the saved handle is left", async () => {
    const world = createWorld();
    const { client, clock, store } = world;
    const { key, family, body } = requests.quant();
    const request: JobRequest = { key, family, body: { ...Object(body), meta: { format: "FEATHER" } } };
    const handle = await clock.run(() => submit(request, { client, clock, store }));
    expect(handle.expects).toBe("arrow");
    const tables = clientBefore(world, ({ url }) =>
      url.endsWith("/result") ? Response.json({ data: { tables: {} } }) : undefined,
    );
    const saved: JobHandle = JSON.parse(JSON.stringify(handle));
    const outcome = await clock.run(() => collect(saved, { client: tables, clock, store }));
    expect(outcome.units.map(({ status }) => status)).toEqual(outcome.units.map(() => "failure"));
    expect(outcome.units[0]?.errors[0]?.detail).toContain("where a Feather (Arrow) file is expected");
  });
});

describe("what comes in the place of an info document", () => {
  it("is kept with a warning and not called an info document, and the result is read all the same", async () => {
    const world = createWorld();
    const client = clientBefore(world, ({ url }) =>
      url.endsWith("/info") ? new Response(page, { headers: { "content-type": "text/html" } }) : undefined,
    );
    const outcome = only(await world.run([requests.quant()], { client }));
    expect(outcome.status).toBe("success");
    for (const { info, warnings } of outcome.units) {
      expect(info).toBeUndefined();
      expect(warnings).toEqual([
        expect.stringMatching(/^The answer is not an info document: .*page.* The bytes are kept in \S+\.$/),
      ]);
    }
  });
});

describe("a finished job whose status is its result", () => {
  /** The status of the finished job has this body, and the service keeps the result. */
  const saying = (world: World, body: string | undefined, status = 201): Client =>
    clientBefore(world, ({ method, url }) => {
      const job = world.simulator.jobs[0];
      if (method !== "GET" || !url.endsWith("/status") || job?.state !== "Completed") return undefined;
      return new Response(body, { status, headers: { "content-type": "application/json" } });
    });

  it.each([undefined, "", " \r\n", "{}", '{"data":null}', '{"data":{}}', "null", '{"data":{"status":"Completed"}}'])(
    "is asked for its result where the status says %j",
    async (body) => {
      const world = createWorld();
      const outcome = only(await world.run([requests.fi()], { client: saying(world, body) }));
      expect(outcome.status).toBe("success");
      expect(consumed(world)).toEqual([1]);
      expect(world.entries.filter(({ type }) => type === "reading" || type === "stored")).toMatchObject([
        { type: "reading", source: "status" },
        { type: "reading", source: "result" },
        { type: "stored", source: "result" },
      ]);
    },
  );

  it("has it in the status, and the journal says so", async () => {
    const world = createWorld();
    expect(only(await world.run([requests.fi()])).status).toBe("success");
    expect(consumed(world)).toEqual([1]);
    expect(world.entries.filter(({ type }) => type === "reading" || type === "stored")).toMatchObject([
      { source: "status" },
      { source: "status" },
    ]);
  });

  it("runs on if its status is a page from something in the service's place", async () => {
    const world = createWorld();
    let pages = 0;
    const client = clientBefore(world, ({ method, url }) =>
      method === "GET" && url.endsWith("/status") && pages++ < 3
        ? new Response(page, { status: 201, headers: { "content-type": "text/html" } })
        : undefined,
    );
    expect(only(await world.run([requests.fi()], { client })).status).toBe("success");
  });

  it("is lost where its result was given away in the empty answer to its status", async () => {
    const world = createWorld();
    let isConsumed = false;
    const client = clientBefore(world, ({ method, url }) => {
      if (method !== "GET" || !(url.endsWith("/status") || url.endsWith("/result"))) return undefined;
      const notFound = { errors: [{ code: "NotFound", detail: "Calculation not found" }] };
      if (isConsumed) return Response.json(notFound, { status: 404 });
      isConsumed = true;
      return Response.json({ data: null }, { status: 201 });
    });
    const outcome = only(await world.run([requests.fi()], { client }));
    expect(outcome).toMatchObject({ problem: { code: "lost-result" }, units: [{ status: "lost" }] });
  });

  it("that is finished at its creation and says nothing is asked for its result", async () => {
    for (const request of [requests.fi(), requests.pa()]) {
      for (const body of ["", "{}", '{"data":null}']) {
        const heard = createWorldWithCreate(body);
        const outcome = only(await heard.run([request]));
        expect([body, outcome.status]).toEqual([body, "success"]);
        expect(heard.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
      }
    }
  });
});

/** The service accepts the create, and answers 201 with this body. */
function createWorldWithCreate(body: string): World {
  const world: World = createWorld({
    jobSeconds: 1,
    client: {
      fetch: async (request) => {
        const answer = await world.simulator.fetch(request);
        return request.method === "PUT" ? new Response(body, { status: 201 }) : answer;
      },
    },
  });
  return world;
}

describe("an optimizer's or fi's result that is dropped behind a redirect", () => {
  it.each([303, 304])("(%i) in its status is lost, not unknown", async (status) => {
    const world = createWorld();
    let dropped = 0;
    const client = createDropping(world, status, "/status", () => dropped++ === 0);
    const outcome = only(await world.run([requests.fi()], { client }));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" }, units: [{ status: "lost" }] });
    expect(consumed(world)).toEqual([1]);
  });

  it.each([
    [303, undefined],
    [304, undefined],
    [303, 600],
    [304, 600],
  ])("(%i) for good is lost, also at a deadline (%s)", async (status, jobDeadlineSeconds) => {
    const world = createWorld();
    const client = createDropping(world, status, "", () => true);
    const options = jobDeadlineSeconds === undefined ? {} : { jobDeadlineSeconds };
    const outcome = only(await world.run([requests.fi()], { client, ...options }));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" }, units: [{ status: "lost" }] });
  });
});

/** Once the job is finished, the service's answers to GET are carried out and arrive as an empty redirect. */
function createDropping(world: World, status: number, ending: string, isRedirected: () => boolean): Client {
  return createClient({
    baseUrl: ORIGIN,
    auth: basicAuth("DEMO-1", "demo"),
    clock: world.clock,
    random: () => 0.5,
    fetch: async (request) => {
      const isFinished = world.simulator.jobs[0]?.state === "Completed";
      const answer = await world.simulator.fetch(request);
      if (request.method !== "GET" || !isFinished || !request.url.endsWith(ending) || !isRedirected()) return answer;
      return new Response(null, { status });
    },
  });
}

describe("what the service says of a job", () => {
  it("has no credentials of the request in journal, outcome or events", async () => {
    const secret = btoa("DEMO-1:demo");
    const echo = `you sent Basic ${secret}`;
    const answers: readonly ((url: string) => Response | undefined)[] = [
      (url) =>
        url.endsWith("/result")
          ? new Response(`<html>${echo}</html>`, { headers: { "content-type": "text/html" } })
          : undefined,
      (url) => (url.endsWith("/result") ? Response.json({ errors: [{ title: echo }] }) : undefined),
      (url) => (url.endsWith("/result") ? Response.json({ data: { status: echo } }) : undefined),
      (url) =>
        url.endsWith("/result")
          ? new Response(`{"data": "${echo}`, { headers: { "content-type": "application/json" } })
          : undefined,
    ];
    for (const answer of answers) {
      const world = createWorld();
      const client = clientBefore(world, ({ method, url }) => (method === "GET" ? answer(url) : undefined));
      const outcome = only(await world.run([requests.pa()], { client }));
      expect(outcome.status).toBe("failure");
      expect(JSON.stringify([outcome, world.entries, world.events])).not.toContain(secret);
    }
  });
});
