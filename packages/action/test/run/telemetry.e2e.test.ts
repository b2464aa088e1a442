import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startReceiver } from "../../../runs/test/support/telemetry-receiver.ts";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createWorld, user } from "../support/world.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

it("a run of the Action is in a trace viewer as the recipe says", async () => {
  await using world = await createWorld({ jobSeconds: 2 });
  const receiver = await startReceiver();
  const recipe = readFileSync(path.join(root, "docs/recipes/telemetry.md"), "utf8");
  world.write("telemetry.mjs", /^```js\n(.*?)^```/ms.exec(recipe)?.[1]);
  // The command is tested with the SDK, too.
  symlinkSync(path.join(root, "packages/cli/node_modules"), path.join(world.workspace, "node_modules"));
  world.write("one.pa.json", paRequest({ a: paUnit() }));
  const step = await world.run(
    { files: "*.pa.json" },
    {
      env: {
        NODE_OPTIONS: `--import ${path.join(world.workspace, "telemetry.mjs")}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      },
    },
  );
  expect(step).toMatchObject({ code: 0, stderr: "" });
  expect(receiver.paths()).toContain("run > job");
  expect(receiver.text()).toContain("one.pa.json");
  for (const secret of [user.password, btoa(`${user.username}:${user.password}`)])
    expect(receiver.text()).not.toContain(secret);
});
