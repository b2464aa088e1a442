import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Manifest } from "@analytics-engines/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { writeZip } from "../support/github/write-zip.ts";
import { fileOf, manifestOf } from "../support/manifests.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import {
  createReviewWorld,
  listFolder,
  type ReviewWorld,
  reviewedFile,
  weightsResult,
} from "../support/review-world.ts";
import type { StepResult } from "../support/runner/runner.ts";

/** `npm test` tries two of the names. */
const sampled = (names: readonly string[]) => (isFull ? names : names.slice(0, 2));

let world: ReviewWorld;
let steps = 0;
beforeAll(async () => {
  world = await createReviewWorld();
  for (const name of ["a", "b", "c"]) world.write(`${name}.pa.json`, paRequest({ [name]: paUnit(1) }));
  world.writeRun("committed/run", [reviewedFile("a.pa.json", [world.unit("a", table(1))])]);
  world.commit("Base");
  world.git("update-ref", "refs/remotes/origin/main", "main");
  world.git("checkout", "--quiet", "-b", "change");
  // A change may not choose what it is compared with.
  world.writeRun("committed/run", [reviewedFile("a.pa.json", [world.unit("a", table(7))])]);
  world.commit("Change");
});
afterAll(() => world[Symbol.asyncDispose]());

const table = (weight: number) => weightsResult({ A: [weight, 2] });
const file = (name: string, weight: number) => reviewedFile(`${name}.pa.json`, [world.unit(name, table(weight))]);
const outputFolder = () => {
  steps += 1;
  return `analytics-out-${steps}`;
};
const review = (inputs: Record<string, string>, env: Record<string, string> = {}) =>
  world.review({ comment: "never", "output-dir": outputFolder(), ...inputs }, { env });
const shard = (index: number, total = 3, planSha256 = "9".repeat(64)): Partial<Manifest> => ({
  shard: {
    index,
    total,
    planSha256,
    files: ["a", "b", "c"].map((name, at) => ({ path: `${name}.pa.json`, shard: at + 1 })),
  },
});
const problemsOf = ({ annotations }: StepResult) => annotations.map(({ message }) => message);
/** Adds the run that the step is of, with these artifacts, and reviews them. */
const reviewArtifacts = (artifacts: Record<string, Buffer>, inputs: Record<string, string> = {}, digest = "") => {
  const id = world.api.addRun({ digest }, artifacts);
  return review({ run: "artifact:analytics-run*", ...inputs }, { GITHUB_RUN_ID: `${id}` });
};

