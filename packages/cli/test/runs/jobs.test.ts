import { readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "@analytics-engines/core/basics";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

/** A service, and a place with a file of one unit and a file of two. */
async function world(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ maxAgeSeconds: 1, duplicates: "allow", ...options });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const place = workplace();
  place.write("a.pa.json", weights("first"));
  place.write("b.pa.json", weights("second", "third"));
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { ...place, simulator, env, command: (...args: string[]) => place.run(args, env) };
}

const examples = path.resolve(import.meta.dirname, "../../../../docs/examples");
const { data: example } = JSON.parse(readFileSync(path.join(examples, "weights.pa.json"), "utf8"));
const unit: unknown = Object.values(example)[0];

function weights(...ids: readonly string[]): string {
  return JSON.stringify({ data: Object.fromEntries(ids.map((id) => [id, unit])) });
}

describe("submit, and run --resume", () => {
  test("leave the jobs between two processes: none is created twice, no result is read twice", async () => {
    const { command, simulator } = await world({ jobSeconds: 2 });
    const submitted = await command("submit", "-o", "nightly");
    expect(submitted).toMatchObject({
      code: 0,
      stdout: "running: 2 of 2 jobs in progress, 0 of 3 units in 2 files succeeded. Run folder: nightly\n",
    });
    expect(simulator.jobs.map(({ statusReads }) => statusReads)).toEqual([0, 0]);
    const listed = await command("jobs", "nightly");
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^nightly: 2 jobs, 2 running\n/) });
    expect(listed.stdout).toMatch(/\n {2}running {2}b\.pa\.json {2}[0-9a-f]{32} {2}20\d\d-/);

    const collected = await command("run", "--resume", "--output", "nightly");
    expect(collected).toMatchObject({
      code: 0,
      stdout: "success: 3 of 3 units in 2 files succeeded. Run folder: nightly\nReport: nightly/report.html\n",
    });
    expect(simulator.jobs.map(({ creates, returned, cancels }) => [creates, returned, cancels])).toEqual([
      [1, true, 0],
      [1, true, 0],
    ]);
    const before = simulator.requests.length;
    expect(await command("run", "--resume", "--output", "nightly", "--no-wait")).toMatchObject({ code: 0 });
    expect(simulator.requests.length).toBe(before);
    expect((await command("verify", "nightly")).code).toBe(0);
    expect((await command("jobs", "nightly")).stdout).toMatch(/^nightly: 2 jobs, 2 success\n/);
  });

  test("survive a kill of the first process", { tags: "full" }, async () => {
    const { start, env, command, simulator } = await world({ jobSeconds: 1 });
    const submitting = start(["submit", "--max-concurrency", "1"], env);
    await submitting.said(/submitted as job/);
    submitting.child.kill("SIGKILL");
    await submitting.ended;
    expect(await command("run", "--resume", "--output", "analytics-run")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("success: 3 of 3 units"),
    });
    expect(simulator.jobs.map(({ creates, returned }) => [creates, returned])).toEqual([
      [1, true],
      [1, true],
    ]);
  });

  test("read what is ready with --no-wait, and say with 3 that jobs are in progress", async () => {
    let aheadMs = 0;
    const clock = { ...systemClock, now: () => Date.now() + aheadMs };
    const { command, simulator } = await world({ clock, jobSeconds: ({ units }) => (units === 1 ? 0 : 600) });
    await command("submit");
    const states = async () => {
      const { runs } = JSON.parse((await command("jobs", "analytics-run", "--json")).stdout);
      return runs[0].jobs.map(({ state }: { state: string }) => state);
    };
    const early = await command("run", "--resume", "--output", "analytics-run", "--no-wait");
    expect([early.code, await states()]).toEqual([3, ["success", "running"]]);
    expect(early.stdout).toBe(
      "running: 1 of 2 jobs in progress, 1 of 3 units in 2 files succeeded. Run folder: analytics-run\n",
    );
    aheadMs = 700_000;
    expect((await command("run", "--resume", "--output", "analytics-run", "--no-wait")).code).toBe(0);
    expect(await states()).toEqual(["success", "success"]);
    expect(simulator.jobs.map(({ creates, returned }) => [creates, returned])).toEqual([
      [1, true],
      [1, true],
    ]);
  });

  test("leave the jobs on the service after Ctrl-C", { tags: "full" }, async () => {
    const { start, env, command, simulator } = await world({ jobSeconds: 60 });
    await command("submit");
    const collecting = start(["run", "--resume", "--no-cancel"], env);
    // The first status of a job is the moment from which it is watched.
    while (simulator.jobs.some(({ statusReads }) => statusReads === 0)) await new Promise(setImmediate);
    collecting.child.kill("SIGINT");
    const { code, stderr } = await collecting.ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining("Stopping: the jobs stay on the service.")]);
    expect(simulator.jobs.map(({ cancels }) => cancels)).toEqual([0, 0]);
    expect((await command("jobs", "analytics-run")).stdout).toMatch(/^analytics-run: 2 jobs, 2 running\n/);
  });

  test("--no-wait belongs to --resume", async () => {
    const { command, simulator } = await world();
    expect(await command("run", "--no-wait")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^error: --no-wait belongs to --resume\./),
    });
    expect(simulator.requests).toEqual([]);
  });

  test("report a job that the service refuses", { tags: "full" }, async () => {
    const user = { username: "DEMO-1", password: "demo", families: ["pa"] as const };
    const { command, write } = await world({ jobSeconds: 60, users: [user] });
    write("c.quant.json", readFileSync(path.join(examples, "prices.quant.json"), "utf8"));
    const { code, stdout, stderr } = await command("submit");
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^failure: /)]);
    expect(stderr).toMatch(/c\.quant\.json.*error/);
    expect(stderr).not.toMatch(/[ab]\.pa\.json.*error/);
  });

  test("refuse changed parameters, and send nothing", { tags: "full" }, async () => {
    const { command, write, simulator } = await world({ jobSeconds: 60 });
    await command("submit");
    write("b.pa.json", weights("other"));
    const before = simulator.requests.length;
    const ended = await command("run", "--resume", "--output", "analytics-run");
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining("changed: b.pa.json") });
    expect(simulator.requests.length).toBe(before);
  });
});

