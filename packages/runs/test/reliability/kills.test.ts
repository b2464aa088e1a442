import { expect, it } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { killRuns } from "./kills.ts";

const runs = isFull ? 200 : 4;

it("a run that is killed at any instant creates no job twice, reads no result twice and loses no stored result", async () => {
  const report = await killRuns({ runs, seed: 1 });
  expect(report.broken).toEqual([]);
  expect(report.kills).toBeGreaterThanOrEqual(runs - Math.ceil(runs / 8));
  expect(report.units["success"]).toBeGreaterThan(runs);
});
