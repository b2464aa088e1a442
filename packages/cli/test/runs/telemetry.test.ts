import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../../runs/test/support/telemetry-receiver.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const root = path.resolve(import.meta.dirname, "../../../..");

/** A folder as the recipe makes it, and the variables of a run there. */
async function followRecipe() {
  const { folder, write, run } = workplace();
  const recipe = readFileSync(path.join(root, "docs/recipes/telemetry.md"), "utf8");
  write("telemetry.mjs", /^```js\n(.*?)^```/ms.exec(recipe)?.[1] ?? "");
  symlinkSync(path.join(root, "packages/cli/node_modules"), path.join(folder, "node_modules"));
  write("weights.pa.json", readFileSync(path.join(root, "docs/examples/weights.pa.json")));
  const simulator = createSimulator({ jobSeconds: 2, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_BASE_URL: url, ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };
  return { run, env: { ...env, NODE_OPTIONS: "--import ./telemetry.mjs" } };
}

test("a run of the command is in a trace viewer as the recipe says", async () => {
  const [{ run, env }, receiver] = await Promise.all([followRecipe(), startReceiver()]);
  const ended = await run(["run"], {
    ...env,
    OTEL_SERVICE_NAME: "nightly analytics",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  });
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("telemetry") });

  expect(JSON.stringify(receiver.resources().map(({ resource }) => resource))).toContain("nightly analytics");
  const paths = receiver.paths();
  expect(paths).toContain("run > job");
  expect(paths.some((each) => each.startsWith("run > job > GET "))).toBe(true);
  // One trace: the check of the connection before the jobs is in it.
  expect(paths.filter((each) => !each.startsWith("run"))).toEqual([]);
  expect(receiver.text()).toContain("weights.pa.json");
  expect(receiver.text()).not.toMatch(/GLOBAL_EQUITY|DEMO-1|REVNTy1k|\bBasic\b/i);
});

test("a trace viewer that is not there changes nothing of a run", async () => {
  const { run, env } = await followRecipe();
  const unreachable = {
    // Nothing listens on this port. The SDK would try again for ten seconds.
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
    // All is sent at the end, however long the run takes.
    OTEL_BSP_SCHEDULE_DELAY: "3600000",
  };
  const ended = await run(["run"], { ...env, ...unreachable });
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^success: 1 of 1 unit/),
    stderr: expect.stringContaining("Telemetry was not sent: "),
  });
});
