import { expect, it } from "vitest";
import { paRequest, paUnit } from "../support/parameters.ts";
import { readReport } from "../support/read-report.ts";
import { createWorld } from "../support/world.ts";

const feather = {
  data: {
    prices: {
      universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR"] },
      dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
      formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
    },
  },
  meta: { format: "Feather" },
};

it("results in a version that is not read are kept, and named in annotations, summary, checks and report", async () => {
  await using world = await createWorld({ faults: ["result=stach-3"] });
  world.write("p/book.pa.json", paRequest({ a: paUnit(1) }));
  world.write("p/prices.quant.json", feather);
  const step = await world.run({ files: "p/*.json", "history-store": "history" });
  const notRead = /which this version does not read \(it reads STACH versions 1 and 2 as JSON, and Arrow without /;
  expect(step).toMatchObject({ code: 0, outputs: { status: "success", "success-count": "2", "warning-count": "2" } });
  expect(step.annotations.map(({ level }) => level)).toEqual(["warning", "warning"]);
  for (const { message } of step.annotations) expect(message).toMatch(notRead);
  expect(step.summary).toMatch(/The result is STACH version 3\.0, which this version does not read/);
  expect(step.summary).toMatch(/its numbers were left out\S* it is STACH version 3\.0/);
  expect(step.raw).toMatch(/No CSV of p\/book\.pa\.json, unit a: it is STACH version 3\.0/);
  const { files } = JSON.parse(world.read("analytics-run/manifest.json"));
  for (const { units } of files)
    for (const { status, file, warnings } of units)
      expect({ status, warnings }).toEqual({
        status: "success",
        warnings: [expect.stringContaining(`kept as they came in ${file}.`)],
      });
  expect(JSON.parse(world.read("analytics-run/book.pa/a.json")).data.version).toBe("3.0");
  const { units } = readReport(world.read("analytics-run/report.html"));
  expect(units["p/prices.quant.json#prices"]).toEqual({
    kind: "elsewhere",
    reason: expect.stringMatching(
      /^The result cannot be read as a table: it is Arrow with metadata of STACH version 3\.0 \(fds:stach\), .* It is in prices\.quant\/prices\.arrow\.$/,
    ),
  });

  world.write("a.checks.json", { checks: [{ rowCount: { min: 0 } }] });
  const checked = await world.run({ files: "p/*.pa.json", checks: "*.checks.json", "output-dir": "second" });
  expect(checked.code).toBe(1);
  expect(checked.raw).toMatch(/There is no table to check: it is STACH version 3\.0/);
});
