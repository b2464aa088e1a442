import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Azurite, startAzurite } from "./support/github/azurite.ts";
import { type GitHub, startGitHub } from "./support/github/github.ts";
import { type GitHubApi, gitHubToken, startGitHubApi } from "./support/github/github-api.ts";
import { paRequest, paUnit } from "./support/parameters.ts";
import { createRepository, type GitRepository, gitEnv } from "./support/repository.ts";
import { readActionFile, runAction, runStep, type StepResult } from "./support/runner/runner.ts";
import { evaluateText } from "./support/workflow/expressions.ts";
import { type Played, type PlayedStep, playWorkflow, type Workflow } from "./support/workflow/play-workflow.ts";
import { createWorld, user, type World } from "./support/world.ts";

const workflow: Workflow = parse(
  readFileSync(path.resolve(import.meta.dirname, "../../../.github/workflows/analytics.yml"), "utf8"),
);
const days = [1, 2, 3, 4, 5];

/** A run of the workflow, and everything its steps said and left. */
interface Run extends Played {
  readonly steps: readonly (PlayedStep & { readonly result: StepResult })[];
  /** Of the artifacts, in order. */
  readonly artifacts: readonly string[];
}

interface Event {
  readonly id: number;
  /** What is checked out. */
  readonly ref: string;
  readonly name: "schedule" | "pull_request";
  readonly payload: object;
  readonly baseRef?: string;
}

