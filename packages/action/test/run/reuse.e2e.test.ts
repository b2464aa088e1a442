import { expect, it } from "vitest";
import { paRequest, paUnit } from "../support/parameters.ts";
import { createWorld } from "../support/world.ts";

it("a run with reuse computes the unit that changed, and its summary says which results it has copied", {
  tags: "full",
}, async () => {
  await using world = await createWorld({ duplicates: "allow" });
  const unitOf = (currencyisocode: string) => ({
    ...paUnit(1),
    dates: { startdate: "20260930", enddate: "20260930", frequency: "Single" },
    currencyisocode,
  });
  world.write("p/book.pa.json", paRequest({ a: unitOf("USD"), b: unitOf("EUR") }));
  expect(await world.run({ files: "p/*.json", "output-dir": "monday" })).toMatchObject({ code: 0 });
  world.write("p/book.pa.json", paRequest({ a: unitOf("JPY"), b: unitOf("EUR") }));
  const step = await world.run({ files: "p/*.json", "output-dir": "tuesday", earlier: "monday", reuse: "true" });
  expect(step).toMatchObject({ code: 0, outputs: { status: "success", "success-count": "2" } });
  expect(world.simulator.jobs.map(({ units }) => units.length)).toEqual([2, 1]);
  expect(step.summary).toContain("1 reused");
  expect(step.summary).toMatch(/success, reused from .*monday/);
  expect(world.read("tuesday/manifest.json")).toContain('"run": "monday"');
});
