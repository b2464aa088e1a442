import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scriptedApi } from "../../../test/support/jobs/scripted-api.ts";
import { clientBefore, createWorld, only, requests } from "../../../test/support/world.ts";
import { basicAuth, createClient } from "../../index.ts";
import { AmbiguousCreateError, MalformedAnswerError } from "../../service/errors/errors.ts";
import { idInLocation, isSegment } from "./job-answers.ts";

const other = "f".repeat(32);
const creates = (world: ReturnType<typeof createWorld>) => world.simulator.jobs.map((job) => job.creates);

describe("an answer to a create that names another job", () => {
  /** The service takes the create; this is what its answer says instead. */
  const answers: readonly [string, (id: string) => Response][] = [
    ["in its document", () => status(202, { calculationid: other })],
    ["under its other name", () => status(202, { calculationId: other })],
    ["as id", () => status(202, { id: other })],
    ["that has failed at once", () => status(200, { calculationid: other, status: "Completed" })],
    ["that is empty", () => status(202, { calculationid: "" })],
    ["that is a dot segment", () => status(202, { calculationid: ".." })],
    ["that is a lone surrogate", () => status(202, { calculationid: "\ud800" })],
    ["in its address alone", () => accepted({ location: `/analytics/engines/x/v3/calculations/${other}/status` })],
    ["in an address of optimizations", () => accepted({ location: `/x/optimizations/${other}/status` })],
    ["that is empty, in its address", () => accepted({ location: "/analytics/engines/x/v3/calculations//status" })],
    ["in its header", () => accepted({ "x-acme-api-calculation-id": other })],
    ["beside the chosen one", (id) => status(202, { calculationid: id }, { "x-acme-api-calculation-id": other })],
    [
      "with a result",
      () => new Response('{"data":{"tables":{}}}', { status: 201, headers: { location: `/x/calculations/${other}` } }),
    ],
  ];

  it.each(answers)("%s is looked for under its own id: one create, and its own result", async (_where, answer) => {
    for (const request of [requests.pa(), requests.fi()]) {
      const world = createWorld();
      const client = createClient({
        baseUrl: "https://api.example",
        auth: basicAuth("DEMO-1", "demo"),
        clock: world.clock,
        random: () => 0.5,
        fetch: async (sent) => {
          const own = await world.simulator.fetch(sent);
          return sent.method === "PUT" ? answer(new URL(sent.url).pathname.split("/").at(-1) ?? "") : own;
        },
      });
      const outcome = only(await world.run([request], { client }));
      expect(outcome).toMatchObject({ status: "success", jobId: only(world.simulator.jobs).id });
      expect(creates(world)).toEqual([1]);
    }
  });

  it("cannot exchange the results of two files: each has its own, whichever answer came first", async () => {
    const alone = createWorld();
    const one = requests.pa("one.pa.json", "Client:/Growth/GLOBAL_EQUITY.ACCT");
    const two = requests.paUnits(["other"], "two.pa.json");
    const expected = (await alone.run([one, two])).flatMap(({ units }) => units.map(({ stored }) => stored?.sha256));

    const world = createWorld();
    let before: { readonly status: number; readonly text: string; readonly headers: Headers } | undefined;
    const client = createClient({
      baseUrl: "https://api.example",
      auth: basicAuth("DEMO-1", "demo"),
      clock: world.clock,
      random: () => 0.5,
      fetch: async (sent) => {
        const answer = await world.simulator.fetch(sent);
        if (sent.method !== "PUT") return answer;
        const own = { status: answer.status, text: await answer.text(), headers: answer.headers };
        // The second create gets the first one's answer again.
        const { status: code, text, headers } = before ?? own;
        before = own;
        return new Response(text, { status: code, headers });
      },
    });
    const outcomes = await world.run([one, two], { client, concurrency: 1 });
    expect(outcomes.map((outcome) => outcome.status)).toEqual(["success", "success"]);
    expect(outcomes.flatMap(({ units }) => units.map(({ stored }) => stored?.sha256))).toEqual(expected);
    expect(creates(world)).toEqual([1, 1]);
  });

  it("that is the one result of several units is not taken for the first unit's", async () => {
    const world = createWorld();
    const client = clientBefore(world, ({ method }) =>
      method === "PUT" ? new Response('{"data":{"tables":{}}}', { status: 201 }) : undefined,
    );
    await expect(
      client.pa.calculations.createOrUpdate("1", { data: {} }).then(({ status: code }) => code),
    ).resolves.toBe(201);
    const api = scriptedApi("pa", { status: 201, body: { data: { tables: {} } } });
    await expect(api.create("mine", { data: { a: {}, b: {} } }, {})).rejects.toThrow(
      /one result, and the job has 2 units/,
    );
  });
});

