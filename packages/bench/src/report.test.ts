import { expect, it } from "vitest";
import { benchmarksMarkdown } from "./report.ts";

const met = { name: "a", value: 1, unit: "s", reference: 2, ratio: 0.5, target: "at most 2", met: true };
const surroundings = { date: "2026-01-02", machine: "2 cores", versions: ["Node 24"] };

it("shows a figure that falls short, at the top and in its table", () => {
  const missed = { ...met, name: "  b", value: 1500, reference: 1000, ratio: 1.5, met: false };
  const text = benchmarksMarkdown([{ name: "things", rows: [met, missed] }], surroundings);
  expect(text).toContain("**1 of 2 figures fall short of their target:** b.");
  expect(text).toContain("## Things");
  expect(text).toContain("| a | 1.00 s | 2.00 s | 0.50 | at most 2 |  |");
  expect(text).toContain("| b | 1,500 s | 1,000 s | 1.50 | at most 2 | **falls short** |");
  expect(benchmarksMarkdown([{ name: "things", rows: [met] }], surroundings)).toContain("All 1 figures meet");
});
