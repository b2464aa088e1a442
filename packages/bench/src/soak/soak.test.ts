import { expect, it } from "vitest";
import { soak } from "./soak.ts";

it("300 jobs with every kind of fault and a kill are all accounted for", async () => {
  const report = await soak({ jobs: 300, faultPercent: 2, killAfter: [250] });
  expect(report.broken).toEqual([]);
  expect(report.kills).toBe(1);
  expect(report.faults).toBeGreaterThan(100);
  expect(Object.values(report.endings).reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(report.endings["success"]).toBeGreaterThan(150);
});
