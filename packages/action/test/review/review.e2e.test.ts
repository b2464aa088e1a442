import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAzurite } from "../support/github/azurite.ts";
import { startGitHub } from "../support/github/github.ts";
import { readZip } from "../support/github/zip.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { readReport } from "../support/read-report.ts";
import {
  createReviewWorld,
  listFolder,
  type ReviewWorld,
  reviewedFile,
  weightsResult,
} from "../support/review-world.ts";
import type { StepResult } from "../support/runner/runner.ts";
import { createWorld } from "../support/world.ts";

/** A component that the simulated service has. */
const attribution = "39317D4A0A39CFD8C60CF03EF879DFFF30FA6E1B7BF55F2CC7869A5F75809F5B";

/** A pull request that changes parameters, with a run of it and one of the base. */
async function createBook(): Promise<ReviewWorld> {
  const world = await createReviewWorld();
  world.write("p/weights.pa.json", paRequest({ growth: paUnit(1), value: paUnit(2), income: paUnit(3) }));
  world.write("p/old.pa.json", paRequest({ gone: paUnit(4) }));
  world.write("p/style.pa.json", paRequest({ style: paUnit(5) }));
  world.write("review.tolerances", "# as agreed with risk\nReturn=1e-6\n*=0.001\n");
  world.commit("Base");
  world.git("checkout", "--quiet", "-b", "more-growth");
  const growth = { ...paUnit(1), accounts: [{ id: "Client:/Growth/GROWTH.ACCT", holdingsmode: "B&H" }] };
  world.write(
    "p/weights.pa.json",
    paRequest({ growth, value: paUnit(2), income: paUnit(3), fresh: { ...paUnit(9), componentid: attribution } }),
  );
  world.git("rm", "--quiet", "p/old.pa.json");
  world.git("mv", "p/style.pa.json", "p/tilt.pa.json");
  world.commit("More growth");
  const january = { dates: { start: "20231229", end: "20240131" } };
  const february = { dates: { start: "20240131", end: "20240229" } };
  const { unit } = world;
  const before = [
    reviewedFile("p/old.pa.json", [unit("gone", weightsResult({ A: [1, 1] }), january)]),
    reviewedFile("p/style.pa.json", [unit("style", weightsResult({ A: [50, 1], B: [50, 2] }), january)], "5"),
    reviewedFile("p/weights.pa.json", [
      unit(
        "growth",
        weightsResult({ "Energy | Oil": [12.5, 0.01], Health: [40, 0.02], Utilities: [47.5, 0.03] }),
        january,
      ),
      unit("value", weightsResult({ A: [10, 0.5] }), january),
      unit("income", weightsResult({ A: [10, 0.5] }), january),
    ]),
  ];
  const after = [
    reviewedFile("p/tilt.pa.json", [unit("style", weightsResult({ A: [50.0005, 1], B: [49.9995, 2] }), january)], "5"),
    reviewedFile(
      "p/weights.pa.json",
      [
        unit(
          "growth",
          weightsResult({ "Energy | Oil": [14.25, 0.01], Health: [38.25, 0.02], Gold: [47.5, 0.03] }),
          january,
        ),
        unit("value", weightsResult({ A: [11, 0.6] }), february),
        {
          id: "income",
          status: "failure",
          warnings: [],
          errors: [{ title: "No holdings", detail: "@risk has no holdings on <b>this</b> day" }],
        },
        unit("fresh", weightsResult({ A: [1, 1] }), january),
      ],
      "2",
    ),
  ];
  world.writeRun("analytics-run", after);
  world.api.addRun({ id: 41 }, { "analytics-run": world.archive(before) });
  return world;
}

