import { describe, expect, it } from "vitest";
import { jobsPath, origin, paUnit, problem, service } from "./support/service.ts";

const jobs = jobsPath("pa");
type List = { data: Record<string, unknown>; meta: { pagination: Record<string, unknown> } };

describe("the list of jobs", () => {
  it("has the newest first, 20 to a page, and tells where the next is", async () => {
    const { run, call } = service();
    await run(async () => {
      for (let i = 1; i <= 45; i += 1)
        await call("PUT", `${jobs}/job-${i}`, { body: { data: { [`unit ${i}`]: paUnit } } });
      await call("PUT", `${jobsPath("vault")}/other`, {});
      const pages = [];
      for (const pageNumber of [1, 2, 3])
        pages.push((await call("GET", `${jobs}?pageNumber=${pageNumber}`)).json as List);
      const ids = pages.map(({ data }) => Object.keys(data));
      expect(ids.map((page) => page.length)).toEqual([20, 20, 5]);
      expect(ids.flat()).toEqual(Array.from({ length: 45 }, (_, index) => `job-${45 - index}`));
      expect(pages.map(({ meta }) => meta.pagination)).toEqual([
        {
          pageNumber: 1,
          pageSize: 20,
          totalPages: 3,
          totalCalculations: 45,
          nextPage: `${origin}${jobs}?pageNumber=2`,
          previousPage: null,
        },
        {
          pageNumber: 2,
          pageSize: 20,
          totalPages: 3,
          totalCalculations: 45,
          nextPage: `${origin}${jobs}?pageNumber=3`,
          previousPage: `${origin}${jobs}?pageNumber=1`,
        },
        {
          pageNumber: 3,
          pageSize: 20,
          totalPages: 3,
          totalCalculations: 45,
          nextPage: null,
          previousPage: `${origin}${jobs}?pageNumber=2`,
        },
      ]);
      expect((await call("GET", jobs)).json).toEqual(pages[0]);
    });
  });

  it("tells the state as it was last asked for", async () => {
    const { run, call, later } = service();
    await run(async () => {
      await call("PUT", `${jobs}/a`, { body: { data: { one: paUnit, two: paUnit } } });
      const entry = async () => ((await call("GET", jobs)).json as List).data["a"];
      expect(await entry()).toEqual({
        status: "Queued",
        units: 2,
        requestTime: "2026-01-01T00:00:00.000Z",
        lastPollTime: null,
      });
      await later(50);
      expect(await entry()).toMatchObject({ status: "Queued" });
      await call("GET", `${jobs}/a/status`);
      await later(100);
      expect(await entry()).toMatchObject({ status: "Executing", lastPollTime: "2026-01-01T00:00:50.000Z" });
      await call("DELETE", `${jobs}/a`);
      expect(await entry()).toMatchObject({ status: "Cancelled" });
    });
  });

  it("is not found where it is empty", async () => {
    const { run, call } = service();
    await run(async () => {
      expect(problem(await call("GET", jobs))).toBe("404 Calculation not found");
      await call("PUT", `${jobs}/a`, { body: { data: { one: paUnit } } });
      expect((await call("GET", jobs)).status).toBe(200);
      expect(problem(await call("GET", `${jobs}?pageNumber=2`))).toBe("404 Calculation not found");
    });
  });

  it.each(["0", "-1", "1.5", "one", "1e3", ""])("refuses page %j", async (page) => {
    const { run, call } = service();
    await run(async () => {
      const reply = await call("GET", `${jobs}?pageNumber=${page}`);
      expect(problem(reply)).toBe("400 The page number must be a whole number of at least 1 [pageNumber]");
    });
  });
});
