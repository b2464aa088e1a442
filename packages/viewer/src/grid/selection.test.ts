import { describe, expect, it } from "vitest";
import { column, table } from "../../test/support/tables.ts";
import { areaOf, contains, selectionToTsv } from "./selection.ts";

const one = table([
  column("Name", ["plain", 'tab\t"quote"', "=1+1", null, "line\nend"]),
  column("Weight", [0.1 + 0.2, null, -5, 1e21, 7], { header: ["Portfolio", "Weight"], format: "{0:0.0}" }),
  column("More", [{ a: 1 }, null, "-x", true, []]),
]);
const all = Int32Array.from([0, 1, 2, 3, 4]);

describe("a selection", () => {
  it("reaches from its anchor to its focus in any direction", () => {
    const area = areaOf({ anchor: { row: 5, column: 1 }, focus: { row: 2, column: 3 } });
    expect(area).toEqual({ top: 2, bottom: 5, left: 1, right: 3 });
    expect([contains(area, 2, 1), contains(area, 5, 3), contains(area, 6, 3), contains(area, 4, 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("is copied with all digits, in the shown order, and without formulas for a spreadsheet", () => {
    const tsv = selectionToTsv(one, all, [0, 1, 2], { top: 0, bottom: 4, left: 0, right: 2 }, true);
    expect(tsv.split("\r\n")).toEqual([
      "Name\tPortfolio | Weight\tMore",
      'plain\t0.30000000000000004\t"{""a"":1}"',
      '"tab\t""quote"""\t\t',
      "'=1+1\t-5\t'-x",
      "\t1e+21\ttrue",
      '"line\nend"\t7\t[]',
    ]);
    expect(selectionToTsv(one, Int32Array.from([3, 0]), [1], { top: 0, bottom: 1, left: 0, right: 0 }, false)).toBe(
      "1e+21\r\n0.30000000000000004",
    );
  });
});
