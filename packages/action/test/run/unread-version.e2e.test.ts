import { expect, it } from "vitest";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createWorld } from "../support/world.ts";

it("results in a version that is not read are kept, and named in annotations, summary, checks and report", async () => {
  await using world = await createWorld({ faults: ["result=stach-3"] });
  world.write("p/book.pa.json", paRequest({ a: paUnit(1) }));
  const step = await world.run({ files: "p/*.json", csv: "true", "history-store": "history" });
  const notRead =
    /is STACH version 3\.0, which this version does not read \(it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme\)/;
  expect(step).toMatchObject({ code: 0, outputs: { status: "success", "success-count": "1", "warning-count": "1" } });
  expect(step.annotations).toEqual([
    expect.objectContaining({ level: "warning", message: expect.stringMatching(notRead) }),
  ]);
  expect(step.summary).toMatch(/STACH version 3\.0, which this version does not read/);
  expect(step.summary).toMatch(/its numbers were left out: it is STACH version 3\.0/);
  expect(step.raw).toMatch(/No CSV of p\/book\.pa\.json, unit a: it is STACH version 3\.0/);
  const [unit] = JSON.parse(world.read("analytics-run/manifest.json")).files[0].units;
  expect(unit).toMatchObject({
    status: "success",
    warnings: [expect.stringContaining(`as they came in ${unit.file}.`)],
  });
  expect(JSON.parse(world.read(`analytics-run/${unit.file}`)).data.version).toBe("3.0");

  world.write("a.checks.json", { checks: [{ rowCount: { min: 0 } }] });
  const checked = await world.run({ files: "p/*.json", checks: "*.checks.json", "output-dir": "second" });
  expect(checked.code).toBe(1);
  expect(checked.raw).toMatch(/There is no table to check: it is STACH version 3\.0/);
});
