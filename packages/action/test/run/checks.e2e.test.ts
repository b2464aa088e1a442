import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addExamples, createWorld, type World } from "../support/world.ts";

const files = "parameters/weights.pa.json";

describe("checks on the numbers of a run of the action", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ duplicates: "allow" });
    addExamples(world);
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it("fail the step, and are in annotations at the unit, outputs, summary, report and JUnit XML", async () => {
    world.write(
      "checks/a.checks.json",
      JSON.stringify({
        checks: [
          { sum: { column: "Portfolio | Ending Weight", value: 100, tolerance: 0.01 } },
          { between: { column: "Portfolio | Ending Weight", max: 99 }, because: "<b>No</b> concentration." },
          { severity: "warning", notNull: { column: "Missing" } },
          { units: "other", rowCount: { min: 1 } },
        ],
      }),
    );
    const inputs = { files, artifacts: "none", checks: "checks/*.checks.json", "junit-file": "out/junit.xml" };
    const step = await world.run(inputs);
    expect(step).toMatchObject({
      code: 1,
      outputs: { status: "success", "checks-passed": "1", "checks-failed": "1", "checks-warnings": "1" },
    });
    expect(step.annotations).toMatchObject([
      {
        level: "error",
        message: expect.stringMatching(
          /^`Portfolio \| Ending Weight` of `Total` is 100; expected: at most 99\. .*\(\d+ cells, checks\/a\.checks\.json:1\)$/,
        ),
        title: "Check of weights failed",
        file: files,
        line: "3",
      },
      {
        level: "warning",
        message: expect.stringMatching(/^The table has no column `Missing`\./),
        file: files,
        line: "3",
      },
    ]);
    expect(step.summary).toContain("Checks on numbers: 1 check failed, 1 warning, 1 passed, 1 skipped");
    expect(step.summary).toContain("&#60;b&#62;No&#60;/b&#62; concentration.");
    expect(step.raw).toContain("Skipped: The check selects no unit of the run. (checks/a.checks.json:1)");
    expect(world.read("out/junit.xml")).toContain('failures="1"');
    expect(JSON.parse(world.read("analytics-run/checks.json"))).toMatchObject({ counts: { errors: 1 } });
    expect(world.read("analytics-run/report.html").length).toBeGreaterThan(0);
  });

  it("come from the project file where the input names none", async () => {
    world.write("analytics-engines.json", JSON.stringify({ checks: ["checks/project/*.checks.json"] }));
    world.write("checks/project/a.checks.json", '{"checks": [{"rowCount": {"min": 1000}}]}');
    const step = await world.run({ files, artifacts: "none", "output-dir": "of-project" });
    expect(step).toMatchObject({ code: 1, outputs: { "checks-failed": "1" } });
    const other = { checks: "checks/a.checks.json", "output-dir": "of-input" };
    expect((await world.run({ files, artifacts: "none", ...other })).outputs["checks-passed"]).toBe("1");
    world.write("analytics-engines.json", "{}");
  });

  it("are validated with the parameter files", async () => {
    world.write("checks/c.checks.json", '{\n "checks": [{"rowCount": {"mim": 1}}]\n}');
    const step = await world.validate({});
    expect(step).toMatchObject({ code: 1, outputs: { valid: "false", "error-count": "1" } });
    expect(step.annotations).toMatchObject([
      { level: "error", file: "checks/c.checks.json", line: "2", message: expect.stringContaining("`mim`") },
    ]);
    expect((await world.validate({ files })).code).toBe(0);
    world.write("checks/c.checks.json", '{"checks": []}');
  });

  it("with a mistake in their file send nothing", async () => {
    world.write("checks/b.checks.json", '{"checks": [{"rowCount": {"mim": 1}}]}');
    const before = world.simulator.requests.length;
    const step = await world.run({ files, artifacts: "none", checks: "checks/b.checks.json", "output-dir": "second" });
    expect(step.code).toBe(1);
    expect(step.annotations[0]?.message).toContain("checks/b.checks.json:1:27: There is no property `mim`");
    expect(world.simulator.requests).toHaveLength(before);
  });
});