describe("cancel", () => {
  test("cancels what is in progress and records it; a resumed run creates it again", async () => {
    const { command, simulator } = await world({ jobSeconds: ({ units }) => (units === 1 ? 0 : 60) });
    await command("submit");
    expect((await command("run", "--resume", "--output", "analytics-run", "--no-wait")).code).toBe(3);
    const canceled = await command("cancel", "analytics-run");
    expect(canceled).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[0-9a-f]{32}: canceled\n1 job canceled\. Run folder: analytics-run\n$/),
    });
    expect(simulator.jobs.map(({ cancels }) => cancels)).toEqual([0, 1]);
    const { stdout } = await command("jobs", "analytics-run", "--json");
    expect(JSON.parse(stdout).runs[0].jobs.map(({ state }: { state: string }) => state)).toEqual([
      "success",
      "canceled",
    ]);
    const tables = await command("tables", "analytics-run");
    expect(tables.stdout).toMatch(/^analytics-run: canceled, 1 of 3 units succeeded\n/);
    expect(await command("cancel", "analytics-run", "--json")).toMatchObject({
      code: 0,
      stdout: `${JSON.stringify({ version: 1, canceled: [], failed: [] }, null, 2)}\n`,
    });
    expect((await command("run", "--resume", "--output", "analytics-run", "--no-wait")).code).toBe(3);
    expect(simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1]);
  });

  test("refuses another service than that of the run, and sends it nothing", { tags: "full" }, async () => {
    const { command, run, env } = await world({ jobSeconds: 60 });
    await command("submit");
    const other = createSimulator();
    const { url, close } = await other.listen();
    onTestFinished(close);
    const ended = await run(["cancel", "analytics-run"], { ...env, ANALYTICS_BASE_URL: url });
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("at another service") });
    expect(other.requests).toEqual([]);
  });
});

test.each([["run", "--resume", "--output"], ["cancel"], ["jobs"]])(
  "%s of a folder without a run is a mistake",
  async (...words) => {
    const { command, write } = await world();
    write("empty/note.txt", "");
    expect(await command(...words, "empty")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("is not a run folder"),
    });
  },
);

describe("commentary", () => {
  const attribution = readFileSync(path.join(examples, "attribution.pa.json"), "utf8");

  test("writes the texts of the named units, which the report shows", async () => {
    const { command, write, folder, simulator } = await world({ jobSeconds: 0 });
    write("attribution.pa.json", attribution);
    await command("run", "attribution.pa.json");
    const written = await command("commentary", "analytics-run", "attribution");
    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^attribution\.pa\.json#attribution: attribution\.pa\/attribution\.commentary\.json, 1\.\d kB\n1 of 1 unit with a text\. To see them: analytics-engines report analytics-run\n$/,
      ),
    });
    const text = readFileSync(path.join(folder, "analytics-run/attribution.pa/attribution.commentary.json"), "utf8");
    expect(text).toContain("Executive Summary");
    expect(simulator.requests.filter(({ operation }) => operation === "pa.commentaries.create")).toHaveLength(1);
    await command("report", "analytics-run");
    expect(readFileSync(path.join(folder, "analytics-run/report.html"), "utf8")).toContain("unit-commentary-");
    const verified = await command("verify", "analytics-run");
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining("attribution.commentary.json") });
  });

  test("names each unit without a text, and why", { tags: "full" }, async () => {
    const { command } = await world({ jobSeconds: 0 });
    await command("run", "a.pa.json");
    const { code, stdout } = await command("commentary", "analytics-run");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^a\.pa\.json#first: no text: .*attribution.*\n0 of 1 unit with a text\.\n$/);
    const unknown = await command("commentary", "analytics-run", "misspelt");
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('"misspelt" selects no unit') });
  });
});