let azurite: Azurite;
let api: GitHubApi;
let world: World;
/** What GitHub has: branches, and what it made of the pull requests. */
let origin: GitRepository;
beforeAll(async () => {
  [azurite, api, world] = await Promise.all([startAzurite(), startGitHubApi(), createWorld()]);
  origin = createRepository();
  for (const day of days) origin.write(`book/day-${day}.pa.json`, paRequest({ one: paUnit(day) }));
  origin.write("review.tolerances", "*=1e-9\n");
  origin.commit();
});
afterAll(async () => {
  origin[Symbol.dispose]();
  await world[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  await azurite[Symbol.asyncDispose]();
});

/** As actions/checkout does it: without a depth that is 0, one commit without history. */
function checkOut(ref: string, depth: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "checkout-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env: gitEnv, stdio: "pipe" });
  git("init", "--quiet");
  git("remote", "add", "origin", `file://${origin.folder}`);
  const wanted = `+${ref}:refs/remotes/checkout`;
  if (depth === "0") git("fetch", "--quiet", "--no-tags", "origin", "+refs/heads/*:refs/remotes/origin/*", wanted);
  else git("fetch", "--quiet", "--no-tags", `--depth=${depth}`, "origin", wanted);
  git("checkout", "--quiet", "--detach", "refs/remotes/checkout");
  return folder;
}

/** Plays the workflow for an event. The runners of `lost` legs vanish before they have begun. */
async function play(event: Event, inputs: Record<string, unknown>, lost: readonly number[] = []): Promise<Run> {
  await using github: GitHub = await startGitHub(azurite);
  const steps: Run["steps"][number][] = [];
  const checkouts = new Map<string, string>();
  const eventFile = path.join(mkdtempSync(path.join(os.tmpdir(), "event-")), "event.json");
  writeFileSync(eventFile, JSON.stringify({ repository: { default_branch: "main" }, ...event.payload }));
  const played = await playWorkflow(workflow, {
    inputs: { "base-url": world.url, username: user.username, ...inputs },
    secrets: { password: user.password },
    async run(step) {
      const runner = `${step.job} ${step.leg}`;
      if (step.job === "run" && lost.includes(step.leg ?? 0)) return undefined;
      if (step.action === "actions/checkout") {
        expect(step.inputs["persist-credentials"]).toBe("false");
        checkouts.set(runner, checkOut(event.ref, step.inputs["fetch-depth"] ?? "1"));
        return { code: 0, outputs: {} };
      }
      const action = path.join(runAction, step.action.replace(/^analytics-engines\/action\/?/, ""));
      const { defaults } = readActionFile(action);
      const standard = Object.entries(defaults).map(([name, value]) => [
        name,
        evaluateText(value, { github: { token: gitHubToken } }),
      ]);
      const result = await runStep({
        action,
        workspace: checkouts.get(runner) ?? "",
        inputs: { ...Object.fromEntries(standard), ...step.inputs },
        env: {
          ...github.env,
          ...api.env,
          GITHUB_RUN_ID: `${event.id}`,
          GITHUB_JOB: step.job,
          GITHUB_EVENT_NAME: event.name,
          GITHUB_EVENT_PATH: eventFile,
          ...(event.baseRef !== undefined && { GITHUB_BASE_REF: event.baseRef }),
        },
      });
      expect(result.stderr).toBe("");
      steps.push({ ...step, result });
      return result;
    },
    // What a job has stored is there for the next.
    async onJob(job) {
      if (job !== "run") return;
      const names = github.artifacts().map(({ name }) => name);
      const contents = await Promise.all(names.map((name) => github.download(name)));
      api.addRun(
        { id: event.id, event: event.name, conclusion: "" },
        Object.fromEntries(names.map((name, at) => [name, contents[at] ?? Buffer.alloc(0)])),
      );
    },
  });
  for (const folder of [path.dirname(eventFile), ...checkouts.values()]) rmSync(folder, { recursive: true });
  return { ...played, steps, artifacts: github.artifacts().map(({ name }) => name) };
}
const nightly = (id: number): Event => ({ id, ref: "refs/heads/main", name: "schedule", payload: {} });
const of = ({ steps }: Run, job: string) => steps.filter((step) => step.job === job);

describe("the reusable workflow", () => {
  it("plays every night: as many shards as the units take and as run at once, one run of all", async () => {
    const run = await play(nightly(500), { "units-per-shard": "2", "max-parallel": 2 });
    expect(run).toMatchObject({ conclusion: "success", outputs: { status: "success", "has-changes": "true" } });
    const legs = of(run, "run");
    // The units would take three shards, and each of two that run at once has a larger share of the limit.
    expect(legs.map(({ inputs }) => inputs["shard"])).toEqual(["1/2", "2/2"]);
    expect(world.simulator.jobs).toHaveLength(days.length);
    const [review] = of(run, "review");
    expect(review?.result.summary).toMatch(/^## ✅ Analytics: no parameters changed, 5 units not compared\n/);
    expect(review?.result.outputs).toMatchObject({ "missing-shards": "[]", "failed-count": "0" });
    expect(run.artifacts.slice(-2)).toEqual(["analytics-review.html", "analytics-review"]);
    // The next nights are compared with one that ended well.
    api.endRun(500, "success");
  });

  it("has a shard whose runner was lost: the others go on, the review says which, nothing of it is a success", {
    tags: "full",
  }, async () => {
    const run = await play(nightly(501), { "units-per-shard": "2" }, [2]);
    const total = of(run, "run").length + 1;
    expect(total).toBeGreaterThan(2);
    expect(of(run, "run").map(({ result }) => result.outputs["status"])).toEqual(
      Array.from({ length: total - 1 }, () => "success"),
    );
    expect(run).toMatchObject({
      conclusion: "failure",
      jobs: { run: { result: "failure" }, review: { result: "failure" } },
      outputs: { status: "unknown", "has-changes": "true" },
    });
    const [review] = of(run, "review");
    expect(review?.result.outputs["missing-shards"]).toBe("[2]");
    expect(review?.result.summary).toMatch(new RegExp(`^## ❌ Analytics: shard 2 of ${total} missing\n`));
    api.endRun(501, "failure");
  });

  describe("of a pull request", () => {
    /** A push of a pull request, the first or a later one, as GitHub makes it known: its head, and the merge that is checked out. */
    const open = (id: number, number: number, change: () => void): Event => {
      const isThere = origin.git("branch", "--list", `topic-${number}`) !== "";
      if (isThere) origin.git("switch", "--quiet", `topic-${number}`);
      else origin.git("switch", "--quiet", "--create", `topic-${number}`, "main");
      change();
      const headSha = origin.commit();
      origin.git("switch", "--quiet", "--detach", "main");
      origin.git("merge", "--quiet", "--no-ff", "--message", "Merge", headSha);
      origin.git("update-ref", `refs/pull/${number}/merge`, "HEAD");
      origin.git("switch", "--quiet", "main");
      const payload = { pull_request: { number, head: { sha: headSha }, base: { ref: "main" } } };
      return { id, ref: `refs/pull/${number}/merge`, name: "pull_request", payload, baseRef: "main" };
    };
    const inputs = { "changed-only": true, comment: "on-change", tolerances: "review.tolerances" };

    it("runs what it changes alone, and comments what that does to the numbers of last night", async () => {
      const event = open(502, 7, () => {
        origin.write("book/day-2.pa.json", paRequest({ one: paUnit(22), two: paUnit(23) }));
        origin.write("review.tolerances", "*=1000\n");
      });
      const jobs = world.simulator.jobs.length;
      const run = await play(event, inputs);
      expect(run).toMatchObject({ conclusion: "success", outputs: { status: "success" } });
      expect(world.simulator.jobs).toHaveLength(jobs + 1);
      expect(of(run, "run").map(({ inputs: given }) => given["shard"])).toEqual(["1/1"]);
      const [comment] = api.comments;
      expect(api.comments.map(({ issue }) => issue)).toEqual([7]);
      expect(comment?.body).toBe(of(run, "review")[0]?.result.outputs["body"]);
      expect(comment?.body).toContain("## 🔶 Analytics: numbers moved in 1 unit\n");
      expect(comment?.body).toContain("[run 500](https://github.com/house/book/actions/runs/500)");
      expect(comment?.body).toContain("### Moved with their parameters");
      expect(comment?.body).toContain("<code>book/day-2.pa.json</code> <code>two</code>");
      expect(comment?.body).not.toContain("day-1");
    });

    it("is reviewed by two calls at once, each with artifacts and a comment of its own", { tags: "full" }, async () => {
      const event = open(504, 9, () => origin.write("book/day-3.pa.json", paRequest({ one: paUnit(24) })));
      const own = { "artifact-name": "equity", "comment-key": "equity" };
      const first = await play(event, inputs);
      const second = await play(event, { ...inputs, ...own });
      expect(first.artifacts).toContain("analytics-run-1-of-1");
      expect(second.artifacts).toEqual(
        expect.arrayContaining(["equity-1-of-1", "equity-review", "equity-review.html"]),
      );
      const written = api.comments.filter(({ issue }) => issue === 9).map(({ body }) => body.split("\n"));
      expect(written.map(([mark]) => mark)).toEqual([
        "<!-- analytics-engines review default run 504.1 -->",
        "<!-- analytics-engines review equity run 504.1 -->",
      ]);
      // Last night has no artifacts of that name.
      expect(written[1]?.join("\n")).toContain("no successful run of main has an artifact equity");
    });

    it("that changes nothing of any parameters has nothing run, and gets no comment", async () => {
      const event = open(503, 8, () => origin.write("README.md", "Words."));
      const jobs = world.simulator.jobs.length;
      const run = await play(event, inputs);
      expect(run).toMatchObject({
        conclusion: "success",
        jobs: { run: { result: "skipped" }, review: { result: "success" } },
        outputs: { status: "success", "has-changes": "false" },
      });
      expect(world.simulator.jobs).toHaveLength(jobs);
      expect(of(run, "review")[0]?.result.summary).toMatch(/^## ✅ Analytics: nothing changed\n\nnothing was run · /);
      expect(api.comments.map(({ issue }) => issue)).not.toContain(8);
    });

    it("that only removes a file has nothing run, and a comment that says what is gone", { tags: "full" }, async () => {
      const event = open(505, 10, () => origin.remove("book/day-4.pa.json"));
      const jobs = world.simulator.jobs.length;
      const run = await play(event, inputs);
      expect(run).toMatchObject({ conclusion: "success", outputs: { status: "success", "has-changes": "false" } });
      expect(world.simulator.jobs).toHaveLength(jobs);
      const written = api.comments.filter(({ issue }) => issue === 10).map(({ body }) => body);
      expect(written).toHaveLength(1);
      expect(written[0]).toContain("## 🔶 Analytics: 1 unit gone\n");
      expect(written[0]).toContain("- <code>book/day-4.pa.json</code>&#32;removed\n");
    });

    it("that undoes its change with the next push has its one comment say that nothing differs any more", {
      tags: "full",
    }, async () => {
      const written = () => api.comments.filter(({ issue }) => issue === 11);
      await play(
        open(506, 11, () => origin.write("book/day-1.pa.json", paRequest({ one: paUnit(25) }))),
        inputs,
      );
      const [first] = written();
      expect(first?.body).toContain("## 🔶 Analytics: numbers moved in 1 unit\n");
      const undo = open(507, 11, () => origin.write("book/day-1.pa.json", paRequest({ one: paUnit(1) })));
      const run = await play(undo, inputs);
      expect(run).toMatchObject({ conclusion: "success", outputs: { status: "success", "has-changes": "false" } });
      expect(written().map(({ id }) => id)).toEqual([first?.id]);
      const [mark, ...body] = (written()[0]?.body ?? "").split("\n");
      expect(mark).toBe("<!-- analytics-engines review default run 507.1 -->");
      expect(body.join("\n")).toMatch(
        /^## ✅ Analytics: nothing changed\n\nnothing was run · no parameter file changed · /,
      );
      expect(body.join("\n")).not.toContain("day-1");
    });

    it("whose every shard was lost is not one with nothing to run", { tags: "full" }, async () => {
      const event = open(508, 12, () => origin.write("book/day-5.pa.json", paRequest({ one: paUnit(26) })));
      const run = await play(event, inputs, [1]);
      expect(run).toMatchObject({
        conclusion: "failure",
        jobs: { run: { result: "failure" }, review: { result: "failure" } },
        outputs: { status: "unknown", "has-changes": "true" },
      });
      expect(of(run, "review")[0]?.result.summary).not.toContain("nothing");
    });

    it("whose plan fails is not reviewed as one with nothing to run", async () => {
      const event = open(509, 13, () => origin.write("README.md", "Other words."));
      const run = await play(event, { ...inputs, files: "nowhere/*.pa.json" });
      expect(run).toMatchObject({
        conclusion: "failure",
        jobs: { plan: { result: "failure" }, run: { result: "skipped" }, review: { result: "skipped" } },
      });
      expect(run.outputs["status"]).not.toBe("success");
    });
  });
});
