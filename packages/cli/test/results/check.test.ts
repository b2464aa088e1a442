import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const prices = JSON.stringify({
  data: {
    prices: {
      universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR", "BRKN"] },
      dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
      formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
    },
  },
});

const checksOf = (...checks: readonly unknown[]) => JSON.stringify({ checks }, null, 1);

/** A workplace with a parameter file, and the environment of a simulator. */
async function bookOfPrices() {
  const { url, close } = await createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" }).listen();
  onTestFinished(close);
  const place = workplace();
  place.write("parameters/a.quant.json", prices);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { ...place, env };
}

describe("checks of a run", () => {
  test("make it fail, and check finds the same again", async () => {
    const { write, run, env, folder } = await bookOfPrices();
    write(
      "parameters/a.checks.json",
      checksOf(
        { rowCount: { min: 1 } },
        { units: "pri*", between: { column: "Price", max: 0 }, because: "Nothing is free." },
        { units: "pri*", severity: "warning", notNull: { column: "Prize" } },
        { files: "other/**", rowCount: { min: 1 } },
      ),
    );
    const args = ["--checks", "parameters/*.checks.json", "--junit", "out/junit.xml"];
    const ended = await run(["run", "parameters/*.json", ...args], env);
    const [headline, ...lines] = ended.stdout.split("\n");
    expect(headline).toBe("success: 1 of 1 unit in 1 file succeeded. Run folder: analytics-run");
    expect(lines[0]).toMatch(
      /^parameters\/a\.quant\.json#prices: error: `Price` of `.*` is [\d.]+; expected: at most 0\. 6 cells fail\. Nothing is free\. \(6 cells, parameters\/a\.checks\.json:8\)$/,
    );
    expect(lines.slice(1)).toEqual([
      "parameters/a.quant.json#prices: warning: The table has no column `Prize`. The closest one is `Price`. (parameters/a.checks.json:16)",
      "parameters/a.checks.json: skipped: The check selects no unit of the run. (parameters/a.checks.json:23)",
      "1 check failed, 1 warning, 1 passed, 1 skipped.",
      "Report: analytics-run/report.html",
      "",
    ]);
    expect(ended.code).toBe(1);
    const report = JSON.parse(readFileSync(path.join(folder, "analytics-run/checks.json"), "utf8"));
    expect(report).toMatchObject({ version: 1, counts: { errors: 1, warnings: 1, passed: 1, skipped: 1 } });
    expect(readFileSync(path.join(folder, "out/junit.xml"), "utf8")).toContain('tests="4" failures="1" errors="0"');

    const again = await run(["check", "analytics-run"]);
    const checkLines = lines.filter((line) => !line.startsWith("Report: "));
    expect(again).toMatchObject({ code: 1, stdout: checkLines.join("\n") });
    const json = await run(["check", "analytics-run", "--json", "--earlier", "analytics-run", "--fail-on", "never"]);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({ findings: report.findings });
    // The folder still counts as whole.
    expect(await run(["verify", "analytics-run"])).toMatchObject({ code: 0 });
    // The checks file is validated as what it is, beside the parameter file.
    expect((await run(["validate", "parameters/*.json"])).stdout).toBe("2 files checked, no issues\n");
  });

  test("that pass leave the exit code at 0", async () => {
    const { write, run, env } = await bookOfPrices();
    write("a.checks.json", checksOf({ rowCount: { min: 1 } }, { moved: { column: "Price", atMostPercent: 1 } }));
    expect(await run(["run"], env)).toMatchObject({ code: 0 });
    const again = await run(["run", "--output", "b", "--checks", "*.checks.json", "--earlier", "analytics-run"], env);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("0 checks failed, 2 passed.") });
  });

  test("come from the project file, for run and check, and only for whole results", async () => {
    const { write, run, env } = await bookOfPrices();
    write("analytics-engines.json", JSON.stringify({ checks: ["rules/*.checks.json"] }));
    write("rules/a.checks.json", checksOf({ between: { column: "Price", max: 0 } }));
    write("b.checks.json", checksOf({ rowCount: { min: 1 } }));
    const failed = { code: 1, stdout: expect.stringContaining("1 check failed, 0 passed.") };
    const passed = { code: 0, stdout: expect.stringContaining("0 checks failed, 1 passed.") };
    expect(await run(["run"], env)).toMatchObject(failed);
    expect(await run(["check", "analytics-run"])).toMatchObject(failed);
    expect(await run(["check", "analytics-run", "--checks", "b.checks.json"])).toMatchObject(passed);
    expect((await run(["doctor"], env)).stdout).toMatch(
      /^checks +rules\/\*\.checks\.json +analytics-engines\.json:1$/m,
    );

    const submitted = await run(["submit", "--output", "later"], env);
    expect(submitted).toMatchObject({ code: 0, stdout: expect.not.stringContaining("check") });
    expect(await run(["run", "--resume", "--output", "later"], env)).toMatchObject(failed);
    expect(await run(["run", "--resume", "--output", "later", "--checks", "b.checks.json"], env)).toMatchObject(passed);
  });

  test("are validated with the parameter files, and fixed", async () => {
    const { write, run, folder } = await bookOfPrices();
    write("rules/a.checks.json", '{"checks": [{"rowCount": {"mim": 1}}],}');
    const { code, stdout } = await run(["validate"]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /^rules\/a\.checks\.json:1:27: error: There is no property `mim` in `rowCount`[\s\S]*2 errors in 1 of 2 files/,
      ),
    });
    expect((await run(["validate", "rules/a.checks.json", "--json"])).stdout).toContain(
      '"path": "rules/a.checks.json"',
    );
    await run(["validate", "--fix"]);
    expect(readFileSync(path.join(folder, "rules/a.checks.json"), "utf8")).toBe(
      '{"checks": [{"rowCount": {"mim": 1}}]}',
    );
    const project = (...checks: readonly string[]) => write("analytics-engines.json", JSON.stringify({ checks }));
    project("other/*.checks.json");
    expect(await run(["validate"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No checks file matches other/*.checks.json"),
    });
    project("rules/*.checks.json", "!rules/a*");
    expect((await run(["validate"])).stderr).toContain("No checks file matches rules/*.checks.json");
  });

  test("with a mistake in their file cost no run", async () => {
    const { write, run, env, folder } = await bookOfPrices();
    write("a.checks.json", checksOf({ rowCount: { mim: 1 } }));
    expect(await run(["run", "--checks", "*.checks.json"], env)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "error: a.checks.json:5:5: There is no property `mim` in `rowCount`. Did you mean `min`?\n",
    });
    expect(existsSync(path.join(folder, "analytics-run"))).toBe(false);
    expect((await run(["run", "--checks", "b.checks.json"], env)).stderr).toMatch(
      /^error: No checks file matches b\.checks\.json in /,
    );
  });
});
