import { cpSync } from "node:fs";
import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { describe, expect, it } from "vitest";
import { startAzurite } from "../support/github/azurite.ts";
import { startGitHub } from "../support/github/github.ts";
import { examplesFolder, paRequest, paUnit } from "../support/parameters.ts";
import { createWorld, user, type World } from "../support/world.ts";

/** Jobs that would take longer than any test. */
async function createSlowWorld(): Promise<World> {
  const world = await createWorld({ jobSeconds: 600 });
  for (const file of [1, 2, 3]) world.write(`p/${file}.pa.json`, paRequest({ a: paUnit(file) }));
  return world;
}

const states = (world: World) => world.simulator.jobs.map(({ state }) => state);
const folder = (world: World) => path.join(world.workspace, "analytics-run");
/** Calls `act` once `count` jobs are submitted. */
function whenSubmitted(
  count: number,
  act: (child: Parameters<NonNullable<Parameters<World["run"]>[1]>["onLine"] & {}>[1]) => void,
) {
  let submitted = 0;
  return (line: string, child: Parameters<typeof act>[0]) => {
    if (line.includes(": submitted as job")) submitted += 1;
    if (submitted === count && line.includes(": submitted as job")) act(child);
  };
}

describe.concurrent("a run that ends early", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "cancels its jobs on the service at %s, and reports that",
    async (signal) => {
      await using world = await createSlowWorld();
      const onLine = whenSubmitted(3, (child) => void child.kill(signal));
      const step = await world.run({}, { onLine });
      expect(step).toMatchObject({
        code: 1,
        signal: null,
        stderr: "",
        outputs: { status: "canceled", "unit-count": "3", "success-count": "0" },
      });
      expect(Object.keys(JSON.parse(step.outputs["job-ids"] ?? "{}"))).toHaveLength(3);
      expect(states(world)).toEqual(["Cancelled", "Cancelled", "Cancelled"]);
      expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([1, 1, 1]);
      expect((await readManifest(folder(world))).status).toBe("canceled");
      expect(step.summary).toContain("Analytics run: canceled");
      // The post step finds nothing left to cancel.
      const post = await world.run({}, { post: step.state });
      expect(post).toMatchObject({ code: 0, annotations: [], stderr: "" });
      expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([1, 1, 1]);
    },
  );

  it("ends in time at SIGINT although the service does not answer, and the post step cancels its jobs", {
    tags: "full",
  }, async () => {
    await using world = await createWorld({ jobSeconds: 600, faults: ["cancel#1=delay:60"] });
    world.write("p/1.pa.json", paRequest({ a: paUnit() }));
    const onLine = whenSubmitted(1, (child) => void child.kill("SIGINT"));
    const step = await world.run({}, { onLine });
    expect(step).toMatchObject({ code: 1, signal: null, stderr: "", outputs: { status: "canceled" } });
    expect(states(world)).not.toContain("Cancelled");
    expect(await world.run({}, { post: step.state })).toMatchObject({ code: 0, annotations: [] });
    expect(states(world)).toEqual(["Cancelled"]);
  });

  it("has its running jobs canceled and its results stored by the post step after kill -9", {
    tags: "full",
  }, async () => {
    await using azurite = await startAzurite();
    await using github = await startGitHub(azurite);
    await using world = await createSlowWorld();
    const options = { env: github.env };
    const step = await world.run(
      { artifacts: "run" },
      { ...options, onLine: whenSubmitted(3, (child) => child.kill("SIGKILL")) },
    );
    expect(step).toMatchObject({ signal: "SIGKILL", outputs: { "run-path": folder(world) } });
    expect(states(world)).not.toContain("Cancelled");
    const post = await world.run({ artifacts: "run" }, { ...options, post: step.state });
    expect(post).toMatchObject({ code: 0, stderr: "", annotations: [] });
    expect(states(world)).toEqual(["Cancelled", "Cancelled", "Cancelled"]);
    expect(github.artifacts().map(({ name }) => name)).toEqual(["analytics-run"]);
  });

  it("is resumed after kill -9: no job is created twice, no result is read twice, the rest is collected", async () => {
    await using world = await createWorld({ jobSeconds: ({ units }) => (units === 1 ? 0.1 : 7) });
    world.write("p/fast.pa.json", paRequest({ a: paUnit(1) }));
    world.write("p/slow.pa.json", paRequest({ a: paUnit(2), b: paUnit(3) }));
    const step = await world.run(
      {},
      { onLine: (line, child) => void (line.includes("fast.pa.json: success") && child.kill("SIGKILL")) },
    );
    expect(step.signal).toBe("SIGKILL");
    const resumed = await world.run({ "resume-from": "analytics-run" });
    expect(resumed).toMatchObject({
      code: 0,
      stderr: "",
      outputs: { status: "success", "unit-count": "3", "success-count": "3" },
    });
    expect(world.simulator.jobs).toMatchObject([{ creates: 1 }, { creates: 1 }]);
    expect(world.simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads))).toEqual([1, 1, 1]);
    expect(world.list("analytics-run")).toEqual([
      "fast.pa/a.csv",
      "fast.pa/a.json",
      "journal.commit",
      "journal.jsonl",
      "manifest.json",
      "report.html",
      "slow.pa/a.csv",
      "slow.pa/a.json",
      "slow.pa/b.csv",
      "slow.pa/b.json",
      "summary.md",
    ]);
  });

  it("submits its jobs with wait: false, outputs their ids and lets them run; resume-from collects the results", {
    tags: "full",
  }, async () => {
    await using world = await createWorld({ jobSeconds: 2 });
    for (const file of [1, 2, 3]) world.write(`p/${file}.pa.json`, paRequest({ a: paUnit(file) }));
    const step = await world.run({ wait: "false", "max-concurrency": "1" });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { status: "running" } });
    expect(step.annotations).toEqual([
      expect.objectContaining({
        level: "notice",
        message: expect.stringMatching(/^3 jobs left to run.*resume-from: /),
      }),
    ]);
    expect(step.summary).toContain("▶️ Analytics run: running");
    expect(step.summary).not.toMatch(/❌|❔/);
    expect((await readManifest(step.outputs["run-path"] ?? "")).status).toBe("unknown");
    expect(world.simulator.jobs.map(({ statusReads }) => statusReads)).toEqual([0, 0, 0]);
    const ids = JSON.parse(step.outputs["job-ids"] ?? "{}");
    expect(Object.keys(ids)).toEqual(["p/1.pa.json", "p/2.pa.json", "p/3.pa.json"]);
    expect(await world.run({ wait: "false" }, { post: step.state })).toMatchObject({ code: 0, raw: "" });
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([0, 0, 0]);
    const collected = await world.run({ "resume-from": step.outputs["run-path"] ?? "" });
    expect(collected).toMatchObject({ code: 0, outputs: { status: "success", "job-ids": JSON.stringify(ids) } });
    expect(world.simulator.jobs.map(({ creates, returned }) => [creates, returned])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ]);
  });

  it("fails with wait: false for a job that the service refuses, and reports that one alone", async () => {
    await using world = await createWorld({ jobSeconds: 60, users: [{ ...user, families: ["pa"] }] });
    world.write("p/1.pa.json", paRequest({ a: paUnit(1) }));
    cpSync(path.join(examplesFolder, "bonds.fi.json"), path.join(world.workspace, "p/bonds.fi.json"));
    const step = await world.run({ wait: "false" });
    expect(step).toMatchObject({ code: 1, outputs: { status: "failure" } });
    expect(step.annotations.map(({ file }) => file)).toEqual(["p/bonds.fi.json"]);
  });

  it("is not resumed with changed parameters, and its jobs are left alone", {
    tags: "full",
  }, async () => {
    await using world = await createSlowWorld();
    const step = await world.run({ wait: "false" });
    world.write("p/2.pa.json", paRequest({ a: paUnit(20) }));
    const resumed = await world.run({ "resume-from": "analytics-run" });
    expect(resumed).toMatchObject({ code: 1, outputs: { status: "failure" } });
    expect(resumed.annotations).toMatchObject([{ level: "error", message: expect.stringContaining("p/2.pa.json") }]);
    await world.run({ "resume-from": "analytics-run" }, { post: resumed.state });
    expect(step.code).toBe(0);
    expect(world.simulator.jobs.map(({ cancels }) => cancels)).toEqual([0, 0, 0]);
  });

  it("is canceled after timeout-minutes, with a status that says why", { tags: "full" }, async () => {
    await using world = await createSlowWorld();
    // Time enough to create all three, also on a busy machine; the jobs take ten minutes.
    const step = await world.run({ "timeout-minutes": "0.25" });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "timed-out", "failure-count": "3" } });
    expect(states(world)).toEqual(["Cancelled", "Cancelled", "Cancelled"]);
    expect(step.annotations[0]?.title).toBe("Job timed out");
  });
});
