import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { readManifest } from "@analytics-engines/runs";
import { createSimulator } from "@analytics-engines/simulator";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createRepository } from "../support/repository.ts";
import { createReviewWorld, reviewedFile, weightsResult } from "../support/review-world.ts";
import { planAction, runStep, type StepResult } from "../support/runner/runner.ts";
import { createWorld, type World } from "../support/world.ts";

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

  it("fails at each glob that matches no file, unless the step names files", async () => {
    const globs = { files: ["book/a.pa.json", "book/gone.pa.json"], sets: { nightly: { files: ["night/*.json"] } } };
    world.write("analytics-engines.json", { ...project(world.url), ...globs });
    const step = await world.validate({});
    expect(step).toMatchObject({ code: 1, outputs: { valid: "false", "error-count": "2" } });
    expect(step.annotations.map(({ level, message }) => [level, message])).toEqual([
      ["error", expect.stringContaining("`book/gone.pa.json` matches no file below the folder")],
      ["error", expect.stringContaining("`night/*.json` matches no file below the folder")],
    ]);
    expect((await world.validate({ files: "book/a.pa.json" })).annotations).toEqual([]);
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

  it("names a set that there is not", async () => {
    expect(errorsOf(await world.run({ files: "", set: "nightly" }))).toEqual([
      expect.stringContaining("There is no analytics-engines.json in"),
    ]);
  });
});

describe("plan with a project file", () => {
  const plan = (workspace: string, inputs: Record<string, string> = {}) =>
    runStep({ action: planAction, workspace, inputs });
  const pathsOf = ({ outputs }: StepResult) =>
    JSON.parse(outputs["files"] ?? "").map((file: { path: string }) => file.path);

  it("plans the files that the file of the commit names, of their families, and inputs come first", async () => {
    using repository = createRepository();
    for (const name of ["a.pa", "b", "draft.pa"]) repository.write(`book/${name}.json`, paRequest({ u: paUnit(1) }));
    repository.write("analytics-engines.json", { ...project(world.url), files: ["book/*.json", "!book/draft*"] });
    repository.commit();
    repository.write("analytics-engines.json", { files: ["none/*.json"] });
    expect(pathsOf(await plan(repository.folder))).toEqual(["book/a.pa.json", "book/b.json"]);
    expect(pathsOf(await plan(repository.folder, { files: "book/draft*" }))).toEqual(["book/draft.pa.json"]);
    expect(world.simulator.requests).toEqual([]);
  });

  it("plans a set with its dates, which run needs as well", async () => {
    using repository = createRepository();
    const dated = { ...paUnit(1), dates: { enddate: "0M", frequency: "Single" } };
    for (const name of ["a", "b"]) repository.write(`book/${name}.pa.json`, paRequest({ [name]: dated }));
    repository.write("other.pa.json", paRequest({ other: dated }));
    repository.write("analytics-engines.json", { sets: { nightly: { ...sets.nightly, files: ["book/*.json"] } } });
    repository.commit();
    const step = await plan(repository.folder, { set: "nightly" });
    expect(pathsOf(step)).toEqual(["book/a.pa.json", "book/b.pa.json"]);
    const run = (inputs: Record<string, string>) => {
      const plan = step.outputs["plan"] ?? "";
      const shard = { plan, shard: "1/1", artifacts: "none", "working-directory": repository.folder, files: "" };
      return world.run({ ...shard, ...inputs });
    };
    const without = await run({ "output-dir": "without-set" });
    expect(errorsOf(without)).toEqual([
      "book/a.pa.json asks for something else than when it was planned.",
      "book/b.pa.json asks for something else than when it was planned.",
      expect.stringContaining("give plan and run the same working-directory and set"),
    ]);
    const planned = await run({ set: "nightly", "output-dir": "with-set" });
    expect(planned).toMatchObject({ code: 0, outputs: { "file-count": "2" } });
    expect(errorsOf(await plan(repository.folder, { set: "weekly" }))).toEqual([
      "analytics-engines.json has no set of this name. Its sets are nightly.",
    ]);
  });

  it("plans what a set of other dates changes, and what a new set names", async () => {
    using repository = createRepository();
    const dated = { ...paUnit(1), dates: { enddate: "0M", frequency: "Single" } };
    repository.write("a.pa.json", paRequest({ a: dated }));
    const setsUntil = (enddate: string) => ({ sets: { nightly: { files: ["a.pa.json"], dates: { enddate } } } });
    repository.write("analytics-engines.json", setsUntil("20260130"));
    repository.commit();
    repository.git("checkout", "--quiet", "-b", "change");
    repository.write("analytics-engines.json", {
      sets: { ...setsUntil("20260227").sets, weekly: { files: ["*.pa.json"] } },
    });
    repository.commit();
    const changed = { "changed-only": "true", "base-ref": "main" };
    expect(pathsOf(await plan(repository.folder, changed))).toEqual([]);
    for (const set of ["nightly", "weekly"])
      expect(pathsOf(await plan(repository.folder, { ...changed, set }))).toEqual(["a.pa.json"]);
  });

  it("plans a file that only the project file of the head names as a changed one", async () => {
    using repository = createRepository();
    for (const name of ["a", "b"]) repository.write(`book/${name}.pa.json`, paRequest({ [name]: paUnit(1) }));
    repository.write("analytics-engines.json", { files: ["book/a.pa.json"] });
    repository.commit();
    repository.git("checkout", "--quiet", "-b", "change");
    repository.write("analytics-engines.json", { files: ["book/*.pa.json"] });
    repository.commit();
    const step = await plan(repository.folder, { "changed-only": "true", "base-ref": "main" });
    expect(pathsOf(step)).toEqual(["book/b.pa.json"]);
  });

  it("annotates a mistake in the file at its line and column, and plans nothing", async () => {
    using repository = createRepository();
    repository.write("a.pa.json", paRequest({ a: paUnit(1) }));
    repository.write("analytics-engines.json", '{\n  "fils": []\n}');
    repository.commit();
    const step = await plan(repository.folder);
    expect(step).toMatchObject({ code: 1, outputs: {} });
    expect(step.annotations).toContainEqual(
      expect.objectContaining({ level: "error", file: "analytics-engines.json", line: "2", col: "3" }),
    );
  });
});

