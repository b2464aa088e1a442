import { describe, expect, it } from "vitest";
import { goodBodies, jobsPath, problem, service } from "./support/service.ts";

const families = ["fi", "afi", "axp", "bpm", "fpo", "npo"] as const;

describe.each(families)("a job of %s", (family) => {
  const path = `${jobsPath(family)}/a`;

  it("answers its id, runs without a body, and gives its result in the status, once", async () => {
    const { run, call, later, simulator } = service();
    await run(async () => {
      const created = await call("PUT", path, { body: goodBodies[family] });
      expect([created.status, created.json]).toEqual([202, { data: { calculationId: "a" } }]);
      expect(created.headers.get("location")).toContain(`${path}/status`);
      await later(50);
      const running = await call("GET", `${path}/status`);
      expect([running.status, running.text, running.headers.get("cache-control")]).toEqual([202, "", "max-age=2"]);
      expect(running.headers.get("x-vendor-api-pickup-progress")).toMatch(/^\d+$/);
      expect(problem(await call("GET", `${path}/result`))).toBe("404 Calculation not completed yet");
      await later(50);
      const done = await call("GET", `${path}/status`);
      expect(done.status).toBe(201);
      expect(done.json).toHaveProperty("data");
      for (const what of ["status", "result"])
        expect(problem(await call("GET", `${path}/${what}`))).toBe("404 Calculation not found");
      expect(simulator.jobs).toMatchObject([{ units: [{ id: "result", resultReads: 1 }] }]);
    });
  });

  it("gives its result at its address too, once", async () => {
    const { run, call, later } = service();
    await run(async () => {
      await call("PUT", path, { body: goodBodies[family] });
      await later(100);
      const result = await call("GET", `${path}/result`);
      expect(result.status).toBe(200);
      expect(result.json).toHaveProperty("data");
      expect(problem(await call("GET", `${path}/status`))).toBe("404 Calculation not found");
    });
  });

  it("gives a result within the deadline in the create", async () => {
    const { run, call } = service({ jobSeconds: 3 });
    await run(async () => {
      const headers = { "x-vendor-api-long-running-deadline": "5" };
      expect((await call("PUT", path, { body: goodBodies[family], headers })).status).toBe(201);
      expect(problem(await call("GET", `${path}/result`))).toBe("404 Calculation not found");
    });
  });

  it("can be canceled and read back", async () => {
    const { run, call } = service();
    await run(async () => {
      await call("PUT", path, { body: goodBodies[family] });
      expect((await call("GET", path)).json).toHaveProperty("data");
      expect((await call("DELETE", path)).status).toBe(204);
      expect((await call("DELETE", path)).status).toBe(404);
      expect((await call("GET", `${path}/status`)).status).toBe(404);
    });
  });
});

describe.each(families.slice(1))("an optimization of %s", (family) => {
  it("with an unknown strategy fails when it is asked for", async () => {
    const { run, call, later } = service();
    const path = `${jobsPath(family)}/a`;
    const { data } = goodBodies[family] as { data: object };
    await run(async () => {
      expect(
        (await call("PUT", path, { body: { data: { ...data, strategy: { id: "Client:/Nothing" } } } })).status,
      ).toBe(202);
      await later(100);
      for (const what of ["status", "result"]) {
        const failed = await call("GET", `${path}/${what}`);
        expect(failed.status).toBe(400);
        expect(problem(failed)).toContain("Client:/Nothing");
      }
    });
  });
});

describe("a job of fi", () => {
  it("gets the number of jobs that may still run", async () => {
    const { run, call } = service({ maxRunningUnits: 3 });
    await run(async () => {
      const { headers } = await call("POST", jobsPath("fi"), { body: goodBodies.fi });
      expect([
        headers.get("x-vendor-api-calculations-limit"),
        headers.get("x-vendor-api-calculations-remaining"),
      ]).toEqual(["3", "2"]);
    });
  });
});

describe("a job of fiab", () => {
  const path = jobsPath("fiab");

  it("is created without a body, and tells all it has to tell in its status", async () => {
    const { run, call, later } = service();
    await run(async () => {
      const created = await call("POST", path, { body: goodBodies.fiab });
      expect([created.status, created.text]).toEqual([202, ""]);
      const location = new URL(created.headers.get("location") ?? "").pathname;
      expect(location).toMatch(/\/fiab\/v1\/calculations\/[0-9a-f]{32}$/);
      const id = location.split("/").at(-1);

      expect((await call("GET", location)).json).toMatchObject({ id, status: "Pending", progress: 0 });
      await later(60);
      const running = await call("GET", location);
      expect(running.status).toBe(202);
      expect(running.json).toMatchObject({ status: "InProgress", completiondatetime: null });
      await later(40);
      for (let i = 0; i < 2; i += 1) {
        const done = await call("GET", location);
        expect(done.status).toBe(200);
        expect(done.json).toMatchObject({ id, status: "Done", progress: 100 });
      }
      const list = await call("GET", path);
      expect(list.json).toEqual({ [id ?? ""]: { requesttime: expect.any(String), lastpolltime: expect.any(String) } });
    });
  });

  it("with an unknown account ends in an error", async () => {
    const { run, call, later } = service();
    await run(async () => {
      const created = await call("POST", path, {
        body: { ...goodBodies.fiab, account: { id: "Client:/NOBODY.ACCT" } },
      });
      await later(100);
      const { status, json } = await call("GET", new URL(created.headers.get("location") ?? "").pathname);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        status: "Error",
        batchevents: [{ type: "Error", message: expect.stringContaining("NOBODY") }],
      });
    });
  });

  it("can be neither put nor canceled", async () => {
    const { run, call } = service();
    await run(async () => {
      expect((await call("PUT", `${path}/a`, { body: goodBodies.fiab })).status).toBe(404);
      expect((await call("DELETE", `${path}/a`)).status).toBe(404);
    });
  });
});
