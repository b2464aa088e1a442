import { describe, expect, it } from "vitest";
import { areaOf, contains } from "./selection.ts";

describe("a selection", () => {
  it("reaches from its anchor to its focus in any direction", () => {
    const area = areaOf({ anchor: { row: 5, column: 1 }, focus: { row: 2, column: 3 } });
    expect(area).toEqual({ firstRow: 2, lastRow: 5, firstColumn: 1, lastColumn: 3 });
    expect([contains(area, 2, 1), contains(area, 5, 3), contains(area, 6, 3), contains(area, 4, 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