describe("shards", () => {
  it("are one run: a manifest, its results, a page, a summary", async () => {
    const folder = `analytics-out-${steps + 1}`;
    const step = await reviewArtifacts({
      "analytics-run-1-of-3": world.archive([file("a", 1)], shard(1)),
      "analytics-run-2-of-3": world.archive([file("b", 2)], shard(2)),
      "analytics-run-3-of-3": world.archive([file("c", 3)], shard(3)),
      "report-1-of-3.html": Buffer.from("<!doctype html>"),
    });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { status: "success", "missing-shards": "[]" } });
    const manifest: Manifest = JSON.parse(world.read(`${folder}/manifest.json`));
    expect(manifest.files.map(({ path: each }) => each)).toEqual(["a.pa.json", "b.pa.json", "c.pa.json"]);
    expect(manifest.shard).toBeUndefined();
    expect(listFolder(path.join(world.workspace, folder))).toEqual([
      "manifest.json",
      "report.html",
      ...manifest.files.map(({ units }) => units[0]?.file),
      "summary.md",
    ]);
    expect(step.outputs["manifest-path"]).toBe(path.join(world.workspace, folder, "manifest.json"));
  });

  it("of which one is missing are no success, and it is said which, and which files", { tags: "full" }, async () => {
    const step = await reviewArtifacts({
      "analytics-run-1-of-3": world.archive([file("a", 1)], shard(1)),
      "analytics-run-3-of-3": world.archive([file("c", 3)], shard(3)),
    });
    expect(step).toMatchObject({ code: 1, outputs: { status: "unknown", "missing-shards": "[2]", changed: "true" } });
    expect(step.summary).toMatch(/^## ❌ Analytics: shard 2 of 3 missing\n/);
    expect(step.summary).toContain(
      "- Shard 2 of 3 left no run folder. The outcome of 1 file is not known: <code>b.pa.json</code>\n",
    );
    expect(JSON.parse(world.read(`analytics-out-${steps}/manifest.json`))).toMatchObject({ status: "unknown" });
  });

  it("that ran again count once: the later run folder", { tags: "full" }, async () => {
    const step = await reviewArtifacts(
      {
        "analytics-run-1-of-1": world.archive([file("a", 1)], {
          ...shard(1, 1),
          startedAt: "2026-11-20T10:00:00.000Z",
        }),
        "analytics-run-1-of-1-2": world.archive([file("a", 4)], {
          ...shard(1, 1),
          startedAt: "2026-11-20T09:30:00.000Z",
        }),
      },
      { earlier: "committed/run" },
    );
    expect(step.summary).toMatch(/^## ✅ Analytics: nothing changed\n/);
  });

  it.each([
    [
      "of two plans",
      shard(2, 3, "8".repeat(64)),
      /do not belong together: they are of 2 plans: .*\. Name only those of one plan\.$/,
    ],
    ["and a run of its own", {}, /do not belong together/],
    [
      "of two services",
      { ...shard(2), service: "https://other.example" },
      /they are of 2 services: .*\. Name only those of one service\.$/,
    ],
  ])("%s are refused", async (_, other, message) => {
    const step = await reviewArtifacts({
      "analytics-run-1-of-3": world.archive([file("a", 1)], shard(1)),
      "analytics-run-2-of-3": world.archive([file("b", 2)], other),
    });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "unknown" } });
    expect(problemsOf(step)).toEqual([expect.stringMatching(message)]);
  });

  it("that both hold a file are refused", { tags: "full" }, async () => {
    world.writeRun("analytics-one", [file("a", 1)]);
    world.writeRun("analytics-two", [file("a", 1)]);
    const step = await review({ run: "analytics-one\nanalytics-two" });
    expect(problemsOf(step)).toEqual([
      "a.pa.json is in two of the runs: analytics-one and analytics-two. Name only one of them.",
    ]);
  });
});

