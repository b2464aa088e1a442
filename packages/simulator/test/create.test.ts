import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../src/index.ts";
import { badUnit, goodBodies, jobsPath, origin, paUnit, problem, service } from "./support/service.ts";

const jobs = jobsPath("pa");
const deadline = (seconds: number | string) => ({ "x-vendor-api-long-running-deadline": String(seconds) });

describe("a create", () => {
  it.each<[string, SimulatorOptions, Record<string, string>, object, number, number]>([
    ["is answered at once without a deadline", {}, {}, { one: paUnit }, 202, 0],
    ["waits for the deadline", {}, deadline(5), { one: paUnit }, 202, 5],
    ["answers the result that comes within the deadline", {}, deadline(15), { one: paUnit }, 201, 10],
    ["answers the unit's errors within the deadline", {}, deadline(15), { one: badUnit }, 200, 10],
    ["does not wait for several units", {}, deadline(15), { one: paUnit, two: badUnit }, 202, 0],
    ["waits as the service is set", { inlineSeconds: 20 }, {}, { one: paUnit }, 201, 10],
    ["follows the request before the setting", { inlineSeconds: 20 }, deadline(0), { one: paUnit }, 202, 0],
    ["knows the deadline under its own word only", { vendorWord: "Acme" }, deadline(15), { one: paUnit }, 202, 0],
    ["is done at once where jobs take no time", { jobSeconds: 0 }, {}, { one: paUnit }, 201, 0],
  ])("%s", async (_, options, headers, data, status, seconds) => {
    const { run, call, later, simulator } = service({ jobSeconds: 10, ...options });
    await run(async () => {
      await later(0);
      const reply = await call("PUT", `${jobs}/a`, { body: { data }, headers });
      expect(reply.status).toBe(status);
      const begun = simulator.requests[0]?.at ?? 0;
      await call("GET", `${jobs}/a`);
      expect(((simulator.requests[1]?.at ?? 0) - begun) / 1000).toBe(seconds);
      if (status === 201) {
        expect(reply.json).toHaveProperty("data");
        expect(problem(await call("GET", `${jobs}/a/status`))).toBe("404 Calculation not found");
        expect(simulator.jobs).toMatchObject([{ creates: 1, returned: true, units: [{ resultReads: 1 }] }]);
      }
      if (status === 200) {
        expect(reply.json).toMatchObject({
          data: { status: "Completed", units: { one: { status: "Failed", errors: [{ id: "a:one" }] } } },
        });
      }
    });
  });

  it("takes no deadline for quant", async () => {
    const { run, call } = service({ jobSeconds: 1 });
    await run(async () => {
      expect(
        (await call("PUT", `${jobsPath("quant")}/a`, { body: goodBodies.quant, headers: deadline(5) })).status,
      ).toBe(202);
    });
  });

  it.each<[string, unknown, string]>([
    ["broken JSON", "{", "400 The body is not valid JSON [/]"],
    ["no units", { data: {} }, "400 The data field is required [/data]"],
    ["no data", {}, "400 The data field is required [/data]"],
    ["an unknown name", { data: { a: { ...paUnit, colour: 1 } } }, "[/data/a/colour]"],
    ["a wrong type", { data: { "a/b": { ...paUnit, dates: { enddate: 5 } } } }, "[/data/a~1b/dates/enddate]"],
    ["a missing name", { data: { a: { accounts: [] } } }, "[/data/a/componentid]"],
    ["a wrong enum value", { data: { a: paUnit }, meta: { format: "Xml" } }, "[/meta/format]"],
  ])("refuses %s with a pointer", async (_, body, expected) => {
    const { run, call, simulator } = service();
    await run(async () => {
      const reply = await call("PUT", `${jobs}/a`, { body });
      expect(reply.status).toBe(400);
      expect(problem(reply)).toContain(expected);
      expect(simulator.jobs).toEqual([]);
    });
  });

  it("can key its 400 by paths, as JSON text", async () => {
    const { run, call } = service({ badRequestDetail: "keyed" });
    await run(async () => {
      const { json } = await call("POST", jobs, { body: { data: { 1: { ...paUnit, dates: { enddate: 5 } } } } });
      const detail = (json as { errors: { detail: string }[] }).errors[0]?.detail ?? "";
      expect(Object.keys(JSON.parse(detail))).toEqual(["data.1.dates.enddate"]);
    });
  });

  it.each<[string, Record<string, string>, string]>([
    ["another content type", { "content-type": "text/plain" }, "415 The Content-Type header must be application/json"],
    [
      "a deadline that is no number",
      deadline("soon"),
      "400 The long-running deadline must be a whole number of seconds",
    ],
  ])("refuses %s", async (_, headers, expected) => {
    const { run, call } = service();
    await run(async () => expect(problem(await call("POST", jobs, { body: goodBodies.pa, headers }))).toBe(expected));
  });

  it("refuses a long body, and an id that is none", async () => {
    const { run, call } = service({ maxBodyBytes: 1000 });
    await run(async () => {
      const long = { data: { one: { ...paUnit, currencyisocode: "x".repeat(1000) } } };
      const reply = await call("POST", jobs, { body: long });
      expect(reply.json).toMatchObject({ errors: [{ code: "RequestEntityTooLarge" }] });
      expect(reply.status).toBe(413);
      expect(problem(await call("PUT", `${jobs}/a%20b`, { body: goodBodies.pa }))).toBe(
        "400 The calculation identifier is invalid [id]",
      );
    });
  });

  it("answers 409 to a PUT with the parameters of another living job", async () => {
    const { run, call, later, simulator } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: { data: { one: paUnit } } });
      const { dates, ...rest } = paUnit;
      const conflict = await call("PUT", `${jobs}/b`, { body: { data: { one: { dates, ...rest } } } });
      expect(problem(conflict)).toBe("409 A duplicate calculation with the same parameters exists (a) [/data]");
      expect(simulator.jobs).toHaveLength(1);
      expect((await call("PUT", `${jobs}/c`, { body: { data: { two: paUnit } } })).status).toBe(202);
      expect((await call("POST", jobs, { body: { data: { one: paUnit } } })).status).toBe(202);
      await call("PUT", `${jobs}/d`, { body: { data: { three: paUnit } } });
      await call("DELETE", `${jobs}/d`);
      expect((await call("PUT", `${jobs}/e`, { body: { data: { three: paUnit } } })).status).toBe(202);
      await later(100);
      await call("GET", `${jobs}/e/units/three/result`);
      expect((await call("PUT", `${jobs}/f`, { body: { data: { three: paUnit } } })).status).toBe(202);
    });
  });

  it("can let duplicates pass", async () => {
    const { run, call } = service({ duplicates: "allow" });
    await run(async () => {
      for (const id of ["a", "b"])
        expect((await call("PUT", `${jobs}/${id}`, { body: goodBodies.pa })).status).toBe(202);
    });
  });

  it("by PUT on an existing id updates the job and runs it again", async () => {
    const { run, call, later, simulator } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      await later(100);
      await call("GET", `${jobs}/a/units/one/result`);
      expect((await call("PUT", `${jobs}/a`, { body: { data: { other: paUnit } } })).status).toBe(202);
      expect((await call("GET", `${jobs}/a/status`)).status).toBe(202);
      expect(problem(await call("GET", `${jobs}/a/units/one/result`))).toBe(
        "404 Calculation Unit Identifier one not found",
      );
      await later(100);
      expect((await call("GET", `${jobs}/a/units/other/result`)).status).toBe(200);
      expect(simulator.jobs).toMatchObject([{ id: "a", creates: 2, units: [{ id: "other", resultReads: 1 }] }]);
    });
  });

  it("is refused when too many units would run, until some have ended", async () => {
    const { run, call, later } = service({ maxRunningUnits: 3, jobSeconds: 30 });
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: { data: { 1: paUnit, 2: paUnit } } });
      await later(10);
      const refused = await call("PUT", `${jobs}/b`, { body: { data: { 1: paUnit, 2: badUnit } } });
      expect([problem(refused), refused.headers.get("retry-after")]).toEqual([
        "429 2 units are more than the 1 that may still run",
        "20",
      ]);
      expect((await call("PUT", `${jobs}/a`, { body: { data: { 1: paUnit, 2: paUnit, 3: badUnit } } })).status).toBe(
        202,
      );
      await later(30);
      expect((await call("PUT", `${jobs}/b`, { body: { data: { 1: paUnit, 2: badUnit } } })).status).toBe(202);
    });
  });

  it.each<[SimulatorOptions, string]>([
    [{ location: "path" }, `${jobs}/a/status`],
    [{ publicOrigin: "https://api.example" }, `https://api.example${jobs}/a/status`],
    [{}, `${origin}${jobs}/a/status`],
  ])("tells its address as %j", async (options, location) => {
    const { run, call } = service(options);
    await run(async () => {
      const { headers } = await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect(headers.get("location")).toBe(location);
    });
  });

  it("tells the job's id in a header where the service is set so", async () => {
    const { run, call } = service({ calculationIdHeader: true });
    await run(async () => {
      const { headers } = await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect(headers.get("x-vendor-api-calculation-id")).toBe("a");
    });
  });
});

describe("the time of a job", () => {
  it.each<[SimulatorOptions["jobSeconds"], (seconds: number) => boolean]>([
    [7, (seconds) => seconds === 7],
    [[2, 30], (seconds) => seconds >= 2 && seconds <= 30],
    [[0, 5], (seconds) => seconds >= 0 && seconds <= 5],
    [({ family, id, units }) => family.length + id.length + units, (seconds) => seconds === 4],
  ])("follows %j", async (jobSeconds = 5, isRight) => {
    const { run, call, simulator } = service({ jobSeconds });
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect(simulator.jobs[0]?.seconds).toSatisfy(isRight);
    });
  });
});
