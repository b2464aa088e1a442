import { expect, it } from "vitest";
import { knownGood } from "../../../../simulator/src/index.ts";
import { createWorld, only, requests, type World } from "../../../test/support/world.ts";
import type { JobRequest, RunEvent } from "../types.ts";

const { components, accounts } = knownGood();
/** One day of a small account: the simulated service computes it in no time. */
const unit = {
  componentid: components.pa.weights,
  accounts: [{ id: accounts.small, holdingsmode: "B&H" }],
  dates: { enddate: "20240102", frequency: "Single" },
};
const small = (count: number): JobRequest => ({
  key: "units.pa.json",
  family: "pa",
  body: { data: Object.fromEntries(named(count).map((id) => [id, unit])) },
});
const named = (count: number) => Array.from({ length: count }, (_, index) => `unit ${index}`);

/** Runs a job of `total` units, and calls `act` as soon as `ended` of them have ended. `seconds` is the time from then to the end. */
async function runAnd(world: World, total: number, ended: number, act: (jobId: string) => unknown) {
  let count = 0;
  let actedAt = 0;
  const onEvent = (event: RunEvent) => {
    if (event.type !== "unit-finished" || ++count !== ended) return;
    actedAt = world.clock.now();
    act(only(world.simulator.jobs).id);
  };
  const outcome = only(await world.run([small(total)], { onEvent }));
  const lost = outcome.units.filter(({ status }) => status === "lost").map(({ id }) => id);
  return { outcome, lost, seconds: (world.clock.now() - actedAt) / 1000 };
}

const readElsewhere = async (world: World, jobId: string, unitId: string) =>
  (await world.client.pa.calculations.result(jobId, unitId)).data.bytes();
const asked = (world: World, word: string) => world.traffic().filter((line) => line.split(" ")[1] === word).length;
const given = (world: World) => only(world.simulator.jobs).units.filter(({ resultReads }) => resultReads > 0);

it("a job that is canceled elsewhere when 10 of 500 results are read ends at once: the others are lost", {
  tags: "full",
}, async () => {
  const world = createWorld();
  const before = { results: 0, statuses: 0 };
  const { outcome, lost, seconds } = await runAnd(world, 500, 10, (id) => {
    before.results = asked(world, "result");
    before.statuses = asked(world, "status");
    return world.client.pa.calculations.cancel(id);
  });
  expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" } });
  expect(outcome.units.map(({ id }) => id)).toEqual(named(500));
  expect(lost).toEqual(named(500).slice(given(world).length));
  expect(given(world).length).toBeLessThanOrEqual(11);
  expect(outcome.units.at(-1)?.errors[0]?.detail).toMatch(
    /unit 499 of job \w+ .* is lost: .*canceled or read elsewhere/,
  );
  expect(seconds).toBeLessThan(5);
  // Two requests for one unit and one for the next: the status between them shows that the rest is gone.
  expect(asked(world, "result") - before.results).toBeLessThanOrEqual(4);
  expect(asked(world, "status") - before.statuses).toBe(1);
  // The journal records no read for which no request was sent.
  expect(world.entries.filter(({ type }) => type === "reading")).toHaveLength(asked(world, "result") - 1);
});

it("only the results that somebody else reads are lost while the job has others", async () => {
  const world = createWorld();
  const { lost } = await runAnd(world, 12, 3, async (id) => {
    for (const unit of ["unit 6", "unit 7", "unit 9"]) await readElsewhere(world, id, unit);
  });
  expect(lost).toEqual(["unit 6", "unit 7", "unit 9"]);
});

it("a status that is denied gives up no result that can be read", async () => {
  const world = createWorld();
  const { lost } = await runAnd(world, 12, 3, async (id) => {
    world.simulator.faults.add("status=404");
    for (const unit of ["unit 6", "unit 9", "unit 11"]) await readElsewhere(world, id, unit);
  });
  expect(lost).toEqual(["unit 6", "unit 9", "unit 11"]);
});

it("a status and one result that are denied together give up no result that can be read", async () => {
  const world = createWorld();
  const { lost } = await runAnd(world, 12, 3, () => {
    world.simulator.faults.add("status=404");
    world.simulator.faults.add("result#2=404");
  });
  expect(lost).toEqual([]);
  expect(world.traffic()).toContain("GET result 404");
  expect(given(world)).toHaveLength(12);
});

it("the rest of a job with info documents that was canceled elsewhere is reported as quickly", async () => {
  const world = createWorld();
  let at = 0;
  const onEvent = (event: RunEvent) => {
    if (event.type !== "job-progress" || event.progress !== 100) return;
    at = world.clock.now();
    void world.client.quant.calculations.cancel(only(world.simulator.jobs).id);
  };
  const outcome = only(await world.run([requests.quant()], { onEvent }));
  expect(new Set(outcome.units.map(({ status }) => status))).toEqual(new Set(["lost"]));
  expect(world.clock.now() - at).toBeLessThan(10_000);
});