describe("artifacts that anybody may have made", () => {
  const manifest = (files: Manifest["files"]) => ({
    name: "manifest.json",
    content: JSON.stringify(manifestOf(world.digested(files))),
  });
  const result = JSON.stringify(table(1));
  const sha256 = () => world.unit("a", table(1)).sha256 ?? "";
  const naming = (name: string) => [
    fileOf("a.pa.json", [{ ...world.unit("a", table(1)), file: name, sha256: sha256(), bytes: result.length }]),
  ];

  it.each(
    sampled(["../outside.json", "/tmp/outside.json", "x/../../outside.json", "C:/outside.json", "x\\..\\outside.json"]),
  )("write nothing at %s", async (name) => {
    const archive = writeZip([manifest(naming(name)), { name, content: result }]);
    const step = await reviewArtifacts({ "analytics-run": archive });
    expect(step).toMatchObject({ code: 1, stderr: "" });
    expect(step.raw).not.toContain("defect");
    expect(existsSync(path.join(os.tmpdir(), "outside.json"))).toBe(false);
    expect(listFolder(world.workspace).filter((each) => each.includes("outside"))).toEqual([]);
  });

  it("give only the files that the manifest names: links are not extracted, and another size or content is reported", async () => {
    const cases = [
      { name: "results/a.json", content: result.replace("1", "9") },
      { name: "results/a.json", content: `${result} ` },
      { name: "results/a.json", content: "/etc/passwd", mode: 0o120777 },
      { name: "results/other.json", content: result },
    ];
    for (const entry of cases) {
      const step = await reviewArtifacts({ "analytics-run": writeZip([manifest(naming("results/a.json")), entry]) });
      expect(step).toMatchObject({ code: 1, stderr: "", outputs: { "failed-count": "1", status: "failure" } });
      expect(step.summary).toMatch(/### Altered\n[\s\S]*the file is missing|### Altered\n[\s\S]*its SHA-256 is not/);
    }
  });

  it("that claim another size than they have, or one beyond all bounds, are refused", { tags: "full" }, async () => {
    const huge = writeZip([{ name: "manifest.json", content: "{}", claimedSize: 4_000_000_000 }]);
    const large = writeZip([{ name: "manifest.json", content: "{}", claimedSize: 500_000_001 }]);
    const twice = writeZip([manifest(naming("a/a.json")), { name: "a/a.json", content: result, claimedSize: 5 }]);
    for (const archive of [huge, large, twice, Buffer.from("no archive"), Buffer.alloc(0), writeZip([])]) {
      const step = await reviewArtifacts({ "analytics-run": archive });
      expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "unknown" } });
      expect(problemsOf(step)[0]).toMatch(/^The (artifact|file) [\w.-]+ /);
      expect(step.raw).not.toContain("defect");
    }
  });

  it("that together claim more than a disk is given are refused before one of them is written", {
    tags: "full",
  }, async () => {
    const bytes = 3_000_000_000;
    const names = Array.from({ length: 14 }, (_, index) => `results/${index}.json`);
    const units = names.map((name) => ({ ...world.unit(name, table(1)), file: name, sha256: sha256(), bytes }));
    const entries = names.map((name) => ({ name, content: result, claimedSize: bytes, isCompressed: true as const }));
    const archive = writeZip([manifest([fileOf("a.pa.json", units)]), ...entries]);
    const step = await reviewArtifacts({ "analytics-run": archive });
    expect(problemsOf(step)).toEqual([
      "The file results/13.json of the artifact analytics-run has 3 GB: too much to read. Divide the run into shards with the action plan.",
    ]);
  });

  it("that have more files than a review holds in memory are refused", { tags: "full" }, async () => {
    const step = await reviewArtifacts({ "analytics-run": writeZip([manifest([])], 500_001) });
    expect(problemsOf(step)).toEqual([
      "The artifact analytics-run has 500001 files: too many to read. Divide the run into shards with the action plan.",
    ]);
  });

  it("that hold a name twice are refused: readers of archives do not agree on which of the two counts", {
    tags: "full",
  }, async () => {
    for (const name of ["manifest.json", "results/a.json"]) {
      const again = name === "manifest.json" ? manifest([]) : { name, content: "{}" };
      const entries = [manifest(naming("results/a.json")), { name: "results/a.json", content: result }, again];
      const step = await reviewArtifacts({ "analytics-run": writeZip(entries) });
      expect(step).toMatchObject({ code: 1, stderr: "" });
      expect(problemsOf(step)).toEqual([
        `The artifact analytics-run has two files of the name ${name}. Run the job that stored it again.`,
      ]);
    }
  });

  it.each(
    sampled(["manifest.json", "journal.jsonl", "a.json", "x/../a.json", "NUL", "results/a.json:b", ".git/config"]),
  )("whose manifest names %j as a result are refused, and the place is named", async (name) => {
    const archive = writeZip([manifest(naming(name)), { name: "results/a.json", content: result }]);
    const step = await reviewArtifacts({ "analytics-run": archive });
    expect(step).toMatchObject({ code: 1, stderr: "", outputs: { status: "unknown" } });
    expect(problemsOf(step)).toEqual([expect.stringContaining(`units[0].file names ${JSON.stringify(name)}`)]);
  });

  it("that are parts of a run stored file by file are refused, with the input to set", { tags: "full" }, async () => {
    const head = writeZip([manifest(naming("a.pa.json/a.json")), { name: "journal.jsonl", content: "" }]);
    const part = writeZip([{ name: "a.pa.json/a.json", content: result }]);
    const parts = { "analytics-run": head, "analytics-run a.pa.json": part };
    const one = await reviewArtifacts(parts, { run: "artifact:analytics-run" });
    expect(one).toMatchObject({ code: 1, stderr: "", outputs: { status: "unknown" } });
    expect(problemsOf(one)).toEqual([
      expect.stringMatching(/^The artifact analytics-run has a manifest without its results\. .* whole run folders/),
    ]);
    const all = await reviewArtifacts({ ...parts, "analytics-run": world.archive([file("a", 1)]) });
    expect(problemsOf(all)).toEqual([
      expect.stringMatching(/^The artifact analytics-run a\.pa\.json is not a run folder: .* whole run folders/),
    ]);
  });

  it("are fetched from where they are stored without the token, which is for GitHub alone", {
    tags: "full",
  }, async () => {
    const asked = world.api.storeAuthorizations.length;
    await reviewArtifacts({ "analytics-run": world.archive([file("a", 1)]) });
    expect(world.api.storeAuthorizations.slice(asked)).toEqual([undefined]);
  });

  it("that are not what GitHub has a digest of are refused", { tags: "full" }, async () => {
    const step = await reviewArtifacts({ "analytics-run": world.archive([file("a", 1)]) }, {}, "0".repeat(64));
    expect(problemsOf(step)).toEqual([
      "The artifact analytics-run was altered: its SHA-256 differs from the one at GitHub. Run the job that stored it again.",
    ]);
  });

  it("may not be read without a permission, which is named", { tags: "full" }, async () => {
    world.api.refuse(/GET .*\/artifacts$/, 403, "Resource not accessible by integration", 1);
    const step = await reviewArtifacts({});
    expect(problemsOf(step)).toEqual([
      expect.stringMatching(/GitHub answers 403: .* Give the job the permission `actions: read`\.$/),
    ]);
  });

  it("that are missing are reported; a request that fails for a moment is sent again", {
    tags: "full",
  }, async () => {
    world.api.refuse(/GET .*\/artifacts$/, 502, "Bad gateway", 1);
    const step = await reviewArtifacts({ other: Buffer.from("") });
    expect(problemsOf(step)).toEqual([
      expect.stringMatching(
        /^The workflow run \d+ has no artifact analytics-run\*, so there is nothing to review\. Name one of its artifacts in the input run\.$/,
      ),
    ]);
  });
});