describe("a pull request that changes parameters", () => {
  let world: ReviewWorld;
  let step: StepResult;
  beforeAll(async () => {
    world = await createBook();
    step = await world.review({ earlier: "artifact:analytics-run", tolerances: "review.tolerances" });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("gets a comment that a person reads: what failed, what moved, why", async () => {
    expect(step).toMatchObject({ code: 1, stderr: "" });
    expect(world.api.comments).toHaveLength(1);
    await expect(world.api.comments[0]?.body).toMatchFileSnapshot("../snapshots/review.md");
  });

  it("has the same text as output and in the summary", () => {
    const body = world.api.comments[0]?.body ?? "";
    expect(step.outputs["body"]).toBe(body);
    expect(body).toBe(`<!-- analytics-engines review default run 4242.1 -->\n${step.summary}`);
    expect(world.read("analytics-review/summary.md")).toBe(step.summary);
  });

  it("is the comment that the guide shows", () => {
    const guide = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/runs/reviews.md"), "utf8");
    const shown = /<!-- a comment: begin -->\n\n([\s\S]*)\n<!-- a comment: end -->/.exec(guide)?.[1];
    expect(shown).toBe(step.summary);
  });

  it("has outputs that say what came of it, and one line why the step fails", () => {
    expect(step.outputs).toMatchObject({
      status: "failure",
      changed: "true",
      "moved-count": "1",
      "failed-count": "1",
      "missing-shards": "[]",
      "comment-url": "https://github.com/house/book/pull/7#issuecomment-1002",
      "run-path": `${world.workspace}/analytics-run`,
      "report-path": `${world.workspace}/analytics-review/report.html`,
    });
    expect(step.annotations).toEqual([
      {
        level: "error",
        message: "Analytics: 1 unit failed, 1 unit gone, numbers moved in 1 unit. The job summary has the details.",
      },
    ]);
  });

  it("has a page with both runs, and nothing of what did not change", () => {
    const index = readReport(world.read("analytics-review/report.html"));
    expect(index.first).toBe("p/weights.pa.json#growth");
    expect(index.units["p/weights.pa.json#growth"]?.kind).toBe("result");
    expect(index.earlier?.units["p/weights.pa.json#growth"]?.kind).toBe("result");
    expect(index.units["p/tilt.pa.json#style"]?.kind).toBe("elsewhere");
    expect(index.review?.tolerances).toEqual([
      { columns: "Return", absolute: 1e-6 },
      { columns: "*", absolute: 0.001 },
    ]);
    expect(index.review?.units.map(({ unit, outcome }) => [unit, outcome.kind])).toEqual([
      ["income", "failed"],
      ["growth", "moved"],
      ["gone", "vanished"],
      ["value", "moved"],
      ["fresh", "appeared"],
      ["style", "same"],
    ]);
  });

  it("is not failed by what a run came to, with fail-on: never", async () => {
    const inputs = { "fail-on": "never", comment: "never", "output-dir": "analytics-second" };
    const calls = world.api.calls.length;
    expect(await world.review(inputs)).toMatchObject({ code: 0, outputs: { status: "failure" } });
    expect(world.api.calls).toHaveLength(calls);
  });

  it("shows the names that the service has for new ids, where there is a connection", async () => {
    await using service = await createWorld();
    const inputs = { ...service.connection, comment: "never", "output-dir": "analytics-named", "fail-on": "never" };
    const { summary, raw } = await world.review(inputs);
    expect(raw).not.toContain("could not be asked");
    expect(summary).toMatch(/ {2}- The component&#32;<code>[^<]+<\/code>&#32;is.+\.\n/);
  });
});

describe("a review with much to compare", () => {
  it("compares results of 40 MB in the memory of a runner, and finds the one number that moved", {
    tags: "full",
  }, async () => {
    await using world = await createReviewWorld();
    world.write("a.pa.json", paRequest({ a: paUnit(1) }));
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "same");
    const [before, after] = [world.unit("a", wideResult(1)), world.unit("a", wideResult(2))];
    expect(after.bytes).toBeGreaterThan(40_000_000);
    world.writeRun("analytics-run", [reviewedFile("a.pa.json", [after])]);
    world.api.addRun({}, { "analytics-run": world.archive([reviewedFile("a.pa.json", [before])]) });
    const env = { NODE_OPTIONS: "--max-old-space-size=1024" };
    const step = await world.review({ earlier: "artifact:analytics-run" }, { env });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { "moved-count": "1" } });
    expect(step.summary).toContain("| Holding 7777 | Measure 7 | 1 | 2 | +1 (+100 %) |");
    expect(step.summary).toContain("1 of 2000000 cells changed");
  });
});

