import { expect, it } from "vitest";
import { type BenchmarkResults, meetsTargets, runBenchmarks } from "./run-benchmarks.ts";

const row = { name: "time", value: 1, unit: "s", reference: 2, ratio: 0.5, target: "at most 2 s", met: true };
const passing = { name: "one", measure: async () => [row] };
const throwing = {
  name: "two",
  measure: async () => {
    throw new Error("There is no browser");
  },
};
const missing = { name: "three", measure: async () => [{ ...row, met: false }] };

it("names a benchmark that throws, and still runs the others", async () => {
  const lines: string[] = [];
  const results = await runBenchmarks(
    [throwing, passing],
    () => {},
    (line) => void lines.push(line),
  );
  expect(results.sections).toEqual([{ name: "one", rows: [row] }]);
  expect(results.failures).toEqual([{ name: "two", error: expect.stringContaining("There is no browser") }]);
  expect(lines.join("\n")).toContain("There is no browser");
});

it("saves the figures after each benchmark", async () => {
  const saved: BenchmarkResults[] = [];
  await runBenchmarks(
    [passing, throwing, missing],
    (results) => void saved.push(results),
    () => {},
  );
  expect(saved.map(({ sections, failures }) => [sections.length, failures.length])).toEqual([
    [1, 0],
    [1, 1],
    [2, 1],
  ]);
});

it.each([
  { benchmarks: [passing], meets: true },
  { benchmarks: [passing, missing], meets: false },
  { benchmarks: [passing, throwing], meets: false },
])("meets its targets: $meets, with $benchmarks.length benchmarks", async ({ benchmarks, meets }) => {
  expect(
    meetsTargets(
      await runBenchmarks(
        benchmarks,
        () => {},
        () => {},
      ),
    ),
  ).toBe(meets);
});
