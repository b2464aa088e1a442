import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scriptedApi } from "../../../test/support/jobs/scripted-api.ts";
import { clientBefore, createWorld, only, requests } from "../../../test/support/world.ts";
import { missingUnits } from "./units.ts";

const units = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, { status: "Success" }]));

/** Runs a job of the units `asked`. The status of the service names the units `named`, and says that the job is finished. */
async function runNaming(asked: readonly string[], named: readonly string[]) {
  const world = createWorld();
  const client = clientBefore(world, ({ method, url }) => {
    if (method !== "GET" || !url.endsWith("/status")) return undefined;
    return Response.json({ data: { status: "Completed", units: units(...named) } });
  });
  return { world, outcome: only(await world.run([requests.paUnits(asked)], { client })) };
}

describe("a unit whose id no request can name", () => {
  it.each(["..", ".", "", "\ud800", "x".repeat(100_000)])("(%#) fails alone: the others are read", async (id) => {
    const { world, outcome } = await runNaming(["a", "b"], ["a", id, "b"]);
    expect(outcome.status).toBe("failure");
    const bad = outcome.units.filter(({ status }) => status !== "success");
    expect(only(bad)).toMatchObject({ status: "failure", errors: [{ code: "bad-unit-id" }] });
    expect(only(bad).id.length).toBeLessThan(300);
    expect(outcome.units.map(({ id: one }) => one)).toEqual(expect.arrayContaining(["a", "b"]));
    expect(only(world.simulator.jobs).units.map(({ resultReads }) => resultReads)).toEqual([1, 1]);
  });
});

describe("a finished job", () => {
  it("that names a unit in other letter case has it", async () => {
    const api = scriptedApi("pa", { status: 200, body: { data: { status: "Completed", units: units("WEIGHTS ") } } });
    expect(await api.status("1", { units: ["weights"] })).toMatchObject({ state: "done", units: [{ id: "WEIGHTS " }] });
  });

  it("that names other units than those asked for is asked again, and then those are missing", async () => {
    const { world, outcome } = await runNaming(["a"], ["b"]);
    expect(outcome).toMatchObject({ status: "failure" });
    expect(outcome.units.find(({ id }) => id === "a")).toMatchObject({
      status: "failure",
      errors: [{ code: "unit-missing" }],
    });
    expect(world.clock.now()).toBeGreaterThan(10_000);
  });

  it("that names none of its units for a moment is waited for", async () => {
    const world = createWorld();
    let reads = 0;
    const client = clientBefore(world, ({ method, url }) => {
      if (method !== "GET" || !url.endsWith("/status") || reads++ >= 3) return undefined;
      return Response.json({ data: reads === 1 ? null : { status: "Completed", units: {} } });
    });
    expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
  });

  it("that names a unit twice, in other letter case, gives the result to the one that was asked for", async () => {
    const { world, outcome } = await runNaming(["a"], ["A", "a"]);
    expect(outcome.units).toMatchObject([
      { id: "A", status: "failure", errors: [{ code: "ambiguous-unit-id" }] },
      { id: "a", status: "success" },
    ]);
    expect(only(world.simulator.jobs).units.map(({ resultReads }) => resultReads)).toEqual([1]);
  });

  it("that names one of two units whose ids differ in letter case leaves the other missing", async () => {
    const { outcome } = await runNaming(["a", "A"], ["a"]);
    expect(outcome.units).toMatchObject([
      { id: "a", status: "success" },
      { id: "A", status: "failure", errors: [{ code: "unit-missing" }] },
    ]);
  });
});

describe("missingUnits", () => {
  const id = fc.constantFrom("a", "A", " a", "b", "B", "c", "..");

  it("needs a report of its own for each unit", () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.uniqueArray(id), (asked, named) => {
        const missing = missingUnits(
          asked,
          named.map((one) => ({ id: one })),
        );
        const found = asked.filter((one) => !missing.includes(one));
        for (const one of asked) if (named.includes(one)) expect(found).toContain(one);
        for (const one of ["a", "b", "c", ".."]) {
          const like = (other: string) => other.trim().toLowerCase() === one;
          expect(found.filter(like).length).toBe(Math.min(asked.filter(like).length, named.filter(like).length));
        }
      }),
    );
  });
});
