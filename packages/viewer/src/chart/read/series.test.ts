import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { chartData, suggestCharts } from "../charts.ts";
import { largestGroups } from "./series.ts";

const trades = table([
  column("Name", ["A", "B", "C", "D", "E"]),
  column("Trade Value", [500, 20, -10, 300, -400], { format: "{0:0}" }),
]);

function tradesData() {
  const [spec] = suggestCharts(trades);
  const data = spec && chartData(trades, spec);
  if (data?.shape !== "bars") throw new Error("not bars");
  return data;
}

describe("the largest groups", () => {
  it("keep their order, values and texts, and the note counts all", () => {
    const { groups, series, note } = largestGroups(tradesData(), 3);
    expect(groups).toEqual(["A", "D", "E"]);
    expect(Array.from(series[0]?.values ?? [])).toEqual([500, 300, -400]);
    expect(groups.map((_, place) => series[0]?.text(place))).toEqual(["+500", "+300", "−400"]);
    expect(note).toBe("The 3 largest of 5 are shown; the chart has all.");
  });

  it("are all groups where these fit", () => {
    const data = tradesData();
    expect(largestGroups(data, 5)).toBe(data);
  });
});
