import { families, familyIds } from "@analytics-engines/core/basics";
import { describe, expect, it } from "vitest";
import type { SimulatorOptions } from "../src/index.ts";
import { badUnit, goodBodies, jobsPath, paUnit, problem, service } from "./support/service.ts";

const engines = "/analytics/engines";
const id64 = "0".repeat(64);
const profiles = ["default", "strict"] as const;
const calls = (options: SimulatorOptions) => service({ jobSeconds: 10, ...options });

describe.each(profiles)("the profile %s", (profile) => {
  const isDefault = profile === "default";

  it.each(familyIds.filter((family) => family !== "fiab"))(
    "has no status and no result of %s after the last result was read, also beside a failed unit",
    async (family) => {
      const { run, call, later } = calls({ profile });
      const path = `${jobsPath(family)}/a`;
      const body = family === "pa" ? { data: { one: paUnit, two: paUnit, bad: badUnit } } : goodBodies[family];
      const results = [families[family].answers === "single" ? "result" : "units/one/result"];
      if (family === "pa") results.push("units/two/result");
      await run(async () => {
        await call("PUT", path, { body });
        await later(10);
        for (const result of results) {
          expect((await call("GET", `${path}/${result}`)).status).toBe(200);
          const isLast = result === results.at(-1);
          expect((await call("GET", `${path}/status`)).status).toBe(isLast ? 404 : 200);
        }
        for (const what of ["status", ...results])
          expect(problem(await call("GET", `${path}/${what}`))).toBe("404 Calculation not found");
        expect((await call("GET", path)).status).toBe(200);
      });
    },
  );

  it(`${isDefault ? "keeps" : "does not keep"} the result of a 201 status at its address`, async () => {
    const { run, call, later, simulator } = calls({ profile });
    const path = `${jobsPath("npo")}/a`;
    await run(async () => {
      await call("PUT", path, { body: goodBodies.npo });
      await later(10);
      const status = await call("GET", `${path}/status`);
      expect(status.status).toBe(201);
      expect(simulator.jobs).toMatchObject([{ returned: true, units: [{ returned: true, resultReads: 1 }] }]);
      const result = await call("GET", `${path}/result`);
      if (isDefault) expect([result.status, result.text]).toEqual([200, status.text]);
      else expect(problem(result)).toBe("404 Calculation not found");
      // After the result was read at its own address, the job is gone in both profiles.
      for (const what of ["status", "result"])
        expect(problem(await call("GET", `${path}/${what}`))).toBe("404 Calculation not found");
      // After the result was given, the same parameters can be sent again.
      expect((await call("PUT", `${jobsPath("npo")}/b`, { body: goodBodies.npo })).status).toBe(202);
    });
  });

  it(`has ${isDefault ? "an" : "no"} info document after the result, and none after a cancel`, async () => {
    const { run, call, later } = calls({ profile });
    const path = `${jobsPath("quant")}/q`;
    await run(async () => {
      await call("PUT", path, { body: goodBodies.quant });
      expect((await call("GET", `${path}/units/one/info`)).status).toBe(404);
      await later(10);
      expect((await call("GET", `${path}/units/one/result`)).status).toBe(200);
      expect((await call("GET", `${path}/units/one/info`)).status).toBe(isDefault ? 200 : 404);
      expect((await call("GET", `${path}/units/one/result`)).status).toBe(404);
      await call("DELETE", path);
      expect(problem(await call("GET", `${path}/units/one/info`))).toBe("404 Calculation not found");
    });
  });

  it.each(["pa", "spar", "vault", "pub", "quant"] as const)("answers an empty list of %s", async (family) => {
    const { run, call } = calls({ profile });
    await run(async () => {
      const list = await call("GET", jobsPath(family));
      if (!isDefault || family === "quant") return expect(problem(list)).toBe("404 Calculation not found");
      expect(list.status).toBe(200);
      expect(list.json).toEqual({
        data: {},
        meta: {
          pagination: {
            pageNumber: 1,
            pageSize: 20,
            totalPages: 0,
            totalCalculations: 0,
            nextPage: null,
            previousPage: null,
          },
        },
      });
    });
  });

  it("finds no page beyond the last", async () => {
    const { run, call } = calls({ profile });
    await run(async () => {
      await call("PUT", `${jobsPath("pa")}/a`, { body: goodBodies.pa });
      expect((await call("GET", `${jobsPath("pa")}?pageNumber=2`)).status).toBe(404);
    });
  });

  it(`tells ${isDefault ? "always" : "after a poll"} when a job was last polled`, async () => {
    const { run, call, later } = calls({ profile });
    await run(async () => {
      await call("PUT", `${jobsPath("pa")}/a`, { body: goodBodies.pa });
      await call("POST", jobsPath("fiab"), { body: goodBodies.fiab });
      const start = "2026-01-01T00:00:00.000Z";
      const { json: list } = await call("GET", jobsPath("pa"));
      expect(list).toMatchObject({ data: { a: { lastPollTime: isDefault ? start : null } } });
      const { json: batches } = await call("GET", jobsPath("fiab"));
      expect(Object.values(batches as object)).toEqual([
        { requesttime: start, lastpolltime: isDefault ? start : null },
      ]);
      await later(5);
      await call("GET", `${jobsPath("pa")}/a/status`);
      const { json: polled } = await call("GET", jobsPath("pa"));
      expect(polled).toMatchObject({ data: { a: { lastPollTime: "2026-01-01T00:00:05.000Z" } } });
    });
  });

  it.each(["pa", "quant", "fi", "afi", "axp", "bpm", "fpo", "npo"] as const)(
    "answers a create of %s with or without its id in a header",
    async (family) => {
      const hasHeader = isDefault && !["pa", "quant"].includes(family);
      for (const [calculationIdHeader, expected] of [
        [undefined, hasHeader],
        [true, true],
        [false, false],
      ] as const) {
        const { run, call } = calls({ profile, ...(calculationIdHeader === undefined ? {} : { calculationIdHeader }) });
        await run(async () => {
          const { headers } = await call("PUT", `${jobsPath(family)}/a`, { body: goodBodies[family] });
          expect(headers.get("x-vendor-api-calculation-id")).toBe(expected ? "a" : null);
        });
      }
    },
  );

  it(`answers 406, 415, 429 and 500 ${isDefault ? "without" : "with"} a body`, async () => {
    const { run, call } = calls({
      profile,
      rateLimit: { limit: 4, windowSeconds: 60 },
      faults: ["currencies.list#2=500"],
    });
    const currencies = "/analytics/lookups/v3/currencies";
    await run(async () => {
      const replies = [
        await call("GET", currencies, { headers: { accept: "text/html" } }),
        await call("GET", currencies),
        await call("POST", jobsPath("pa"), { body: goodBodies.pa, headers: { "content-type": "text/plain" } }),
        await call("GET", `${jobsPath("pa")}/a/status`),
        await call("GET", currencies),
      ];
      expect(replies.map(({ status }) => status)).toEqual([406, 500, 415, 404, 429]);
      expect(replies.map(({ text }) => text !== "")).toEqual([!isDefault, !isDefault, !isDefault, true, !isDefault]);
      expect(replies[4]?.headers.get("retry-after")).toBe("60");
    });
  });

  it(`tells a 429 to a list ${isDefault ? "without" : "with"} the rate limit`, async () => {
    const { run, call } = calls({ profile, rateLimit: { limit: 1, windowSeconds: 60 } });
    await run(async () => {
      await call("GET", jobsPath("quant"));
      const { status, headers } = await call("GET", jobsPath("quant"));
      expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
      expect(headers.has("x-vendor-api-request-key")).toBe(true);
      expect(headers.has("x-vendor-api-ratelimit-limit")).toBe(!isDefault);
    });
  });

  it(`tells the rate limit of fiab ${isDefault ? "without" : "with"} the vendor's word`, async () => {
    const { run, call } = calls({ profile, vendorWord: "Acme", rateLimit: { limit: 9, windowSeconds: 60 } });
    await run(async () => {
      const { headers } = await call("POST", jobsPath("fiab"), { body: goodBodies.fiab });
      const names = ["limit", "remaining", "reset"].map((name) => `ratelimit-${name}`);
      const told = (prefix: string) => names.map((name) => headers.get(prefix + name));
      expect(told("x-")).toEqual(isDefault ? ["9", "8", "60"] : [null, null, null]);
      expect(told("x-acme-api-")).toEqual(isDefault ? [null, null, null] : ["9", "8", "60"]);
    });
  });

  it.each<[path: string, ofDefault: string, ofStrict: string]>([
    [
      `pa/v3/dates?enddate=0&componentid=${id64}&account=BMK:WORLD`,
      `404 Invalid component identifier: ${id64}`,
      `400 Invalid component identifier: ${id64} [componentid]`,
    ],
    [
      "pa/v3/dates?enddate=0&componentid=COMPONENT&account=Client:/X",
      "404 Account name: Client:/X fetch failed",
      "400 Account name: Client:/X fetch failed [account]",
    ],
    [
      "pa/v3/dates?enddate=soon&componentid=COMPONENT&account=BMK:WORLD",
      "404 Invalid end date input",
      "400 Invalid end date input [enddate]",
    ],
    ["pa/v3/columns/short", "400 Invalid column identifier: short", "404 Column not found"],
    [`pa/v3/columns/${id64}`, "404 Column not found", "404 Column not found"],
    ["pa/v3/components/short", "400 Invalid component identifier: short", "404 Component not found"],
    ["vault/v3/components/short", "400 Invalid component identifier: short", "404 Component not found"],
    [`spar/v3/components/${id64}`, "404 Component not found", "404 Component not found"],
    ["spar/v3/benchmarks?id=no%20id", "400 Invalid benchmark identifier: no id [id]", "404 Benchmark not found"],
    ["spar/v3/benchmarks?id=NO_ID", "404 Benchmark not found", "404 Benchmark not found"],
    [
      "spar/v3/accounts/nothing/returns-type",
      "400 Invalid account identifier: nothing [accountPath]",
      "404 Account not found",
    ],
    ["spar/v3/accounts/Client%3A%2FNOTHING/returns-type", "404 Account not found", "404 Account not found"],
    ["pa/v3/pricing-sources", "400 Please provide the directory parameter and try again!", "200"],
    ["pa/v3/pricing-sources?directory=vendor", "200", "200"],
  ])("answers %s", async (path, ofDefault, ofStrict) => {
    const { run, call } = calls({ profile });
    const address = `${engines}/${path.replace("COMPONENT", paUnit.componentid)}`;
    await run(async () => expect(problem(await call("GET", address))).toBe(isDefault ? ofDefault : ofStrict));
  });
});

