import { tolerancesText } from "@analytics-engines/core/basics";
import { describe, expect, it } from "vitest";
import { noiseTolerances, typedTolerances } from "./tolerances.ts";

describe("tolerances as text", () => {
  it.each([
    ["", []],
    ["0.01", [{ columns: "*", absolute: 0.01 }]],
    [
      "*weight*=0.01; *=1e-9,0.1%",
      [
        { columns: "*weight*", absolute: 0.01 },
        { columns: "*", absolute: 1e-9, relative: 0.001 },
      ],
    ],
    ["much", undefined],
  ])("read %j", (text, tolerances) => {
    expect(typedTolerances(text)).toEqual(tolerances);
  });

  it("read as they were written", () => {
    expect(tolerancesText(noiseTolerances)).toBe("*=0.000001,0.0001%");
    expect(typedTolerances(tolerancesText(noiseTolerances))).toEqual(noiseTolerances);
  });
});
