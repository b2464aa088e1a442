import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { botLogin } from "../support/github/github-api.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createReviewWorld, type ReviewWorld, reviewedFile, weightsResult } from "../support/review-world.ts";

let world: ReviewWorld;
let steps = 0;
beforeAll(async () => {
  world = await createReviewWorld();
  world.write("a.pa.json", paRequest({ a: paUnit(1) }));
  world.commit("Base");
  world.git("checkout", "--quiet", "-b", "change");
  world.write("a.pa.json", paRequest({ a: paUnit(2) }));
  world.commit("Change");
  world.writeRun("analytics-run", [reviewedFile("a.pa.json", [world.unit("a", weightsResult({ A: [1, 2] }))])]);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.api.comments.length = 0;
  world.api.calls.length = 0;
  world.api.onCall = () => {};
});

const review = (inputs: Record<string, string> = {}, env: Record<string, string> = {}) => {
  steps += 1;
  return world.review({ "output-dir": `analytics-out-${steps}`, ...inputs }, { env });
};
const add = (fields: Partial<(typeof world.api.comments)[number]>) => {
  const id = 1 + world.api.comments.length;
  const html_url = `https://github.com/house/book/pull/7#issuecomment-${id}`;
  world.api.comments.push({ id, issue: 7, body: "", user: { login: botLogin }, html_url, ...fields });
};
const mark = (key: string, run: number) => `<!-- analytics-engines review ${key} run ${run}.1 -->\n`;
const writes = () => world.api.calls.filter((call) => /^(POST|PATCH|DELETE) \/repos/.test(call));

describe("the comment of a review", () => {
  it("is brought up to date, and found behind a hundred others", { tags: "full" }, async () => {
    for (let other = 0; other < 120; other += 1) add({ body: "a person's words", user: { login: "quant" } });
    add({ body: `${mark("default", 4000)}old` });
    const step = await review();
    expect(step).toMatchObject({ code: 0, stderr: "" });
    expect(world.api.comments).toHaveLength(121);
    expect(world.api.comments[120]?.body).toBe(step.outputs["body"]);
    expect(writes()).toEqual(["PATCH /repos/house/book/issues/comments/121"]);
  });

  it("never replaces the comment of another author or key, whatever its text", async () => {
    add({ body: `${mark("default", 4000)}forged`, user: { login: "mallory" } });
    add({ body: `quoted: ${mark("default", 4000)}` });
    add({ body: `${mark("default.weekly", 4000)}weekly` });
    await review();
    expect(world.api.comments.map(({ body }) => body.split("\n")[1] ?? body)).toEqual([
      "forged",
      "",
      "weekly",
      "## ✅ Analytics: parameters changed, 1 unit not compared",
    ]);
  });

  it("does not replace the comment of another key", { tags: "full" }, async () => {
    await review({ "comment-key": "weekly" });
    await review({ "comment-key": "monthly" });
    expect(world.api.comments.map(({ body }) => body.split("\n")[0])).toEqual([
      "<!-- analytics-engines review weekly run 4242.1 -->",
      "<!-- analytics-engines review monthly run 4242.1 -->",
    ]);
  });

  it("leaves the text of a later run alone", { tags: "full" }, async () => {
    add({ body: `${mark("default", 9000)}newer` });
    const step = await review();
    expect(world.api.comments.map(({ body }) => body)).toEqual([`${mark("default", 9000)}newer`]);
    expect(step.lines).toContainEqual(expect.stringMatching(/^A later run has written the comment: https:/));
  });

  it.each([
    ["two shards of one run", "4242", "4242"],
    ["two pushes", "4242", "4243"],
  ])("is one, where %s write at the same time", { tags: "full" }, async (_, one, other) => {
    // Neither sees a comment before both are about to make one.
    let waiting: (() => void)[] = [];
    world.api.onCall = (call) =>
      call.startsWith("POST /repos")
        ? new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length < 2) return;
            for (const go of waiting) go();
            waiting = [];
            world.api.onCall = () => {};
          })
        : undefined;
    const both = await Promise.all([one, other].map((run) => review({}, { GITHUB_RUN_ID: run })));
    expect(both.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    expect(writes().filter((call) => call.startsWith("POST"))).toHaveLength(2);
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toContain(` run ${other}.1 -->`);
  });

  it("is cleaned of duplicates that an earlier race has left", { tags: "full" }, async () => {
    for (const run of [4000, 4001, 4002]) add({ body: `${mark("default", run)}old` });
    const step = await review();
    expect(world.api.comments.map(({ id, body }) => [id, body])).toEqual([[1, step.outputs["body"]]]);
  });

  it("is written again after somebody removes it", { tags: "full" }, async () => {
    add({ body: `${mark("default", 4000)}old` });
    world.api.onCall = (call) => {
      if (call.startsWith("PATCH")) world.api.comments.length = 0;
    };
    const step = await review();
    expect(step.code).toBe(0);
    expect(world.api.comments.map(({ body }) => body)).toEqual([step.outputs["body"]]);
  });
});

