import { describe, expect, it } from "vitest";
import { makeTable } from "../../../test/support/tables/make-table.ts";
import { cellText, columnFormat } from "./column-format.ts";

type Cells = readonly (number | null)[];

/** The headings and first cells of a table with these columns. */
function shown(columns: Readonly<Record<string, Cells>>): string[] {
  const made = Object.entries(columns).map(([name, cells]) => ({ name, header: name.split(" | "), cells }));
  return makeTable(made).columns.map((column) => `${cellText(column, 0)} ${columnFormat(column).unit}`.trim());
}

describe("the scale of percentages", () => {
  it.each<[string, Readonly<Record<string, Cells>>, string[]]>([
    [
      "gives small effects the percent of the returns that they add up to",
      { "Portfolio | Total Return": [-3.87], "Active | Interaction Effect": [-0.01], "Active | Allocation": [0.54] },
      ["−3.87 %", "−0.01 %", "0.54"],
    ],
    [
      "gives small effects the percent of a larger effect",
      { "Selection Effect": [1.4], "Interaction Effect": [0.004] },
      ["1.40 %", "0.00 %"],
    ],
    [
      "gives a small return the percent of the same return of the benchmark",
      { "Portfolio | Total Return": [0.03], "Benchmark | Total Return": [4.2] },
      ["0.03 %", "4.20 %"],
    ],
    [
      "gives the active return the percent of the return",
      { "Portfolio Return": [4.23], "Benchmark Return": [4.2], "Active Return": [0.03] },
      ["4.23 %", "4.20 %", "0.03 %"],
    ],
    [
      "gives a small period the percent of a longer one",
      { "Return | 1 Month": [0.03], "Return | 1 Year": [8.1] },
      ["0.03 %", "8.10 %"],
    ],
    [
      "takes the scale of all columns from weights",
      { "Ending Weight": [13.9], "Total Return": [0.02], Contribution: [0.004] },
      ["13.90 %", "0.02 %", "0.00 %"],
    ],
    [
      "leaves small returns as they are beside returns of another name",
      { "Total Return": [3.2], "My Return": [0.032] },
      ["3.20 %", "0.032"],
    ],
    [
      "leaves a table of small returns as it is",
      { "Portfolio | Return": [0.0123], "Benchmark | Return": [0.0025] },
      ["0.0123", "0.0025"],
    ],
    [
      "reads weights that add up to 1 as fractions, and gives their returns no unit",
      { Weight: [0.25, 0.75], "Total Return": [0.5, 0.02] },
      ["0.2500", "0.50"],
    ],
    ["reads weights with a total of 1 as fractions", { Weight: [1, 0.4, 0.6] }, ["1.0000"]],
    ["does not take equal weights of 1 % for a total of 1", { Weight: [1, 1, 1, 0.5] }, ["1.0"]],
    [
      "gives a small active weight the percent of the weights",
      { "Portfolio | Weight": [100, 40, 60], "Active | Weight": [0, -0.4, 0.4] },
      ["100.00 %", "0.00 %"],
    ],
    [
      "leaves a column of fractions beside a column of percents as fractions",
      { "Portfolio | Weight": [40, 60], "Formula Weight": [0.4, 0.6] },
      ["40.00 %", "0.4000"],
    ],
    ["ignores empty cells", { "Total Return": [null, 0.02] }, ["–"]],
  ])("%s", (_, columns, texts) => {
    expect(shown(columns)).toEqual(texts);
  });
});
