import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import type { Metafile } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "../../runs/test/support/telemetry-receiver.ts";
import { useBuiltCommand, workplace } from "./support/command.ts";

useBuiltCommand();

const root = path.resolve(import.meta.dirname, "../../..");

test("a run of the command is in a trace viewer as the recipe says", async () => {
  const { folder, write, run } = workplace();
  const recipe = readFileSync(path.join(root, "docs/recipes/telemetry.md"), "utf8");
  write("telemetry.mjs", /^```js\n(.*?)^```/ms.exec(recipe)?.[1] ?? "");
  symlinkSync(path.join(root, "packages/cli/node_modules"), path.join(folder, "node_modules"));
  write("weights.pa.json", readFileSync(path.join(root, "docs/examples/weights.pa.json")));
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 });
  const [{ url, close }, receiver] = await Promise.all([simulator.listen(), startReceiver()]);
  onTestFinished(close);

  const ended = await run(["run"], {
    ANALYTICS_BASE_URL: url,
    ANALYTICS_USERNAME: "DEMO-1",
    ANALYTICS_API_KEY: "demo",
    NODE_OPTIONS: "--import ./telemetry.mjs",
    OTEL_SERVICE_NAME: "nightly analytics",
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_METRICS_EXPORTER: "otlp",
  });
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("telemetry") });

  expect(JSON.stringify(receiver.resources().map(({ resource }) => resource))).toContain("nightly analytics");
  const paths = receiver.paths();
  for (const step of ["create", "poll", "wait", "read", "store"]) expect(paths).toContain(`run > jobs > job > ${step}`);
  // One trace: the check of the connection before the jobs is in it.
  expect(paths.filter((each) => !each.startsWith("run"))).toEqual([]);
  expect(receiver.text()).toContain("weights.pa.json");
  expect(receiver.text()).not.toMatch(/GLOBAL_EQUITY|DEMO-1|REVNTy1k|\bBasic\b/i);

  expect(receiver.counts()).toMatchObject({
    "analytics_engines.jobs": 1,
    "analytics_engines.requests": simulator.requests.length,
    "analytics_engines.bytes": expect.any(Number),
  });
});

test("the code for it is a chunk of its own, which nothing loads at its start", () => {
  const { outputs }: Metafile = JSON.parse(readFileSync(path.join(root, "packages/cli/dist/meta.json"), "utf8"));
  expect(
    Object.values(outputs).flatMap(({ inputs }) =>
      Object.keys(inputs).filter((file) => file.includes("@opentelemetry")),
    ),
  ).toEqual([]);
  const [chunk] = Object.keys(outputs).filter((output) =>
    Object.keys(outputs[output]?.inputs ?? {}).some((file) => file.endsWith("/open-telemetry.ts")),
  );
  const kinds = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter((one) => one.path === chunk).map(({ kind }) => kind),
  );
  expect(kinds).toEqual(["dynamic-import"]);
});