describe("the page of a review", () => {
  it("is an artifact that the comment links, beside one with the whole review", { tags: "full" }, async () => {
    await using azurite = await startAzurite();
    await using github = await startGitHub(azurite);
    await using world = await createBook();
    const step = await world.review({ "artifact-name": "my-review", "fail-on": "never" }, { env: github.env });
    expect(step).toMatchObject({ code: 0, stderr: "" });
    const [page, folder] = github.artifacts();
    expect([page?.name, folder?.name]).toEqual(["my-review.html", "my-review"]);
    expect([...readZip(await github.download("my-review")).keys()]).toEqual(["summary.md"]);
    const link = `https://github.com/house/book/actions/runs/4242/artifacts/${page?.id}`;
    expect(world.api.comments[0]?.body).toContain(`[base and head side by side](${link})`);
  });
});

describe("where nothing changed", () => {
  it("says so, whichever way the results are stored", { tags: "full" }, async () => {
    await using world = await createReviewWorld();
    world.write("a.pa.json", paRequest({ a: paUnit(1) }));
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "same");
    const result = weightsResult({ A: [1, 2], B: [null, 4] });
    world.writeRun("analytics-run", [reviewedFile("a.pa.json", [world.unit("a", result)])]);
    world.api.addRun(
      {},
      {
        "analytics-run": world.archive([reviewedFile("a.pa.json", [world.unit("a", JSON.stringify(result, null, 2))])]),
      },
    );
    const step = await world.review({ earlier: "artifact:analytics-run", "fail-on": "moved" });
    expect(step).toMatchObject({
      code: 0,
      stderr: "",
      annotations: [],
      outputs: { changed: "false", status: "success" },
    });
    expect(step.summary).toMatch(/^## ✅ Analytics: nothing changed\n/);
    expect(world.api.comments).toEqual([]);
  });
});

describe("where nothing was run", () => {
  /** A pull request whose base has two files, with results of last night. */
  async function createBase(): Promise<ReviewWorld> {
    const world = await createReviewWorld();
    world.write("a.pa.json", paRequest({ a: paUnit(1) }));
    world.write("b.pa.json", paRequest({ b: paUnit(2), more: paUnit(3) }));
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "change");
    const result = weightsResult({ A: [1, 2] });
    const files = [
      reviewedFile("a.pa.json", [world.unit("a", result)]),
      reviewedFile("b.pa.json", [world.unit("b", result), world.unit("more", result)]),
    ];
    world.api.addRun({ id: 41 }, { "analytics-run": world.archive(files) });
    return world;
  }
  const inputs = { run: "none", earlier: "artifact:analytics-run" };

  it("says what was removed and renamed, which units are gone with it, and that nothing was run", {
    tags: "full",
  }, async () => {
    await using world = await createBase();
    world.git("rm", "--quiet", "b.pa.json");
    world.git("mv", "a.pa.json", "c.pa.json");
    world.commit("Less");
    const step = await world.review(inputs);
    expect(step).toMatchObject({ code: 0, stderr: "", annotations: [] });
    const { "run-path": run, "manifest-path": manifest, "report-path": report, ...outputs } = step.outputs;
    expect([run, manifest, report]).toEqual([undefined, undefined, undefined]);
    expect(outputs).toMatchObject({
      status: "success",
      changed: "true",
      "moved-count": "0",
      "failed-count": "0",
      "missing-shards": "[]",
      body: world.api.comments[0]?.body,
    });
    expect(step.summary).toMatch(
      /^## 🔶 Analytics: 2 units gone\n\nnothing was run · 2 units gone · 2 parameter files/,
    );
    expect(step.summary).toContain(
      "### Gone\n\n<code>b.pa.json</code> <code>b</code>, <code>b.pa.json</code> <code>more</code>\n",
    );
    expect(step.summary).toContain("- <code>b.pa.json</code>&#32;removed\n");
    expect(step.summary).toContain("- <code>c.pa.json</code>&#32;renamed from&#32;<code>a.pa.json</code>\n");
    expect(world.read("analytics-review/summary.md")).toBe(step.summary);
    expect(listFolder(`${world.workspace}/analytics-review`)).toEqual(["summary.md"]);
    const strict = { ...inputs, "fail-on": "moved", "output-dir": "analytics-strict" };
    expect(await world.review(strict)).toMatchObject({ code: 1, outputs: { status: "success" } });
  });

  it("brings the comment up to date when the change is undone, and makes none where there was none", {
    tags: "full",
  }, async () => {
    await using world = await createBase();
    const none = await world.review(inputs);
    expect(none).toMatchObject({ code: 0, outputs: { status: "success", changed: "false" } });
    expect(world.api.comments).toEqual([]);
    world.git("mv", "a.pa.json", "c.pa.json");
    world.commit("Rename");
    await world.review({ ...inputs, "output-dir": "analytics-renamed" });
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toContain("## ✅ Analytics: parameters changed, nothing was run\n");
    world.git("mv", "c.pa.json", "a.pa.json");
    world.commit("Undo");
    await world.review({ ...inputs, "output-dir": "analytics-undone" });
    expect(world.api.comments).toHaveLength(1);
    expect(world.api.comments[0]?.body).toMatch(
      /\n## ✅ Analytics: nothing changed\n\nnothing was run · no parameter file/,
    );
    expect(world.api.comments[0]?.body).not.toContain("c.pa.json");
  });

  it("is no success where a changed parameter file has errors; one that is repaired or removed is", {
    tags: "full",
  }, async () => {
    await using world = await createBase();
    world.write("a.pa.json", '{"data":{"a":{"componentid":5}}}');
    world.commit("Break");
    const step = await world.review(inputs);
    expect(step).toMatchObject({ code: 1, outputs: { status: "failure", changed: "true", "failed-count": "0" } });
    expect(step.summary).toMatch(/^## ❌ Analytics: 1 parameter file with errors\n/);
    expect(step.summary).toMatch(/The file has \d errors? in the head\. /);
    world.git("branch", "--quiet", "--force", "main");
    world.git("rm", "--quiet", "a.pa.json");
    world.commit("Remove what is broken");
    const removed = await world.review({ ...inputs, earlier: "none", "output-dir": "analytics-removed" });
    expect(removed).toMatchObject({ code: 0, outputs: { status: "success", changed: "true" } });
    expect(removed.summary).toMatch(/The file has \d errors? on the base\. /);
  });

  it("is said outright: an input without a run folder there, or with others beside it, is no such review", async () => {
    await using world = await createBase();
    expect(await world.review({ run: "" })).toMatchObject({ code: 1, outputs: { status: "unknown" } });
    const both = await world.review({ run: "none\nanalytics-run" });
    expect(both).toMatchObject({ code: 1, outputs: { status: "unknown" } });
    expect(both.annotations[0]?.message).toMatch(/^Input run must be none alone, or run folders and artifacts\./);
    expect(world.api.comments).toEqual([]);
  });
});