describe("a run folder", () => {
  it("whose result is a link, or was changed since, has no numbers that count", async () => {
    world.writeRun("analytics-linked", [file("a", 1), file("b", 2)]);
    const folder = path.join(world.workspace, "analytics-linked");
    const [a = "", b = ""] = listFolder(path.join(folder, "results"));
    writeFileSync(path.join(folder, "results", a), JSON.stringify(table(9)));
    const elsewhere = path.join(world.workspace, "analytics-elsewhere.json");
    writeFileSync(elsewhere, JSON.stringify(table(2)));
    rmSync(path.join(folder, "results", b));
    symlinkSync(elsewhere, path.join(folder, "results", b));
    const step = await review({ run: "analytics-linked" });
    expect(step).toMatchObject({ code: 1, outputs: { status: "failure", "failed-count": "2" } });
    expect(step.summary).toContain("### Altered");
    expect(step.summary).toMatch(/its SHA-256 is not that of the bytes that were stored/);
    expect(step.summary).toMatch(/it is not a file/);
  });

  it("that calls itself a success with a unit that failed is a failure", { tags: "full" }, async () => {
    const failed = { id: "b", status: "failure", warnings: [], errors: [] } as const;
    world.writeRun("analytics-liar", [fileOf("b.pa.json", [failed], { status: "success" })], { status: "success" });
    const step = await review({ run: "analytics-liar" });
    expect(step).toMatchObject({ code: 1, outputs: { status: "failure", "failed-count": "1" } });
  });

  it("that is missing, or an output folder that is in use, is reported in one line", { tags: "full" }, async () => {
    expect(problemsOf(await review({ run: "nowhere" }))).toEqual([
      expect.stringMatching(/nowhere is not a run folder/),
    ]);
    const used = await review({ run: "committed/run", "output-dir": "committed" });
    expect(problemsOf(used)).toEqual([expect.stringMatching(/committed is not empty\. Set output-dir to another\.$/)]);
  });
});

