import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { gitEnv } from "../../../runs/test/support/repository.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const prices = (...tickers: readonly string[]) => {
  const unitOf = (ticker: string) => ({
    universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: [ticker] },
    dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
    formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
  });
  return JSON.stringify({ data: Object.fromEntries(tickers.map((ticker, index) => [`p${index}`, unitOf(ticker)])) });
};

/** A repository whose branch `change` asks for another price, with the runs of both unless they are not needed, and a project file on `main`. */
async function reviewPlace(project: object = {}, hasRuns = true) {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const place = workplace();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: place.folder, env: gitEnv, encoding: "utf8" });
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  const commit = (message: string) => {
    git("add", "--all", "*.json");
    git("commit", "--quiet", "--message", message);
  };
  git("init", "--quiet", "--initial-branch=main");
  place.write("analytics-engines.json", JSON.stringify({ files: ["book/*.quant.json"], ...project }));
  place.write("book/a.quant.json", prices("ALDR", "BRKN"));
  place.write("book/rows.checks.json", '{"checks": [{"rowCount": {"min": 1000000}}]}');
  commit("Begin");
  const stored = { stdout: expect.stringContaining("2 of 2 units in 1 file succeeded") };
  if (hasRuns) expect(await place.run(["run", "--output", "before"], env)).toMatchObject(stored);
  git("checkout", "--quiet", "-b", "change");
  place.write("book/a.quant.json", prices("ALDR", "CRSK"));
  commit("Ask for another price");
  if (hasRuns) expect(await place.run(["run", "--output", "after"], env)).toMatchObject(stored);
  return { ...place, git, env, simulator };
}

test("review prints what a change does as Markdown, and writes a page with both runs", async () => {
  const { run, read, folder } = await reviewPlace();
  const args = ["review", "main", "change", "--run", "after", "--earlier", "before"];
  const ended = await run(args);
  expect(ended).toMatchObject({ code: 0, stderr: "Page: analytics-review/report.html\n" });
  expect(ended.stdout).toMatch(
    /^## 🔶 Analytics: numbers moved in 1 unit\n\n2 units: 1 moved, 1 the same · 1 parameter file changed/,
  );
  expect(ended.stdout).toContain("<code>BRKN</code>&#32;replaced by&#32;<code>CRSK</code>");
  expect(read("analytics-review/summary.md")).toBe(ended.stdout);
  expect(read("analytics-review/report.html")).toMatch(/^<!doctype html>/);

  const strict = await run([...args, "--output", "strict", "--fail-on", "moved", "--json"]);
  expect(strict).toMatchObject({ code: 1, stderr: "" });
  expect(JSON.parse(strict.stdout)).toMatchObject({
    ...{ version: 1, status: "success", changed: true, broken: false, units: 2, moved: 1, same: 1, missingShards: [] },
    page: path.join(folder, "strict/report.html"),
  });
});

test.each([
  ["of the base", "before", "book/a.quant.json has other parameters in it than in the run."],
  ["with a file that the change removes", "after", "book/a.quant.json is not in it."],
])("review refuses a run %s, and writes nothing", async (_, named, difference) => {
  const { run, git, folder } = await reviewPlace();
  if (named === "after") {
    git("rm", "--quiet", "book/a.quant.json");
    git("commit", "--quiet", "--message", "Close the account");
  }
  const ended = await run(["review", "main", "change", "--run", named, "--earlier", "before"]);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toMatch(
    /^error: The run is not of the head [0-9a-f]{12}, so it shows nothing about this change:/,
  );
  expect(ended.stderr).toContain(difference);
  expect(existsSync(path.join(folder, "analytics-review/summary.md"))).toBe(false);
});

test("review takes a run of the merge of the head with its base", async () => {
  const { run, git, write, env } = await reviewPlace();
  git("checkout", "--quiet", "main");
  write("book/b.quant.json", prices("DRLL"));
  git("add", "book/b.quant.json");
  git("commit", "--quiet", "--message", "Ask for a price on the base");
  git("checkout", "--quiet", "--detach", "change");
  git("merge", "--quiet", "--no-edit", "main");
  expect(await run(["run", "--output", "merged"], env)).toMatchObject({ code: 0 });
  expect(await run(["review", "main", "change", "--run", "merged", "--earlier", "before"])).toMatchObject({ code: 0 });
});

test("review judges by the checks of the base, and shows what the change does to them", async () => {
  const { run, write, git } = await reviewPlace({ checks: ["book/*.checks.json"] });
  write("analytics-engines.json", JSON.stringify({ files: ["book/*.quant.json"] }));
  write("book/rows.checks.json", '{"checks": [{"rowCount": {"min": 0}}]}');
  git("commit", "--quiet", "--all", "--message", "Loosen");
  const ended = await run(["review", "main", "change", "--run", "after", "--earlier", "before"]);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Page: /) });
  expect(ended.stdout).toMatch(/^## ❌ Analytics: /);
  expect(ended.stdout).toContain("loosened");
});

test("review fails for a rule of the base whose unit the change renamed, and prints what the checks found as JSON", async () => {
  const { run, write, git } = await reviewPlace({ checks: ["book/*.checks.json"] }, false);
  git("checkout", "--quiet", "main");
  write("book/rows.checks.json", '{"checks": [{"units": "p1", "between": {"column": "Price", "min": 0}}]}');
  git("commit", "--quiet", "--all", "--message", "Check");
  git("checkout", "--quiet", "-b", "rename");
  write("book/a.quant.json", prices("ALDR", "BRKN").replace('"p1"', '"renamed"'));
  git("commit", "--quiet", "--all", "--message", "Rename");
  const ended = await run(["review", "main", "rename"]);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toContain("The rule selected 1 unit before and judges nothing now.");
  const json = await run(["review", "main", "rename", "--json", "--output", "second"]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({
    broken: true,
    checks: {
      counts: { errors: 1 },
      findings: [{ status: "failed", file: "book/rows.checks.json", line: 1, rule: "between", cells: 0 }],
    },
  });
});

test("review of parameters alone needs no run, and asks the service only if it is named", async () => {
  const { run, env, simulator, folder } = await reviewPlace({}, false);
  const requests = simulator.requests.length;
  const ended = await run(["review", "main", "HEAD"], env);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(ended.stdout).toMatch(
    /^## ✅ Analytics: parameters changed, nothing was run\n\nnothing was run · 1 parameter file changed/,
  );
  expect(simulator.requests).toHaveLength(requests);
  expect(existsSync(path.join(folder, "analytics-review/report.html"))).toBe(false);
  const lacking = await run(["review", "main", "HEAD", "--base-url", "http://127.0.0.1:9", "--output", "named"]);
  expect(lacking).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: Credentials are missing/) });
});

test.each([
  ["a commit that there is not", ["nothing", "HEAD"], "There is no commit nothing here"],
  ["a head that there is not", ["main", "nothing"], "There is no commit nothing here"],
  ["a folder that is no run", ["main", "HEAD", "--run", "book"], "manifest.json"],
  ["a folder with something in it", ["main", "HEAD", "--output", "book"], "The folder book is not empty"],
  ["a name like an option", ["--", "--output=/tmp/x", "HEAD"], "There is no commit --output=/tmp/x here"],
])("review refuses %s, and writes nothing", async (_, args, message) => {
  const { run, folder } = await reviewPlace({}, false);
  const ended = await run(["review", ...args]);
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  expect(existsSync(path.join(folder, "analytics-review"))).toBe(false);
});