describe("a moved number", () => {
  /** A review of one unit whose parameters and days are as told. */
  async function moved(change: { parameters?: object; days?: object }, inputs = {}) {
    await using world = await createReviewWorld();
    world.write("a.pa.json", paRequest({ a: paUnit(1) }));
    world.write("tolerances", "Weight=1\n");
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "change");
    if (change.parameters) world.write("a.pa.json", paRequest({ a: change.parameters }));
    world.write("tolerances", "*=1000\n");
    world.commit("Change");
    const day = { dates: { start: "20240131" } };
    const before = world.unit("a", weightsResult({ A: [10, 2] }), day);
    const after = world.unit("a", weightsResult({ A: [11, 3] }), { dates: change.days ?? day.dates });
    world.writeRun("analytics-run", [reviewedFile("a.pa.json", [after], change.parameters ? "2" : "1")]);
    world.api.addRun({}, { "analytics-run": world.archive([reviewedFile("a.pa.json", [before])]) });
    return await world.review({
      earlier: "artifact:analytics-run",
      "fail-on": "moved",
      tolerances: "tolerances",
      ...inputs,
    });
  }

  it("is compared with the tolerances of the base, not of the head", { tags: "full" }, async () => {
    const { summary, code } = await moved({ parameters: paUnit(2) });
    expect(code).toBe(1);
    expect(summary).toContain("### Moved with their parameters");
    expect(summary).toContain("1 of 2 cells changed, 1 within tolerance");
    expect(summary).toContain("| A | Return | 2.00 | 3.00 | +1.00 (+50 %) |");
  });

  it("is marked as of another day, and no effect of the change, where its day moved by itself", async () => {
    const step = await moved({ days: { start: "20240229" } });
    expect(step).toMatchObject({ code: 0, outputs: { "moved-count": "0" } });
    expect(step.summary).toContain("### Computed for other days");
    expect(step.summary).toContain("| 2024-01-31 → 2024-02-29 |");
  });

  it("is an effect of the change where its parameters ask for another day", { tags: "full" }, async () => {
    const step = await moved({ parameters: paUnit(2), days: { start: "20240229" } });
    expect(step).toMatchObject({ code: 1, outputs: { "moved-count": "1" } });
    expect(step.summary).toContain("### Moved with their parameters");
  });

  it("is no effect of the change where its day moved beside other parameters", {
    tags: "full",
  }, async () => {
    const accounts = [{ id: "Client:/Growth/GROWTH.ACCT", holdingsmode: "B&H" }];
    const step = await moved({ parameters: { ...paUnit(1), accounts }, days: { start: "20240229" } });
    expect(step.summary).toContain("### Computed for other days");
  });

  it("is an effect of the service's data where parameters and day are the same", { tags: "full" }, async () => {
    const step = await moved({});
    expect(step.summary).toContain("### Moved with neither parameters nor days");
  });

  it("needs a file of tolerances that the base has, without mistakes", async () => {
    const absent = await moved({}, { tolerances: "none.txt" });
    expect(absent).toMatchObject({ code: 1, outputs: { status: "unknown" } });
    expect(absent.annotations[0]?.message).toMatch(/^Input tolerances: the base has no file none\.txt\./);
    const wrong = await moved({}, { tolerances: "a.pa.json" });
    expect(wrong.annotations[0]?.message).toMatch(/^a\.pa\.json on the base, line 1: expected PATTERN=/);
  });
});

