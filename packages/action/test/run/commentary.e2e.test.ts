import path from "node:path";
import { readManifest } from "@analytics-engines/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Azurite, startAzurite } from "../support/github/azurite.ts";
import { type GitHub, startGitHub } from "../support/github/github.ts";
import { readArtifact } from "../support/github/zip.ts";
import { addExamples, createWorld, type World } from "../support/world.ts";

const files = "parameters/attribution.pa.json";
const stored = "attribution.pa/attribution.commentary.json";

describe("commentaries of a run of the action", () => {
  let azurite: Azurite;
  let github: GitHub;
  let world: World;
  beforeAll(async () => {
    azurite = await startAzurite();
    github = await startGitHub(azurite);
    world = await createWorld({ duplicates: "allow" });
    addExamples(world);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await github[Symbol.asyncDispose]();
    await azurite[Symbol.asyncDispose]();
  });

  it("are stored, shown in report and summary, and part of the artifact of their unit", async () => {
    const inputs = { files, commentary: "*.pa.json#attribution, *#misspelt", artifacts: "run" };
    const step = await world.run(inputs, { env: github.env });
    expect(step).toMatchObject({ code: 0, outputs: { status: "success", "warning-count": "0" } });
    expect(step.annotations).toEqual([
      expect.objectContaining({ level: "warning", message: expect.stringContaining('"*#misspelt" selects no unit') }),
    ]);
    expect(step.raw).toMatch(/unit attribution: commentary stored, /);
    expect(step.summary).toContain("Commentary (generated text)");
    expect(step.summary).toContain(`<code>${stored}</code>`);
    const manifest = await readManifest(path.join(world.workspace, "analytics-run"));
    expect(manifest.files[0]?.units.map(({ commentary }) => commentary)).toContain(stored);
    expect(world.read(`analytics-run/${stored}`)).toContain("Executive Summary");
    expect(world.read("analytics-run/report.html")).toContain('id="unit-commentary-1"');
    const artifact = github.artifacts().find(({ name }) => name === "analytics-run");
    const name = artifact?.name ?? "missing";
    expect([...readArtifact(name, await github.download(name)).keys()]).toEqual(
      expect.arrayContaining([expect.stringContaining("commentary.json")]),
    );
  });

  it("that fail are warnings at their units, and the step succeeds", { tags: "full" }, async () => {
    world.simulator.faults.add("commentaries.status=404");
    const inputs = {
      files,
      commentary: "*#attribution\n*#contribution",
      "output-dir": "second",
      "timeout-minutes": "0.3",
    };
    const step = await world.run(inputs);
    expect(step).toMatchObject({ code: 0, outputs: { status: "success", "success-count": "3", "warning-count": "2" } });
    expect(step.annotations.map(({ level, message }) => [level, message])).toEqual([
      ["warning", expect.stringMatching(/no commentary of unit contribution/)],
      ["warning", expect.stringMatching(/no commentary of unit attribution/)],
    ]);
  });
});