describe("a review with a project file", () => {
  it("judges by the tolerances and checks of the base, and asks only the service of its inputs", async () => {
    const other = createSimulator();
    const { url, close } = await other.listen();
    onTestFinished(close);
    await using review = await createReviewWorld();
    const connections = { prod: { baseUrl: url } };
    const file = (tolerance: string, more = {}) => ({
      tolerances: [tolerance],
      connections,
      connection: "prod",
      ...more,
    });
    review.write(
      "analytics-engines.json",
      file("*=0.5", { checks: ["*.checks.json"], families: { "book/*.json": "pa" } }),
    );
    review.write("a.checks.json", { checks: [{ between: { column: "Return", max: 2.5 } }] });
    review.write("book/a.json", paRequest({ a: paUnit(1) }));
    review.commit("Base");
    review.git("checkout", "--quiet", "-b", "change");
    review.write("analytics-engines.json", file("*=1000"));
    const component = "39317D4A0A39CFD8C60CF03EF879DFFF30FA6E1B7BF55F2CC7869A5F75809F5B";
    review.write("book/a.json", paRequest({ a: { ...paUnit(1), componentid: component } }));
    review.commit("Loosen");
    const unitOf = (gain: number) => review.unit("a", weightsResult({ A: [10, gain] }));
    review.api.addRun({}, { "analytics-run": review.archive([reviewedFile("book/a.json", [unitOf(2)])]) });
    review.writeRun("analytics-run", [reviewedFile("book/a.json", [unitOf(3)], "2")]);
    const inputs = { ...world.connection, earlier: "artifact:analytics-run" };
    const step = await review.review(inputs);
    expect(step).toMatchObject({ code: 1, outputs: { "moved-count": "1" } });
    expect(step.summary).toContain("is 3; expected&#58;<wbr> at most 2.5");
    expect(step.summary).toContain("The component&#32;<code>");
    expect(other.requests).toEqual([]);
    expect(world.simulator.requests.length).toBeGreaterThan(0);
    // A file whose family only the project file knows.
    const none = await review.review({ ...inputs, run: "none", earlier: "none", "output-dir": "second" });
    expect(none.summary).toContain("- <code>book/a.json</code>&#32;changed\n");
    review.git("checkout", "--quiet", "main");
    review.write("analytics-engines.json", '{\n  "fils": []\n}');
    review.commit("Break");
    const broken = await review.review({ run: "none", "output-dir": "third" });
    expect(errorsOf(broken)[0]).toContain("analytics-engines.json:2:3 on the base: There is no property `fils`.");
  });
});
