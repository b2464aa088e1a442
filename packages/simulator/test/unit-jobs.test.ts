import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../core/test/support/sample.ts";
import { badUnit, goodBodies, jobsPath, origin, paUnit, problem, service } from "./support/service.ts";

const jobs = jobsPath("pa");

describe("a job with units", () => {
  it("is created by PUT, runs, completes, gives each result once, and then is not found", async () => {
    const { run, call, later, simulator } = service({ jobSeconds: 100, maxAgeSeconds: 5 });
    await run(async () => {
      const created = await call("PUT", `${jobs}/a`, {
        body: { data: { one: paUnit, two: { ...paUnit, currencyisocode: "EUR" } } },
      });
      expect(created.status).toBe(202);
      expect(created.headers.get("location")).toBe(`${origin}${jobs}/a/status`);
      expect(created.json).toMatchObject({
        data: { calculationid: "a", status: "Queued", units: { one: { status: "Queued" }, two: { status: "Queued" } } },
      });

      await later(30);
      const running = await call("GET", `${jobs}/a/status`);
      expect(running.status).toBe(202);
      expect(running.headers.get("cache-control")).toBe("max-age=5");
      expect(Number(running.headers.get("x-vendor-api-pickup-progress"))).toBeGreaterThan(0);
      expect(running.json).toMatchObject({
        data: { status: "Executing", units: { one: { status: "Executing" }, two: { status: "Queued" } } },
      });
      expect(problem(await call("GET", `${jobs}/a/units/one/result`))).toBe(
        "404 Calculation Unit identifier one not completed yet",
      );

      await later(40);
      expect(problem(await call("GET", `${jobs}/a/units/two/result`))).toBe(
        "404 Calculation Unit identifier two not completed yet",
      );
      const first = await call("GET", `${jobs}/a/units/one/result`);
      expect(first.status).toBe(200);
      expect(first.json).toHaveProperty("data");

      await later(30);
      const done = await call("GET", `${jobs}/a/status`);
      expect(done.status).toBe(200);
      expect(done.headers.get("cache-control")).toBeNull();
      expect(done.headers.get("x-vendor-api-pickup-progress")).toBeNull();
      const address = `${origin}${jobs}/a/units/two/result`;
      expect(done.json).toMatchObject({
        data: { status: "Completed", units: { two: { status: "Success", result: address, progress: "100" } } },
      });
      expect(problem(await call("GET", `${jobs}/a/units/one/result`))).toBe(
        "404 Calculation Unit Identifier one not found",
      );
      expect((await call("GET", `${jobs}/a/units/two/result`)).status).toBe(200);

      for (const path of ["status", "units/two/result", "units/one/result"]) {
        expect(problem(await call("GET", `${jobs}/a/${path}`))).toBe("404 Calculation not found");
      }
      expect(simulator.jobs).toMatchObject([
        {
          id: "a",
          family: "pa",
          creates: 1,
          returned: true,
          units: [
            { id: "one", resultReads: 1, resultAttempts: 4 },
            { id: "two", resultReads: 1 },
          ],
        },
      ]);
    });
  });

  it("is given an id of 32 hex digits by POST, the same for the same seed", async () => {
    const ids: (string | undefined)[] = [];
    for (const seed of [1, 1, 2]) {
      const { run, call } = service({ seed });
      await run(async () => {
        const { headers } = await call("POST", jobs, { body: goodBodies.pa });
        ids.push(/calculations\/([0-9a-f]{32})\/status$/.exec(headers.get("location") ?? "")?.[1]);
      });
    }
    expect(ids[0]).toBeDefined();
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it("completes although a unit fails, and the failed unit tells why", async () => {
    const { run, call, later } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: { data: { good: paUnit, bad: badUnit } } });
      await later(100);
      const { status, json } = await call("GET", `${jobs}/a/status`);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        data: {
          status: "Completed",
          units: { good: { status: "Success", errors: null }, bad: { status: "Failed", result: null } },
        },
      });
      const [error] = (json as { data: { units: { bad: { errors: { id: string; code: string; detail: string }[] } } } })
        .data.units.bad.errors;
      expect(error).toMatchObject({ id: "a:bad", code: "400" });
      expect(error?.detail).toContain("Invalid component identifier:");
      expect(problem(await call("GET", `${jobs}/a/units/bad/result`))).toBe(
        "404 Calculation Unit Identifier bad not found",
      );
    });
  });

  it("is canceled once, running or completed, and then is not found", async () => {
    const { run, call, later, simulator } = service();
    await run(async () => {
      for (const [id, seconds] of [
        ["running", 10],
        ["completed", 100],
      ] as const) {
        await call("PUT", `${jobs}/${id}`, { body: { data: { [id]: paUnit } } });
        await later(seconds);
        const canceled = await call("DELETE", `${jobs}/${id}`);
        expect([canceled.status, canceled.text]).toEqual([204, ""]);
        expect(problem(await call("DELETE", `${jobs}/${id}`))).toBe("404 Calculation not found");
        expect(problem(await call("GET", `${jobs}/${id}/status`))).toBe("404 Calculation not found");
        expect(problem(await call("GET", `${jobs}/${id}/units/${id}/result`))).toBe("404 Calculation not found");
      }
      expect(simulator.jobs.map(({ state, cancels }) => [state, cancels])).toEqual([
        ["Cancelled", 1],
        ["Cancelled", 1],
      ]);
    });
  });

  it.each([
    ["GET", "/nobody"],
    ["GET", "/nobody/status"],
    ["GET", "/nobody/units/one/result"],
    ["DELETE", "/nobody"],
  ])("answers 404 to %s %s", async (method, path) => {
    const { run, call } = service();
    await run(async () => expect(problem(await call(method, `${jobs}${path}`))).toBe("404 Calculation not found"));
  });

  it("names a unit that it does not have", async () => {
    const { run, call } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: goodBodies.pa });
      expect(problem(await call("GET", `${jobs}/a/units/a%2Fb%20c/result`))).toBe(
        "404 Calculation Unit Identifier a/b c not found",
      );
    });
  });

  it("writes any unit id into an address that can be called, or refuses it", async () => {
    const id = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("ä/b c?", ".", "..", "", "100%", "%2F", "a+b&c=d#e", "\ud800"),
    );
    await fc.assert(
      fc.asyncProperty(id, async (id) => {
        const { run, call, later } = service();
        await run(async () => {
          const created = await call("PUT", `${jobs}/a`, {
            body: `{"data":{${JSON.stringify(id)}:${JSON.stringify(paUnit)}}}`,
          });
          if (created.status === 400) {
            expect(["", ".", "..", "__proto__"].includes(id) || id.length > 200 || !id.isWellFormed()).toBe(true);
            return;
          }
          await later(100);
          const { json, headers } = await call("GET", `${jobs}/a/status`);
          const [[unitId, unit] = []] = Object.entries(
            (json as { data: { units: Record<string, { result: string }> } }).data.units,
          );
          expect(unitId).toBe(id);
          expect(headers.get("location")).toBe(unit?.result);
          expect((await call("GET", unit?.result.slice(origin.length) ?? "")).status).toBe(200);
        });
      }),
      { numRuns: sampleSize(100) },
    );
  });

  it("gives its parameters back, also after its end", async () => {
    const { run, call } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, {
        body: { Data: { One: { ComponentId: paUnit.componentid } }, meta: { FORMAT: "jsonSTACH" } },
      });
      await call("DELETE", `${jobs}/a`);
      const { status, json } = await call("GET", `${jobs}/a`);
      expect([status, json]).toEqual([
        200,
        { data: { One: { componentid: paUnit.componentid.toLowerCase() } }, meta: { FORMAT: "jsonSTACH" } },
      ]);
    });
  });

  it("has, for quant, an info document until the result was given", async () => {
    const { run, call, later, simulator } = service();
    const path = `${jobsPath("quant")}/q`;
    await run(async () => {
      await call("PUT", path, { body: goodBodies.quant });
      expect(problem(await call("GET", `${path}/units/one/info`))).toBe(
        "404 Calculation Unit identifier one not completed yet",
      );
      await later(100);
      const { json } = await call("GET", `${path}/status`);
      expect(json).toMatchObject({ meta: { units: { one: { info: `${origin}${path}/units/one/info` } } } });
      for (let i = 0; i < 2; i += 1) expect((await call("GET", `${path}/units/one/info`)).status).toBe(200);
      expect((await call("GET", `${path}/units/one/result`)).status).toBe(200);
      expect(problem(await call("GET", `${path}/units/one/info`))).toBe("404 Calculation not found");
      expect(simulator.jobs).toMatchObject([{ units: [{ infoReads: 2, resultReads: 1 }] }]);
    });
  });

  it("gives a pub result as the bytes of a document", async () => {
    const { run, call, later } = service();
    const path = `${jobsPath("pub")}/p`;
    await run(async () => {
      await call("PUT", path, { body: goodBodies.pub });
      await later(100);
      const { headers, text } = await call("GET", `${path}/units/one/result`);
      expect([headers.get("content-type"), text.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
    });
  });
});
