import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Azurite, startAzurite } from "../support/github/azurite.ts";
import { type GitHub, startGitHub } from "../support/github/github.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createRepository, type GitRepository } from "../support/repository.ts";
import { planAction, runStep, type StepResult } from "../support/runner/runner.ts";
import { createWorld, type World } from "../support/world.ts";

interface Leg {
  readonly shard: string;
  readonly index: number;
  readonly total: number;
}

describe("a plan that is run in shards", () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  let azurite: Azurite;
  let github: GitHub;
  let world: World;
  let repository: GitRepository;
  let plan: StepResult;
  let legs: readonly Leg[];

  /** A leg of the matrix, in a checkout of its own. */
  const runLeg = (leg: Leg, inputs: Record<string, string> = {}) =>
    world.run(
      { files: "", plan: plan.outputs["plan"] ?? "", shard: leg.shard, "output-dir": `run-${leg.index}`, ...inputs },
      { workspace: repository.folder, env: github.env },
    );

  beforeAll(async () => {
    azurite = await startAzurite();
    github = await startGitHub(azurite);
    world = await createWorld({ rateLimit: { limit: 30, windowSeconds: 5 } });
    repository = createRepository();
    for (const day of days) repository.write(`book/day-${day}.pa.json`, paRequest({ one: paUnit(day) }));
    repository.write("odd.json", paRequest({ one: paUnit(20) }));
    repository.commit();
    plan = await runStep({
      action: planAction,
      workspace: repository.folder,
      inputs: { files: "**/*.json", families: "odd.json=pa", shards: "3" },
    });
    legs = JSON.parse(plan.outputs["matrix"] ?? "").include;
  });
  afterAll(async () => {
    repository[Symbol.dispose]();
    await world[Symbol.asyncDispose]();
    await github[Symbol.asyncDispose]();
    await azurite[Symbol.asyncDispose]();
  });

  it("computes every file once, meets no 429, and no two shards have an artifact of one name", async () => {
    expect(legs.map(({ shard }) => shard)).toEqual(["1/3", "2/3", "3/3"]);
    const steps = await Promise.all(legs.map((leg) => runLeg(leg, { artifacts: "run" })));
    expect(steps.map(({ code, outputs }) => [code, outputs["status"]])).toEqual(legs.map(() => [0, "success"]));
    expect(world.simulator.jobs).toHaveLength(days.length + 1);
    expect(world.simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
    const names = github.artifacts().map(({ name }) => name);
    expect([...names].sort()).toEqual([
      ...legs.map(({ index }) => `analytics-run-${index}-of-3`),
      ...legs.map(({ index }) => `report-${index}-of-3.html`),
    ]);
    expect(steps[1]?.summary).toContain("Analytics run, shard 2 of 3: success");
    expect(steps[1]?.summary).toContain("Tables and charts</a>");

    const manifests = await Promise.all(
      legs.map(({ index }) => readManifest(path.join(repository.folder, `run-${index}`))),
    );
    const [first] = manifests;
    expect(new Set(manifests.map(({ shard }) => shard?.planSha256)).size).toBe(1);
    expect(first?.shard?.files.map((file) => file.path)).toEqual([
      ...days.map((day) => `book/day-${day}.pa.json`),
      "odd.json",
    ]);
    for (const { shard, files } of manifests) {
      const own = shard?.files.filter((file) => file.shard === shard.index).map((file) => file.path);
      expect(files.map((file) => file.path)).toEqual(own);
    }
  });

  it("resumes a shard as that shard, without its plan", { tags: "full" }, async () => {
    const [leg] = legs;
    if (leg === undefined) throw new Error("no leg");
    const begun = await runLeg(leg, { "output-dir": "again", artifacts: "none", wait: "false" });
    expect(begun.code).toBe(0);
    const before = await readManifest(path.join(repository.folder, "again"));
    const inputs = { files: "", "resume-from": "again", artifacts: "run", "artifact-name": "resumed", families: "" };
    const sentBefore = world.simulator.requests.length;
    const resumed = await world.run(inputs, { workspace: repository.folder, env: github.env });
    expect(resumed.outputs["status"]).toBe("success");
    // Its share of this window may be used up: the first answer shows the window, and the next request waits for the one after it.
    const [first, second] = world.simulator.requests.slice(sentBefore);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(world.simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
    const after = await readManifest(path.join(repository.folder, "again"));
    expect(after.shard).toEqual(before.shard);
    expect(github.artifacts().map(({ name }) => name)).toContain("resumed-1-of-3");
  });

  it("refuses, before anything is sent, files that are not what was planned", async () => {
    const [leg] = legs;
    if (leg === undefined) throw new Error("no leg");
    const sent = world.simulator.requests.length;
    const messagesOf = async (inputs: Record<string, string>) => {
      const { code, annotations } = await runLeg(leg, { "output-dir": "refused", artifacts: "none", ...inputs });
      expect(code).toBe(1);
      return annotations.map(({ message }) => message).join(" ");
    };
    const manifest = await readManifest(path.join(repository.folder, "run-1"));
    const file = manifest.files.find(({ path: name }) => name.startsWith("book/"))?.path ?? "";
    repository.write(file, paRequest({ one: paUnit(28) }));
    expect(await messagesOf({})).toMatch(
      /asks for something else than when it was planned\.[\s\S]*Check out commit [0-9a-f]{40}/,
    );
    repository.remove(file);
    expect(await messagesOf({})).toBe(
      `${file} is part of the plan, and is not in ${repository.folder}. Check out a commit that has it.`,
    );
    repository.git("checkout", "--quiet", "--", ".");
    expect(await messagesOf({ shard: "1/2" })).toBe("Input shard is of 2, and the plan has 3: give both of one plan.");
    expect(await messagesOf({ shard: "4/3" })).toMatch(/^Input shard must be a number and a total/);
    expect(await messagesOf({ plan: "" })).toMatch(/Inputs plan and shard belong together/);
    expect(await messagesOf({ plan: "AAAA" })).toMatch(/^Input plan is not a plan/);
    expect(await messagesOf({ files: "book/**" })).toMatch(/^Inputs files and plan both name the files/);
    expect(world.simulator.requests).toHaveLength(sent);
  });
});
