import type { ManifestUnit } from "@analytics-engines/runs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paUnit } from "../support/parameters.ts";
import { readReport } from "../support/read-report.ts";
import { createReviewWorld, type ReviewWorld, reviewedFile, weightsResult } from "../support/review-world.ts";
import type { StepResult } from "../support/runner/runner.ts";

const sweep = "book/funds.pa.sweep.json";
const names = Array.from({ length: 400 }, (_, index) => `fund-${index}`);
const hostile = "<b>@octocat</b>";

/** The CSV of a row for each name; the first `changedCount` have another benchmark. */
function csvOf(rows: readonly string[], changedCount = 0): string {
  const lines = rows.map(
    (name, index) => `"${name}",Client:/${name}.ACCT,${index < changedCount ? "LION:OEF-US" : "LION:SPY-US"}`,
  );
  return `name,account,benchmark\n${lines.join("\n")}\n`;
}

/** The files of a run of these rows: 300 in each job, with this weight in the first `movedCount`. */
function filesOf(world: ReviewWorld, rows: readonly string[], movedCount: number) {
  const units = rows.map((row, index): ManifestUnit => {
    const result = weightsResult({ Energy: [index < movedCount ? 12 + index : 10, 1] });
    return world.unit(row, result, {
      row: { sweep, row, line: index + 2 },
      file: `results/${index}.json`,
      dates: { start: "20240131" },
    });
  });
  return [
    reviewedFile(sweep, units.slice(0, 300), `${movedCount}`),
    reviewedFile("book/funds.pa.sweep.2.json", units.slice(300), `${movedCount}`),
  ];
}

describe("a review of a sweep", () => {
  let world: ReviewWorld;
  let step: StepResult;
  beforeAll(async () => {
    world = await createReviewWorld();
    const fill = { "/accounts/0/id": "{account}", "/benchmarks/0/id": "{benchmark}" };
    const template = { ...paUnit(1), benchmarks: [{ id: "X", holdingsmode: "B&H" }] };
    world.write(sweep, { template, rows: "funds.csv", id: "{name}", fill });
    world.write("book/funds.csv", csvOf(names));
    world.commit("Base");
    world.git("checkout", "--quiet", "-b", "benchmarks");
    const rows = [...names.slice(0, 399), hostile];
    world.write("book/funds.csv", csvOf(rows, 12));
    world.commit("Another benchmark");
    world.api.addRun({}, { "analytics-run": world.archive(filesOf(world, names, 0)) });
    world.writeRun("analytics-run", filesOf(world, rows, 10));
    step = await world.review({ earlier: "artifact:analytics-run" });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("speaks of rows, with their numbers beside them", () => {
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { "moved-count": "10" } });
    expect(step.summary).toContain(`### Parameters

- <code>book/funds.pa.sweep.json</code>&#32;changed through&#32;<code>book/funds.csv</code>
  - Row&#32;<code>&#60;b&#62;&#64;<wbr>octocat&#60;/b&#62;</code>&#32;added.
  - Row&#32;<code>fund-399</code>&#32;removed.
  - <code>benchmarks</code>&#32;of 12 rows&#58;<wbr>&#32;<code>LION&#58;<wbr>SPY-US</code>&#32;replaced by&#32;<code>LION&#58;<wbr>OEF-US</code>
    - Rows&#32;<code>fund-0</code>,&#32;<code>fund-1</code>`);
    expect(step.summary).toContain(
      "    - Numbers&#58;<wbr> 10 moved, 2 same. Largest move&#58;<wbr> row&#32;<code>fund-9</code>,&#32;<code>Energy</code>,&#32;<code>Weight</code>&#58;<wbr>&#32;<code>10.00</code>&#32;→&#32;<code>21.00</code>,&#32;<code>+11.00 (+110 %)</code>.\n",
    );
    expect(step.summary).toContain(
      "| <code>book/funds.pa.sweep.json</code> row <code>fund-9</code> | 2024-01-31 | Energy, Weight | 10.00 | 21.00 | +11.00 (+110 %) |",
    );
    expect(step.summary).toContain("### Gone\n\n<code>book/funds.pa.sweep.json</code> row <code>fund-399</code>\n");
    expect(step.summary).toContain(
      "### New\n\n<code>book/funds.pa.sweep.json</code> row <code>&#60;b&#62;&#64;<wbr>octocat&#60;/b&#62;</code>\n",
    );
  });

  it("has the same in its page", () => {
    const { review } = readReport(world.read("analytics-review/report.html"));
    expect(review?.parameters?.[0]).toMatchObject({
      text: "`book/funds.pa.sweep.json` changed through `book/funds.csv`",
      below: [{ text: `Row \`${hostile}\` added.` }, { text: "Row `fund-399` removed." }, {}],
    });
  });

  it("stays short if all rows change", async () => {
    world.write("book/funds.csv", csvOf(names, 400));
    world.commit("Another benchmark for all");
    world.writeRun("analytics-all", filesOf(world, names, 400));
    const inputs = { run: "analytics-all", earlier: "artifact:analytics-run", "output-dir": "analytics-third" };
    const { outputs } = await world.review({ ...inputs, comment: "never" });
    expect(outputs["body"]?.length).toBeLessThan(65_536);
    expect(outputs["body"]).toContain("<code>benchmarks</code>&#32;of 400 rows&#58;<wbr>&#32;");
    expect(outputs["body"]).toContain("<code>fund-9</code>&#32;and 390 more.\n");
    expect(outputs["body"]).toContain("| <code>book/funds.pa.sweep.json</code> | 400 |");
  });
});
