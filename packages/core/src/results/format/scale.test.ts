import * as fc from "fast-check";
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
      "is percent for small effects as for large returns",
      {
        "Portfolio | Total Return": [-3.87],
        "Active | Interaction Effect": [-0.01],
        "Attribution | Selection": [0.54],
      },
      ["−3.87 %", "−0.01 %", "0.54 %"],
    ],
    [
      "is percent for small numbers without larger ones",
      { "Selection Effect": [0.01], "Total Return": [0.032] },
      ["0.01 %", "0.03 %"],
    ],
    [
      "is percent for small returns of both sides",
      { "Portfolio | Return": [0.0123], "Benchmark | Return": [0.0025] },
      ["0.01 %", "0.00 %"],
    ],
    [
      "is percent beside weights in percent",
      { "Ending Weight": [13.9], "Total Return": [0.02], Contribution: [0.004] },
      ["13.90 %", "0.02 %", "0.00 %"],
    ],
    [
      "is a fraction for weights that add up to 1, and unproven for their returns",
      { Weight: [0.25, 0.75], "Total Return": [0.5, 0.02], "Total Effect": [0.004, 0.001] },
      ["0.2500", "0.50", "0.004"],
    ],
    [
      "is percent beside fractions for a header that ends in a percent sign",
      { Weight: [0.25, 0.75], "Return (%)": [0.5, 0.02], "CAGR﹪%": [3, 4], "Return % | Fund A": [0.5, 1] },
      ["0.2500", "0.50 %", "3.00 %", "0.50 %"],
    ],
    [
      "is a fraction for the other weights of the table",
      { "Port. Weight": [0.25, 0.75], "Bench. Weight": [0.3, 0.4], "Active Weight": [-0.05, 0.35] },
      ["0.2500", "0.3000", "−0.0500"],
    ],
    [
      "is unchanged for numbers that are no percentages beside fractions",
      { Weight: [0.4, 0.6], Price: [3.5, 4] },
      ["0.4000", "3.50"],
    ],
    ["is a fraction for weights with a total of 1", { Weight: [1, 0.4, 0.6] }, ["1.0000"]],
    ["is percent for equal weights of 1 %", { Weight: [1, 1, 1, 0.5] }, ["1.00 %"]],
    ["is percent for weights below a header in percent", { "Weight (%)": [0.4, 0.6] }, ["0.40 %"]],
    [
      "is percent for a small active weight beside weights in percent",
      { "Portfolio | Weight": [100, 40, 60], "Active | Weight": [0, -0.4, 0.4] },
      ["100.00 %", "0.00 %"],
    ],
    [
      "is that of each column if weights in percent stand beside fractions",
      { "Portfolio | Weight": [40, 60], "Formula Weight": [0.4, 0.6], "Total Return": [0.5, 0.2] },
      ["40.00 %", "0.4000", "0.50 %"],
    ],
    ["is the same without a number", { "Total Return": [null, 0.02] }, ["– %"]],
  ])("%s", (_, columns, texts) => {
    expect(shown(columns)).toEqual(texts);
  });

  it("does not depend on the size of the numbers", () => {
    const names = ["Total Return", "Total Effect", "Yield to Worst", "OAS", "Effective Duration", "Beta", "Foo"];
    const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 });
    fc.assert(
      fc.property(fc.constantFrom(...names), numbers, numbers, (name, cells, others) => {
        expect(unitOf(name, cells)).toBe(unitOf(name, others));
      }),
    );
  });
});

function unitOf(name: string, cells: readonly number[]): string | undefined {
  const [column] = makeTable([{ name, cells }]).columns;
  return column && columnFormat(column).unit;
}
