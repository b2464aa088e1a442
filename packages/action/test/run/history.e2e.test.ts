import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { failingUnit, paRequest, paUnit } from "../support/parameters.ts";
import { createWorld } from "../support/world.ts";

it("a run with history-store is added to the history, and the step says what changed since the run before", async () => {
  await using world = await createWorld({ duplicates: "allow" });
  const run = (name: string) =>
    world.run({ files: "p/*.json", "output-dir": name, "history-store": "history", checks: "*.checks.json" });
  world.write("a.checks.json", { checks: [{ units: "a", rowCount: { min: 1 } }] });
  world.write("p/book.pa.json", paRequest({ a: paUnit(1), b: paUnit(2) }));
  const first = await run("monday");
  expect(first.annotations).toEqual([]);
  expect(first).toMatchObject({
    code: 0,
    outputs: { "new-failures": "0", "new-breaches": "0", recoveries: "0", "history-changes": "" },
  });
  expect(first.outputs["history-run"]).toMatch(/^\d{8}T\d{9}Z-[0-9a-f]{12}$/);
  expect(first.summary).toMatch(/History: added [\d,]+ numbers, 1 check and 2 units/);
  expect(world.list("history")).toHaveLength(3);
  expect(world.read("monday/report.html")).toContain('id="analytics-engines-history"');

  world.write("a.checks.json", { checks: [{ units: "a", rowCount: { max: 0 } }] });
  world.write("p/book.pa.json", paRequest({ a: paUnit(1), b: failingUnit(2) }));
  const second = await run("tuesday");
  expect(second).toMatchObject({ code: 1, outputs: { "new-failures": "1", "new-breaches": "1", recoveries: "0" } });
  expect(second.outputs["history-changes"]).toMatch(
    /^Run of .* UTC: 1 new failure, 1 new breach of checks, 0 recovered\nfailed p\/book\.pa\.json#b: success, now failure: .*\nbreached p\/book\.pa\.json#a: /,
  );
  expect(second.summary).toContain("1 new failure, 1 new breach of checks, 0 recovered");
  expect(second.summary).toContain(
    "\n\n| Change | Unit |  |\n| --- | --- | --- |\n| ❌ failed | <code>p/book.pa.json&#35;<wbr>b</code> |",
  );
});

it("a store that cannot be written fails the step with the reason, and the results stay", async () => {
  await using world = await createWorld();
  const outside = mkdtempSync(path.join(os.tmpdir(), "outside-"));
  try {
    symlinkSync(outside, path.join(world.workspace, "history"));
    world.write("p/book.pa.json", paRequest({ a: paUnit(1) }));
    const step = await world.run({ files: "p/*.json", "history-store": "history" });
    expect(step).toMatchObject({
      code: 1,
      outputs: { status: "success", "success-count": "1", "report-path": expect.any(String) },
      annotations: [
        {
          level: "error",
          message: expect.stringMatching(
            /^The run was not added to the history: .*history is in .*, and a link leads it to .*outside-.* The results are in .*analytics-run\.$/,
          ),
        },
      ],
    });
    expect(step.outputs["history-run"]).toBeUndefined();
    expect(step.summary).toMatch(/❌ The run was not added to the history/);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

it("a torn file of the store is named in a warning", async () => {
  await using world = await createWorld();
  world.write("p/book.pa.json", paRequest({ a: paUnit(1) }));
  world.write("history/units/month=2026-01/notes.txt", "");
  const step = await world.run({ files: "p/*.json", "history-store": "history" });
  expect(step).toMatchObject({
    code: 0,
    annotations: [
      {
        level: "warning",
        message: "units/month=2026-01/notes.txt was left out of the history: it is not a file of a history",
      },
    ],
  });
});
