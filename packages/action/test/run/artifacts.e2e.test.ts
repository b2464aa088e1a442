import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Azurite, startAzurite } from "../support/github/azurite.ts";
import { startGitHub } from "../support/github/github.ts";
import { readZip } from "../support/github/zip.ts";
import { failingUnit, paRequest, paUnit } from "../support/parameters.ts";
import { workflowCommit } from "../support/runner/runner.ts";
import { createWorld, type World } from "../support/world.ts";

let azurite: Azurite;
beforeAll(async () => {
  azurite = await startAzurite();
});
afterAll(() => azurite[Symbol.asyncDispose]());

/** A repository with two files, three units, one of which fails. */
async function createBook(): Promise<World> {
  const world = await createWorld();
  world.write("p/one.pa.json", paRequest({ "a:b": paUnit(1), c: failingUnit(2) }));
  world.write("p/two.pa.json", paRequest({ "a:b": paUnit(3) }));
  return world;
}

describe.concurrent("artifacts", () => {
  it("are one with the whole run folder and its digest, with run", async () => {
    await using github = await startGitHub(azurite);
    await using world = await createBook();
    const inputs = { artifacts: "run", "artifact-name": "book", "retention-days": "3", "fail-on": "never" };
    const step = await world.run(inputs, { env: github.env });
    expect(step).toMatchObject({ code: 0, stderr: "" });
    const [artifact, page] = github.artifacts();
    const archive = await github.download("book");
    const digest = createHash("sha256").update(archive).digest("hex");
    expect(artifact).toMatchObject({ name: "book", digest: `sha256:${digest}` });
    const days = (Date.parse(artifact?.expiresAt ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    expect(step.outputs).toMatchObject({
      "artifact-ids": JSON.stringify({ book: artifact?.id, "report-book.html": page?.id }),
      "artifact-digests": expect.stringContaining(JSON.stringify({ book: digest }).slice(0, -1)),
    });
    expect(step.summary).toContain(
      `<a href="https://github.com/house/book/actions/runs/4242/artifacts/${artifact?.id}">book</a>`,
    );
    const files = readZip(archive);
    expect([...files.keys()].sort()).toEqual(world.list("analytics-run"));
    for (const [file, content] of files) expect(content.toString()).toBe(world.read(`analytics-run/${file}`));
    // Everything is stored: the post step has nothing to do.
    expect(await world.run(inputs, { env: github.env, post: step.state })).toMatchObject({ code: 0, raw: "" });
  });

  it("legs of a matrix: the report of each is named after its artifact-name", async () => {
    await using github = await startGitHub(azurite);
    await using world = await createBook();
    const legs = ["growth", "income"].map((book) =>
      world.run(
        { artifacts: "run", "artifact-name": `book-${book}`, "output-dir": book, "fail-on": "never", files: "p/*" },
        { env: github.env },
      ),
    );
    const [growth] = await Promise.all(legs);
    expect(
      github
        .artifacts()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["book-growth", "book-income", "report-book-growth.html", "report-book-income.html"]);
    const page = github.artifacts().find(({ name }) => name === "report-book-growth.html");
    expect(growth?.summary).toContain(`/actions/runs/4242/artifacts/${page?.id}">Tables and charts</a>`);
    const manifest = JSON.parse(world.read("growth/manifest.json"));
    expect(manifest).toMatchObject({ name: "book-growth", provenance: { commit: workflowCommit, actor: "quant" } });
    expect(growth?.summary).toContain("Analytics run book-growth: failure");
  });

  it("get another name if theirs is taken, and replace nothing", { tags: "full" }, async () => {
    await using github = await startGitHub(azurite);
    await using world = await createBook();
    github.occupy("analytics-run");
    github.occupy("analytics-run-2");
    github.occupy("report.html");
    const step = await world.run({ artifacts: "run", "fail-on": "never" }, { env: github.env });
    expect(step.code).toBe(0);
    expect(github.artifacts().map(({ name }) => name)).toEqual([
      "analytics-run",
      "analytics-run-2",
      "report.html",
      "analytics-run-3",
      "report-2.html",
    ]);
    expect(Object.keys(JSON.parse(step.outputs["artifact-ids"] ?? "{}"))).toEqual(["analytics-run-3", "report-2.html"]);
    expect((await github.download("report-2.html")).equals(readFileSync(step.outputs["report-path"] ?? ""))).toBe(true);
  });

  it("fail the step in one line with the place of the results if the store refuses them, also with fail-on: never", {
    tags: "full",
  }, async () => {
    await using github = await startGitHub(azurite);
    await using world = await createBook();
    github.failNext(403, "no access");
    const step = await world.run({ artifacts: "run", "fail-on": "never" }, { env: github.env });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "failure", "success-count": "2" } });
    const last = step.annotations.filter(({ level }) => level === "error").at(-1)?.message;
    expect(last).toMatch(
      /^The artifact analytics-run could not be stored: .*no access\. Run the job again\. The results are in .*analytics-run\.$/,
    );
    expect(step.summary).toContain("Analytics run");
    // The post step tries again.
    await world.run({ artifacts: "run" }, { env: github.env, post: step.state });
    expect(github.artifacts().map(({ name }) => name)).toEqual(["analytics-run", "report.html"]);
  });

  it("have the report as a page that a browser shows, linked in the summary", {
    tags: "full",
  }, async () => {
    await using github = await startGitHub(azurite);
    await using world = await createBook();
    const step = await world.run({ artifacts: "run", "fail-on": "never" }, { env: github.env });
    const page = github.artifacts().find(({ name }) => name === "report.html");
    const content = await github.download("report.html");
    expect(content.toString()).toBe(world.read("analytics-run/report.html"));
    expect(content.toString()).toMatch(/^<!doctype html>/i);
    expect(step.outputs["report-path"]).toBe(path.join(world.workspace, "analytics-run/report.html"));
    expect(step.summary).toContain(`/actions/runs/4242/artifacts/${page?.id}">Tables and charts</a>`);
  });
});
