import { expect, it } from "vitest";
import { killRuns } from "./kills.ts";

it("a run that is killed at any instant creates nothing twice, reads nothing twice and loses nothing that was stored", async () => {
  const report = await killRuns({ runs: 8, seed: 1 });
  expect(report.broken).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(7);
  expect(report.units["success"]).toBeGreaterThan(8);
});
