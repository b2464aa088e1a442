import { decodeResult } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { result } from "../../../test/support/run-folder.ts";
import { emptyColumnsNote } from "./empty-columns.ts";

const noteOf = (rows: Parameters<typeof result>[0]) => emptyColumnsNote(decodeResult(result(rows)));

describe("the note about empty columns", () => {
  it("names each column without any value", () => {
    const rows = [
      { Symbol: "A", Price: 1, "Liquidity Score": null, Rating: null },
      { Symbol: "B", Price: 0, "Liquidity Score": null, Rating: null },
    ];
    expect(noteOf(rows)).toBe("No row has a value for Liquidity Score, Rating. The service gives no reason.");
  });

  it("is left out where each column has a value in some row", () => {
    expect(
      noteOf([
        { Symbol: "A", Price: null },
        { Symbol: null, Price: 0 },
      ]),
    ).toBeUndefined();
    expect(emptyColumnsNote([])).toBeUndefined();
  });
});
