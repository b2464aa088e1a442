import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { readManifest } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { paRequest, paUnit } from "./support/parameters.ts";
import type { StepResult } from "./support/runner.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ jobSeconds: 0.1, duplicates: "allow" });
  onTestFinished(() => world[Symbol.asyncDispose]());
  const dated = { ...paUnit(), dates: { enddate: "0M", frequency: "Single" } };
  world.write("book/a.pa.json", paRequest({ a: dated }));
  world.write("book/b.json", paRequest({ b: dated }));
  world.write("drafts/c.pa.json", "{");
});

const sets = { nightly: { files: ["book/*.json"], dates: { enddate: "20260227" }, currency: "EUR" } };
const project = (baseUrl: string) => ({
  files: ["book/a.pa.json"],
  families: { "book/b.json": "pa" },
  connections: { prod: { baseUrl, headerPrefix: "House" } },
  connection: "prod",
  outputFolder: "out",
  sets,
});

const errorsOf = (step: StepResult) =>
  step.annotations.filter(({ level }) => level === "error").map(({ message }) => message);

describe("a step with a project file", () => {
  it("runs a set with its dates and its currency, whose digests the manifest has", async () => {
    world.write("analytics-engines.json", project(world.url));
    const step = await world.run({ files: "", set: "nightly", artifacts: "none" });
    expect(step).toMatchObject({ code: 0, outputs: { status: "success", "file-count": "2" } });
    const manifest = await readManifest(`${world.workspace}/out`);
    const unit = { ...paUnit(), dates: { enddate: "20260227", frequency: "Single" }, currencyisocode: "EUR" };
    const digest = await digestParameters(readParameterFile(JSON.stringify(paRequest({ a: unit })), { family: "pa" }));
    expect(manifest.files).toMatchObject([
      { path: "book/a.pa.json", parametersSha256: digest },
      { path: "book/b.json", family: "pa" },
    ]);
  });

  it("runs the files of the project, and inputs come first", async () => {
    world.write("analytics-engines.json", project(world.url));
    const step = await world.run({ files: "", "output-dir": "mine", artifacts: "none" });
    expect(step).toMatchObject({ code: 0, outputs: { "file-count": "1", "run-path": `${world.workspace}/mine` } });
  });

  it("sends nothing to another address that the file of a pull request names, and nothing at all", async () => {
    const other = createSimulator();
    const { url, close } = await other.listen();
    onTestFinished(close);
    world.write("analytics-engines.json", project(url));
    for (const inputs of [{ set: "nightly" }, { files: "book/a.pa.json" }]) {
      const step = await world.run({ files: "", artifacts: "none", ...inputs });
      expect(step.code).toBe(1);
      expect(errorsOf(step)).toEqual([
        expect.stringContaining(`is for ${url}, and the input base-url names ${world.url}. Nothing was sent.`),
      ]);
    }
    const online = await world.validate({ online: "true", "base-url": world.url, token: "t0ken" });
    expect(errorsOf(online)).toEqual([expect.stringContaining(`is for ${url}, and the input base-url names`)]);
    expect([...other.requests, ...world.simulator.requests]).toEqual([]);
  });

  it("checks the files of the project or of a set", async () => {
    world.write("analytics-engines.json", project(world.url));
    expect((await world.validate({})).lines.at(-1)).toBe("1 file checked, no issues");
    expect((await world.validate({ set: "nightly" })).lines.at(-1)).toBe("2 files checked, no issues");
  });

  it("annotates a mistake in the file at its line and column", async () => {
    world.write("analytics-engines.json", '{\n  "fils": []\n}');
    for (const step of [await world.run({ files: "" }), await world.validate({})]) {
      expect(step.code).toBe(1);
      expect(step.annotations).toContainEqual(
        expect.objectContaining({ level: "error", file: "analytics-engines.json", line: "2", col: "3" }),
      );
      expect(errorsOf(step)).toContain(
        "analytics-engines.json:2:3: There is no property `fils`. Did you mean `files`?",
      );
    }
    expect(world.simulator.requests).toEqual([]);
  });

  it("names a set that there is not, and a plan beside a set", async () => {
    expect(errorsOf(await world.run({ files: "", set: "nightly" }))).toEqual([
      expect.stringContaining("There is no analytics-engines.json in"),
    ]);
    expect(errorsOf(await world.run({ files: "", set: "nightly", plan: "x", shard: "1/2" }))).toEqual([
      "Inputs set and plan both name the files: set one of them.",
    ]);
  });
});
