import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type GitHubApi, gitHubToken, startGitHubApi } from "../support/github/github-api.ts";
import { writeZip } from "../support/github/write-zip.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let api: GitHubApi;
beforeEach(async () => {
  world = await createWorld({ duplicates: "allow" });
  api = await startGitHubApi();
  const unit = { ...paUnit(1), dates: { startdate: "20260930", enddate: "20260930", frequency: "Single" } };
  world.write("p/book.pa.json", paRequest({ a: unit }));
  world.write("moved.checks.json", {
    checks: [{ moved: { column: "Portfolio | Ending Weight", atMost: 1000 } }],
  });
});
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** A night, whose earlier run is the artifact of the latest one that succeeded. */
function runNight(folder: string) {
  const inputs = {
    ...{ files: "p/*.json", checks: "moved.checks.json", "output-dir": folder },
    ...{ earlier: "artifact:analytics-run", reuse: "true", "github-token": gitHubToken },
  };
  return world.run(inputs, { env: { ...api.env, GITHUB_REF_NAME: "main" } });
}

it("the first night has no earlier run and says so; the next one copies its results and compares with them", async () => {
  const first = await runNight("monday");
  expect(first).toMatchObject({ code: 0, outputs: { status: "success", "checks-passed": "0" } });
  expect(first.annotations).toMatchObject([
    {
      level: "notice",
      message: expect.stringContaining("no successful run of main has an artifact analytics-run"),
    },
  ]);
  const archive = writeZip(
    world.list("monday").map((name) => ({ name, content: readFileSync(path.join(world.workspace, "monday", name)) })),
  );
  api.addRun({ event: "schedule" }, { "analytics-run": archive });
  const second = await runNight("tuesday");
  expect(second).toMatchObject({ code: 0, outputs: { status: "success", "checks-failed": "0" } });
  expect(Number(second.outputs["checks-passed"])).toBeGreaterThan(0);
  expect(second.summary).toContain("1 reused");
  expect(world.simulator.jobs).toHaveLength(1);
  // The token is for GitHub alone.
  expect(api.storeAuthorizations).toEqual([undefined]);
});

it("an earlier run that nothing would use is refused, and nothing is sent", async () => {
  const step = await world.run({ files: "p/*.json", earlier: "monday" });
  expect(step.code).toBe(1);
  expect(step.annotations).toMatchObject([{ level: "error", message: expect.stringMatching(/^Input earlier names/) }]);
  expect(world.simulator.requests).toEqual([]);
});
