import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { chartData, suggestCharts } from "../charts.ts";
import { captionOf } from "./rows.ts";
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
    const { groups, series, ...data } = largestGroups(tradesData(), 3);
    expect(groups).toEqual(["A", "D", "E"]);
    expect(Array.from(series[0]?.values ?? [])).toEqual([500, 300, -400]);
    expect(groups.map((_, place) => series[0]?.text(place))).toEqual(["+500", "+300", "−400"]);
    expect(captionOf(data)).toBe("The 3 largest of 5 are shown; the chart has all.");
  });

  it("of a chart of the largest rows say once how many rows there are", () => {
    const data = { ...tradesData(), largest: { count: 5, rowCount: 300 } };
    expect(captionOf(data)).toBe("The 5 largest of 300 rows are drawn.");
    expect(captionOf(largestGroups(data, 3))).toBe("The 3 largest of 300 are shown; the chart has 5.");
  });

  it("are all groups where these fit", () => {
    const data = tradesData();
    expect(largestGroups(data, 5)).toBe(data);
  });
});