it("titles no error with its code", async () => {
  const { run, call } = calls({ profile: "default" });
  await run(async () => {
    for (const path of [`${jobsPath("pa")}/a/status`, `${engines}/pa/v3/columns/short`]) {
      const { json } = await call("GET", path);
      expect(json).toMatchObject({ errors: [{ code: expect.any(String), title: "Failed to process request" }] });
    }
  });
});

it("can key a 400 by the service's own names, with the number of the unit", async () => {
  const { run, call } = calls({ badRequestDetail: "dictionary" });
  const keysOf = async (family: "vault" | "fi", body: object) => {
    const { status, json } = await call("POST", jobsPath(family), { body });
    expect(status).toBe(400);
    const [error] = (json as { errors: { detail: string }[] }).errors;
    return Object.keys(JSON.parse(error?.detail ?? ""));
  };
  const [unit] = Object.values((goodBodies.vault as { data: Record<string, object> }).data);
  await run(async () => {
    const broken = { ...unit, account: { id: 5 } };
    expect(await keysOf("vault", { data: { good: unit, bad: broken } })).toEqual([
      "CalculationParametersDictionary[1].Value.Account.Id",
    ]);
    expect(
      await keysOf("fi", { data: { ...(goodBodies.fi as { data: object }).data, securities: [{ face: "x" }] } }),
    ).toContain("Data.Securities[0].Face");
  });
});