describe("the earlier run", () => {
  const inputs = { run: "analytics-head", earlier: "artifact:book" };
  beforeAll(() => world.writeRun("analytics-head", [file("a", 1)]));
  const before = (weight: number) => ({ book: world.archive([file("a", weight)]) });

  it("is the latest successful run of the base branch itself: no fork's, no pull request's, no failed or expired one", async () => {
    const id = world.api.addRun({ id: 200 }, before(2));
    world.api.addRun({ id: 201, branch: "other" }, before(3));
    world.api.addRun({ id: 202, headRepository: 2 }, before(3));
    world.api.addRun({ id: 203, event: "pull_request" }, before(3));
    world.api.addRun({ id: 204, event: "workflow_run" }, before(3));
    world.api.addRun({ id: 205, conclusion: "failure" }, before(3));
    world.api.addRun({ id: 206, expired: true }, before(3));
    world.api.addRun({ id: 207 }, { "book.html": Buffer.from(""), bookkeeping: Buffer.from("") });
    const { summary } = await review(inputs);
    expect(summary).toContain(`[run ${id}](https://github.com/house/book/actions/runs/${id})`);
    expect(summary).toContain("| A, Weight | 2.00 | 1.00 | −1.00 (−50 %) |");
  });

  it("of shards is one run too", { tags: "full" }, async () => {
    world.api.addRun(
      { id: 300 },
      {
        "sharded-1-of-2": world.archive([file("a", 5)], shard(1, 2)),
        "sharded-2-of-2": world.archive([file("b", 5)], shard(2, 2)),
      },
    );
    const { summary } = await review({ ...inputs, earlier: "artifact:sharded-*-of-*" });
    expect(summary).toContain("| A, Weight | 5.00 | 1.00 | −4.00 (−80 %) |");
    expect(summary).toContain("1 unit of the earlier run not part of this run");
  });

  it("that lacks a shard says so of its units, and calls none of them new", { tags: "full" }, async () => {
    world.api.addRun({ id: 301 }, { "partial-2-of-3": world.archive([file("b", 5)], shard(2)) });
    const { summary } = await review({ ...inputs, earlier: "artifact:partial-*", "base-ref": "origin/main" });
    expect(summary).toContain("- <code>a.pa.json</code> <code>a</code>: the earlier run lacks its shard 1 of 3\n");
  });

  it("that is committed is that of the base, whatever the change made of it", { tags: "full" }, async () => {
    const { summary } = await review({ ...inputs, earlier: "./committed/run/" });
    expect(summary).toMatch(/^## ✅ Analytics: nothing changed\n/);
  });

  it.each(["artifact:never-stored", "no/such/folder"])(
    "that there is none of (%s) leaves the numbers alone, and it is said why",
    async (earlier) => {
      const step = await review({ ...inputs, earlier, "fail-on": "moved" });
      expect(step).toMatchObject({ code: 0, outputs: { "moved-count": "0" } });
      expect(step.summary).toContain("without an earlier run");
      expect(step.summary).toContain("### Not compared");
      expect(step.annotations).toEqual([
        { level: "warning", message: "1 unit could not be compared. The job summary says why." },
      ]);
    },
  );
});