describe("without the permission to comment", () => {
  it("there is a warning that names it; the step does what it does without", async () => {
    world.api.refuse(/^POST \/repos/, 403, "Resource not accessible by integration", 1);
    const step = await review();
    expect(step).toMatchObject({ code: 0, stderr: "" });
    expect(step.annotations).toContainEqual({
      level: "warning",
      message: expect.stringMatching(
        /^The comment could not be written\. GitHub answers 403: Resource not accessible by integration.* `pull-requests: write`, which a workflow for a pull request from a fork never has/,
      ),
    });
    expect(step.outputs["body"]).toContain("## ✅ Analytics: parameters changed");
    expect(step.outputs["comment-url"]).toBeUndefined();
  });
});

describe("where GitHub asks for fewer requests", () => {
  it("the warning says that, and names no permission", { tags: "full" }, async () => {
    world.api.refuse(/^POST \/repos/, 403, "You have exceeded a secondary rate limit.", 1);
    const { code, annotations } = await review();
    expect(code).toBe(0);
    expect(annotations.map(({ message }) => message)).toContain(
      "The comment could not be written. GitHub answers 403: You have exceeded a secondary rate limit. Run the job again later.",
    );
  });

  it("the step waits for a moment if GitHub says so", { tags: "full" }, async () => {
    world.api.refuse(/^POST \/repos/, 403, "You have exceeded a secondary rate limit.", 1, { "retry-after": "1" });
    const step = await review();
    expect(step).toMatchObject({ code: 0, stderr: "" });
    expect(world.api.comments.map(({ body }) => body)).toEqual([step.outputs["body"]]);
    expect(writes()).toHaveLength(2);
  });
});

describe("a review where nothing changed", () => {
  beforeAll(() => {
    world.git("checkout", "--quiet", "main");
    world.writeRun("analytics-main", [reviewedFile("a.pa.json", [world.unit("a", weightsResult({ A: [1, 2] }))])]);
    world.git("checkout", "--quiet", "change");
  });
  const nothing = (inputs: Record<string, string> = {}) => {
    steps += 1;
    const event = { pull_request: { number: 7, head: { sha: world.git("rev-parse", "main") }, base: { ref: "main" } } };
    return world.review({ run: "analytics-main", "output-dir": `analytics-out-${steps}`, ...inputs }, { event });
  };

  it("writes no comment with comment: on-change, but brings an earlier one up to date", async () => {
    await nothing();
    expect(world.api.comments).toEqual([]);
    add({ body: `${mark("default", 4000)}## 🔶 numbers moved` });
    await nothing();
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toContain("## ✅ Analytics: no parameters changed, 1 unit not compared");
  });

  it("writes a comment with comment: always", { tags: "full" }, async () => {
    await nothing({ comment: "always" });
    expect(world.api.comments).toHaveLength(1);
  });

  it("writes no comment outside of a pull request", { tags: "full" }, async () => {
    steps += 1;
    const event = { repository: { default_branch: "main" } };
    const step = await world.review({ "output-dir": `analytics-out-${steps}` }, { event });
    expect(step).toMatchObject({ code: 0, stderr: "" });
    expect(step.lines).toContain("No comment: this workflow does not run for an open pull request.");
    expect(writes()).toEqual([]);
  });
});

it("an event that cannot be read is refused by its name", async () => {
  world.write("event.txt", "{");
  const step = await review({}, { GITHUB_EVENT_PATH: path.join(world.workspace, "event.txt") });
  expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "unknown" } });
  expect(step.annotations.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The event of the workflow could not be read: .*JSON/),
  ]);
});

describe("in a workflow on workflow_run", () => {
  it("the comment goes to the open pull request whose head GitHub answers it is, with the artifacts of the run that triggered it", async () => {
    const headSha = world.git("rev-parse", "HEAD");
    world.api.pulls.push(
      { number: 8, head: { sha: "0".repeat(40) }, base: { ref: "main", sha: headSha } },
      { number: 9, head: { sha: headSha }, base: { ref: "main", sha: world.git("rev-parse", "main") } },
    );
    const files = [reviewedFile("a.pa.json", [world.unit("a", weightsResult({ A: [5, 6] }))])];
    const id = world.api.addRun(
      { branch: "change", headRepository: 2, event: "pull_request" },
      { "analytics-run": world.archive(files) },
    );
    const head = { head_branch: "change", head_sha: headSha, head_repository: { owner: { login: "fork" } } };
    const event = { workflow_run: { id, ...head }, repository: { default_branch: "main" } };
    const step = await world.review({ run: "artifact:analytics-run", "output-dir": "analytics-out-run" }, { event });
    expect(step).toMatchObject({ code: 0, stderr: "" });
    expect(world.api.comments.map(({ issue }) => issue)).toEqual([9]);
  });
});
