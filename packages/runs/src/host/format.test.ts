import { expect, it } from "vitest";
import { formatBytes, formatSeconds } from "./format.ts";

it("formats durations", () => {
  expect([0, 1.26, 59.94, 59.96, 125, 3780].map(formatSeconds)).toEqual([
    "0 s",
    "1.3 s",
    "59.9 s",
    "1 min 0 s",
    "2 min 5 s",
    "1 h 3 min",
  ]);
});

it("formats sizes", () => {
  expect([0, 999, 1500, 999_499, 999_500, 2e9, 5e12].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "1.5 kB",
    "999 kB",
    "1 MB",
    "2 GB",
    "5 TB",
  ]);
});
