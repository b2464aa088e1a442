import { expect, test } from "vitest";
import { runTexts } from "./series-text.ts";

test("a time has seconds where runs share a minute, and milliseconds where they share a second", () => {
  const times = [
    "2026-11-20T21:00:00.000Z",
    "2026-11-20T21:00:30.000Z",
    "2026-11-20T21:01:00.250Z",
    "2026-11-20T21:02:07.250Z",
    "2026-11-20T21:02:07.750Z",
  ];
  const points = times.map((text, index) => ({ run: `run ${index}`, time: new Date(text), runName: "night" }));
  // A run has many points.
  expect([...points, ...points].slice(0, 5).map(runTexts([...points, ...points]))).toEqual([
    "2026-11-20 21:00:00 UTC",
    "2026-11-20 21:00:30 UTC",
    "2026-11-20 21:01 UTC",
    "2026-11-20 21:02:07.250 UTC",
    "2026-11-20 21:02:07.750 UTC",
  ]);
});
