import { expect, it } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { soak } from "./soak.ts";

const jobs = isFull ? 10_000 : 40;
const killAfter = isFull ? [3000, 3500] : [25];

it(`${jobs} jobs are all accounted for after every kind of fault and a kill`, async () => {
  const report = await soak({ jobs, faultPercent: 2, killAfter });
  expect(report.broken).toEqual([]);
  expect(report.kills).toBe(killAfter.length);
  expect(report.faults).toBeGreaterThan(jobs / 3);
  expect(Object.values(report.endings).reduce((sum, count) => sum + count, 0)).toBe(jobs);
  expect(report.endings["success"]).toBeGreaterThan(jobs / 2);
});
