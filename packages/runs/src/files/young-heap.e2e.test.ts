import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

/** Reads much in small pieces, as a large result is read, and prints the largest size of the young heap in MiB. */
const program = (start: string) => `
  import { limitYoungHeap } from ${JSON.stringify(path.join(import.meta.dirname, "young-heap.ts"))};
  import { setTimeout } from "node:timers/promises";
  import { getHeapSpaceStatistics } from "node:v8";
  ${start};
  let most = 0;
  const recent = [];
  for (let round = 0; round < 300; round++) {
    for (let row = 0; row < 5000; row++) recent[row] = { values: [round, row, String(row)] };
    most = Math.max(most, getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size);
    await setTimeout(0);
  }
  console.log(most / 2 ** 20);
`;
const peak = (start: string) =>
  Number(
    execFileSync(process.execPath, ["--conditions=source", "--input-type=module", "-e", program(start)], {
      encoding: "utf8",
    }),
  );

test("the young heap of a program that reads much stays small, and would grow otherwise", () => {
  expect(peak("limitYoungHeap()")).toBeLessThan(30);
  expect(peak("")).toBeGreaterThan(30);
});
