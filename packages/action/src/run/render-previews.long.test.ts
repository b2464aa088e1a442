import { decodeResult, type Table } from "@analytics-engines/core/results";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../core/test/support/sample.ts";
import { mermaidChart, renderPreviews } from "./previews.ts";

/** A table of a text and a number column. */
function tableOf(rows: readonly (readonly [string, number | null])[], names = ["Sector", "Weight"]): Table {
  const [text = "", number = ""] = names;
  const columns = [
    { id: "a", name: "a", description: text, type: "string", isDimension: true },
    { id: "b", name: "b", description: number, type: "real", format: { format: "{0:0.0}", nullFormat: "--" } },
  ];
  const body = { rows: rows.map(([a, b]) => ({ values: { a, b } })) };
  const [table] = decodeResult({ data: { tables: { t: { definition: { columns }, data: body } } } });
  if (table === undefined) throw new Error("no table");
  return table;
}

/** Four groups with this many measures below one header of two levels. */
function wideTable(dimension: string, measures: number): Table {
  const numbers = Array.from({ length: measures }, (_, index) => `m${index + 1}`);
  const columns = [
    { id: "a", name: "a", description: dimension, type: "string", isDimension: true },
    ...numbers.map((id) => ({
      id,
      name: id,
      description: `Portfolio | ${id.toUpperCase()} | Ending Weight`,
      type: "real",
      format: { format: "{0:0.0}", nullFormat: "--" },
    })),
  ];
  const rows = ["Energy", "Finance", "Health", "Retail"].map((a, row) => ({
    values: { a, ...Object.fromEntries(numbers.map((id, place) => [id, 10 * row + place + 0.5])) },
  }));
  const [table] = decodeResult({ data: { tables: { t: { definition: { columns }, data: { rows } } } } });
  if (table === undefined) throw new Error("no table");
  return table;
}

const sectors = tableOf([
  ["Energy", 10.25],
  ["Finance", 30],
  ["Health", 59.75],
]);

describe("renderPreviews", () => {
  it("shows the first rows by the table's formats, what is left out, and a chart", () => {
    const rows = Array.from({ length: 7 }, (_, index): [string, number | null] => [`Sector ${index}`, index || null]);
    const text = renderPreviews([{ path: "a/b.pa.json", unitId: "one", tables: [tableOf(rows), sectors] }]);
    expect(text).toContain("<code>a/b.pa.json</code> <code>one</code>");
    expect(text).toContain("7 rows, 2 columns");
    expect(text).toContain("| Sector 0 | -- |");
    expect(text).toContain("| Sector 4 | 4.0 |");
    expect(text).not.toContain("Sector 5");
    expect(text).toContain("… 2 more rows");
    expect(text.match(/```mermaid/g)).toHaveLength(1);
  });

  it("says nothing where there is no table", () => {
    expect(renderPreviews([])).toBe("");
  });

  it("lets nothing of a result become markup", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.string({ unit: "grapheme", maxLength: 40 }),
        (cell, head) => {
          const hostile = `${cell}</details><script>|\n\`\`\`@user ${head}`;
          const rows: [string, number][] = [1, 2, 3].map((value) => [`${hostile}${value}`, value]);
          const tables = [tableOf(rows, [hostile, hostile])];
          const text = renderPreviews([{ path: hostile, unitId: hostile, tables }]);
          expect(text).not.toContain("<script>");
          expect(text.match(/<\/details>/g)).toHaveLength(1);
          expect(text.match(/```/g) ?? []).toHaveLength(mermaidChart(tables[0] ?? sectors) === "" ? 0 : 2);
          expect(text).not.toMatch(/@user/);
        },
      ),
      { numRuns: sampleSize(60) },
    );
  });
});

describe("mermaidChart", () => {
  it("draws one measure by its groups", () => {
    expect(mermaidChart(sectors)).toBe(
      '```mermaid\nxychart-beta\n  title "Weight by sector"\n  x-axis ["Health", "Finance", "Energy"]\n  bar [59.75, 30, 10.25]\n```\n\n',
    );
  });

  it("keeps the levels of a header apart, and says of how many series it draws one", () => {
    const title = (columns: number, dimension = "Economic Sector") =>
      /title (.*)/.exec(mermaidChart(wideTable(dimension, columns)))?.[1];
    expect(title(1)).toBe('"M1, Ending Weight by economic sector"');
    expect(title(3)).toBe('"Ending Weight by economic sector, M1 (first of 3)"');
    // A long title does not cut the name of the series.
    const long = title(3, "Sector of the economy as the house sees it: by revenue, not by listing") ?? "";
    expect(long).toMatch(/^"Ending Weight by sector of the economy as .*…, M1 \(first of 3\)"$/);
    expect(long.length).toBeLessThanOrEqual(82);
  });

  it("counts all lines, also those that a chart leaves out", () => {
    const sectors = Array.from({ length: 11 }, (_, index) => `Sector ${index}`);
    const columns = [
      { id: "d", name: "date", description: "Date", type: "date", isDimension: true },
      { id: "a", name: "a", description: "Economic Sector", type: "string", isDimension: true },
      { id: "b", name: "b", description: "Portfolio | Ending Weight", type: "real" },
    ];
    const rows = ["2024-01-31", "2024-02-29", "2024-03-31"].flatMap((d) =>
      sectors.map((a, index) => ({ values: { d, a, b: 20 - index } })),
    );
    const [table] = decodeResult({ data: { tables: { t: { definition: { columns }, data: { rows } } } } });
    expect(table && mermaidChart(table)).toContain(
      'title "Portfolio ending weight by economic sector, Sector 0 (one of 11)"',
    );
  });

  it("draws nothing where a number is missing: a zero in its place would be a wrong number", () => {
    expect(
      mermaidChart(
        tableOf([
          ["Energy", 10],
          ["Finance", null],
          ["Health", 3],
        ]),
      ),
    ).toBe("");
  });

  it("draws nothing of two rows, and nothing of a hundred", () => {
    const rows = Array.from({ length: 100 }, (_, index): [string, number] => [`Sector ${index}`, index]);
    expect(mermaidChart(tableOf(rows.slice(0, 2)))).toBe("");
    expect(mermaidChart(tableOf(rows))).toBe("");
  });

  it("writes small and large numbers without exponents", () => {
    expect(
      mermaidChart(
        tableOf([
          ["a", 1e-9],
          ["b", 1e21],
          ["c", -0.5],
        ]),
      ),
    ).toMatch(/bar \[10{21}, 0\.000000001, -0\.5\]/);
  });
});