describe("another answer that names another job", () => {
  const named = { "x-acme-api-calculation-id": other };
  it.each(["pa", "fi"] as const)("of %s is not accepted as the answer to a status or a result read", async (family) => {
    for (const answer of [
      { status: 202, headers: named },
      { status: family === "fi" ? 201 : 200, body: { data: { calculationid: other, tables: {} } }, headers: named },
    ]) {
      const api = scriptedApi(family, { body: { data: {} }, ...answer });
      await expect(api.status("mine", {})).rejects.toThrow(MalformedAnswerError);
    }
    const api = scriptedApi(family, { status: 200, body: { data: { tables: {} } }, headers: named });
    await expect(api.result("mine", "a", {})).rejects.toThrow(/names another job/);
  });

  it("and is a status is requested again, even if it says that the job was canceled", async () => {
    const world = createWorld();
    let reads = 0;
    const client = clientBefore(world, ({ method, url }) => {
      if (method !== "GET" || !url.endsWith("/status") || reads++ >= 3) return undefined;
      return status(200, {
        calculationid: other,
        status: reads === 1 ? "Cancelled" : "Completed",
        units: { weights: { status: "Success" } },
      });
    });
    expect(only(await world.run([requests.pa()], { client }))).toMatchObject({ status: "success" });
    expect(reads).toBeGreaterThan(3);
  });

  it("is not accepted for a job that the service named", async () => {
    const api = scriptedApi(
      "fiab",
      { status: 200, body: { id: "8", status: "Done" } },
      { status: 200, body: { id: "8", status: "Done" } },
    );
    await expect(api.status("7", {})).rejects.toThrow(MalformedAnswerError);
    await expect(api.result("7", "result", {})).rejects.toThrow(MalformedAnswerError);
  });

  it("does not repeat the answer in its message", async () => {
    const api = scriptedApi("pa", { status: 202, body: { data: { calculationid: "secret-token" } } });
    await expect(api.create("mine", { data: { a: {} } }, {})).rejects.not.toThrow(/secret/);
  });
});

describe("an id of the service's choice", () => {
  it.each([
    "/analytics/engines/fiab/v1/calculations/",
    "/analytics/engines/fiab/v1/calculations",
    "/analytics/engines/fiab/v1/calculations/..",
    "/analytics/engines/fiab/v1/calculations/.",
    "/analytics/engines/fiab/v1/calculations/%0A7",
    "/analytics/engines/fiab/v1/calculations/%7F",
    "/analytics/engines/fiab/v1/calculations/%ED%A0%80",
    `/analytics/engines/fiab/v1/calculations/${"7".repeat(100_000)}`,
    "/login",
    // The credentials of the request.
    `/analytics/engines/fiab/v1/calculations/${btoa("user:password")}`,
    // Other addresses that name a job: the answer was another request's.
    "/analytics/engines/pa/v3/calculations/77/status",
    "/analytics/engines/fiab/v1/calculations/77/status",
    "/analytics/engines/fiab/v2/calculations/77",
    "/calculations/77",
  ])("that cannot be asked for (%#) leaves the create open", async (location) => {
    const api = scriptedApi("fiab", { status: 202, headers: { location } });
    await expect(api.create("unused", {}, {})).rejects.toThrow(AmbiguousCreateError);
  });

  it("may come only in the header, and must not differ from that in the address", async () => {
    const header = { "x-acme-calculation-id": "77" };
    expect(await scriptedApi("fiab", { status: 202, headers: header }).create("", {}, {})).toMatchObject({
      jobId: "77",
    });
    const both = { ...header, location: "/analytics/engines/fiab/v1/calculations/78" };
    await expect(scriptedApi("fiab", { status: 202, headers: both }).create("", {}, {})).rejects.toThrow(
      AmbiguousCreateError,
    );
  });
});

describe("idInLocation", () => {
  it.each([
    ["https://elsewhere.example/base/analytics/engines/pa/v3/calculations/77/status?x=/calculations/9#y", "77"],
    ["/analytics/engines/fi/v3/calculations/7%207/result", "7 7"],
    ["/ANALYTICS/engines/npo/v3/Optimizations/77", "77"],
    ["/analytics/engines/pa/v3/calculations/%ZZ/status", "%ZZ"],
    ["/calculations/1/calculations/2", "2"],
    ["/analytics/engines/pa/v3/calculations", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("of %j is %j", (location, id) => {
    expect(idInLocation(location)).toBe(id);
  });

  it("finds any id that can be in an address", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.boolean(), (id, isOptimization) => {
        fc.pre(isSegment(id));
        const kind = isOptimization ? "optimizations" : "calculations";
        expect(idInLocation(`https://api.example/x/${kind}/${encodeURIComponent(id)}/status`)).toBe(id);
      }),
    );
  });
});

function accepted(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 202, headers });
}

function status(code: number, data: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ data }, { status: code, headers });
}