/** A result of more than 40 MB: 20,000 rows with a hundred numbers, one of which is as told. */
function wideResult(moved: number): string {
  const names = Array.from({ length: 100 }, (_, column) => `Measure ${column}`);
  const columns = [
    { id: "n", name: "Name", type: "string", isDimension: true },
    ...names.map((name, column) => ({ id: `c${column}`, name, type: "real" })),
  ];
  const numbers = names.map((_, column) => `"c${column}":${Math.sqrt(column + 2).toPrecision(16)}`);
  const others = numbers.join();
  const own = numbers.with(7, `"c7":${moved}`).join();
  const rows = Array.from(
    { length: 20_000 },
    (_, row) => `{"values":{"n":"Holding ${row}",${row === 7777 ? own : others}}}`,
  );
  const definition = JSON.stringify({ columns });
  return `{"data":{"version":"2.0","tables":{"t":{"definition":${definition},"data":{"rows":[${rows.join()}]}}}}}`;
}

/** What the page holds beside the results. */
describe("the checks of a review", () => {
  it("are those of the base, and the change that loosens them is named", async () => {
    await using world = await createReviewWorld();
    const checksOf = (max: number) => JSON.stringify({ checks: [{ between: { column: "Return", max } }] });
    world.write("a.pa.json", paRequest({ a: paUnit(1) }));
    world.write("rules/a.checks.json", checksOf(2));
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "change");
    world.write("rules/a.checks.json", checksOf(1000));
    world.commit("Change");
    world.writeRun("analytics-run", [reviewedFile("a.pa.json", [world.unit("a", weightsResult({ A: [11, 3] }))])]);
    const step = await world.review({ earlier: "none", checks: "rules/*.checks.json" });
    expect(step.code).toBe(1);
    expect(step.summary).toMatch(/^## ❌ Analytics: 1 check failed\n/);
    expect(step.summary).toContain(
      `This review judges by those of the base.

- <code>rules/a.checks.json</code>&#32;changed
  - Rule&#32;<code>between</code>&#32;(<code>column</code>&#32;<code>Return</code>) loosened&#58;<wbr>&#32;<code>max</code>&#32;<code>2</code>&#32;→&#32;<code>1000</code>
`,
    );
    expect(step.summary).toContain("is 3; expected&#58;<wbr> at most 2");
    const page = readReport(world.read("analytics-review/report.html"));
    expect(page.checks?.findings).toMatchObject([{ path: "a.pa.json", unit: "a", file: "rules/a.checks.json" }]);
    const misspelt = await world.review({ earlier: "none", checks: "rulez/*", "output-dir": "second" });
    expect(misspelt.annotations[0]?.message).toMatch(/^Input checks: neither base nor head has a checks file/);
  });

  const rules = JSON.stringify({ checks: [{ units: "weights*", between: { column: "Return", max: 2 } }] }, null, 2);

  it("fail by name if the change renames the unit that they judged, in every report", async () => {
    await using world = await createReviewWorld();
    world.write("a.pa.json", paRequest({ weights: paUnit(1), other: paUnit(2) }));
    world.write("rules/a.checks.json", rules);
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "change");
    world.write("a.pa.json", paRequest({ w: paUnit(1), other: paUnit(2) }));
    world.commit("Rename");
    const table = weightsResult({ A: [11, 1], B: [12, 2] });
    const before = [reviewedFile("a.pa.json", [world.unit("weights", table), world.unit("other", table)])];
    world.api.addRun({ id: 41 }, { "analytics-run": world.archive(before) });
    world.writeRun("analytics-run", [reviewedFile("a.pa.json", [world.unit("w", table), world.unit("other", table)])]);
    const step = await world.review({ earlier: "artifact:analytics-run", checks: "rules/*.checks.json" });
    const sentence = "The rule judged 2 cells of 1 unit before and judges nothing now.";
    const renamed = `${sentence} \`a.pa.json#weights\` is \`a.pa.json#w\` now.`;
    expect(step.code).toBe(1);
    expect(step.outputs).toMatchObject({ status: "failure", changed: "true" });
    expect(step.summary).toMatch(/^## ❌ Analytics: 1 check failed\n/);
    expect(step.summary).toContain(`❌ ${sentence}`);
    expect(step.summary).toContain("<code>rules/a.checks.json&#58;<wbr>3</code>");
    expect(world.api.comments[0]?.body).toContain(sentence);
    expect(step.annotations[0]).toMatchObject({
      level: "error",
      title: "Check without units",
      message: `${renamed} (rules/a.checks.json:3)`,
      file: "rules/a.checks.json",
      line: "3",
    });
    const page = readReport(world.read("analytics-review/report.html"));
    expect(page.checks?.findings).toMatchObject([{ status: "failed", message: renamed, cells: 0 }]);
  });

  it.each([
    ["a unit is renamed, without an earlier run", "a.pa.json", { w: paUnit(1) }, true],
    ["its file is moved, and nothing is run", "moved/a.pa.json", { weights: paUnit(1) }, false],
    ["its file is gone, and nothing is run", "", {}, false],
  ])("fail by the parameter files alone if %s", async (_, path, units, isRun) => {
    await using world = await createReviewWorld();
    world.write("book/a.pa.json", paRequest({ weights: paUnit(1) }));
    world.write("book/rest.pa.json", paRequest({ rest: paUnit(2) }));
    world.write(
      "rules/a.checks.json",
      JSON.stringify({ checks: [{ files: "book/*.json", units: "weights", rowCount: { min: 1 } }] }),
    );
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "change");
    world.git("rm", "--quiet", "book/a.pa.json");
    if (path !== "") world.write(path, paRequest(units));
    world.commit("Change");
    const table = weightsResult({ A: [11, 1] });
    if (isRun) world.writeRun("analytics-run", [reviewedFile(path, [world.unit("w", table)])]);
    const inputs = { earlier: "none", checks: "rules/*.checks.json", ...(isRun ? {} : { run: "none" }) };
    const step = await world.review(inputs);
    expect(step.code).toBe(1);
    expect(step.summary).toMatch(/^## ❌ Analytics: 1 check failed/);
    expect(step.summary).toContain("❌ The rule selected 1 unit before and judges nothing now.");
    expect(step.annotations[0]?.message).toContain("(rules/a.checks.json:1)");
  });

  it("do not fail for a unit that is gone, if a file that the change leaves alone has such a unit", async () => {
    await using world = await createReviewWorld();
    world.write("a.pa.json", paRequest({ weights: paUnit(1), a: paUnit(3) }));
    world.write("b.pa.json", paRequest({ weights: paUnit(2) }));
    world.write("rules/a.checks.json", rules);
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "change");
    world.write("a.pa.json", paRequest({ a: paUnit(3) }));
    world.commit("Remove");
    world.writeRun("analytics-run", [reviewedFile("a.pa.json", [world.unit("a", weightsResult({ A: [11, 1] }))])]);
    const step = await world.review({ earlier: "none", checks: "rules/*.checks.json" });
    expect(step).toMatchObject({ code: 0, annotations: [] });
  });
});
