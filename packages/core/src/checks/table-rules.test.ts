import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MadeColumn, makeTable } from "../../test/support/tables/make-table.ts";
import type { Table } from "../results/table.ts";
import { otherUnitOf } from "./agrees-rule.ts";
import { type CheckOptions, checkTables } from "./check-tables.ts";
import type { Check } from "./checks-schema.ts";
import { readChecks } from "./read-checks.ts";
import type { RowCells } from "./row-limits.ts";
import type { OtherUnit } from "./table-view.ts";

type Compared = Pick<CheckOptions, "earlier" | "row"> & { readonly other?: OtherUnit };

/** The outcomes of one check, which must be readable. */
function outcomesOf(check: Check, table: Table, { other, ...compared }: Compared = {}) {
  const { checks, issues } = readChecks(JSON.stringify({ checks: [check] }));
  expect(issues).toEqual([]);
  const others = new Map(checks.flatMap((placed) => (other === undefined ? [] : [[placed, other] as const])));
  return checkTables(checks, [table], { today: Date.UTC(2024, 5, 5), others, ...compared })[0] ?? [];
}

/** `STATUS MESSAGE` of the first outcome. */
function judge(check: Check, columns: readonly MadeColumn[], compared: Compared = {}): string {
  const [outcome] = outcomesOf(check, makeTable(columns), compared);
  return `${outcome?.status} ${outcome?.message}`;
}

const names = (...cells: unknown[]): MadeColumn => ({ name: "Name", cells, isDimension: true });
const numbers = (name: string, ...cells: unknown[]): MadeColumn => ({ name, cells });

/** Two sectors with securities, as a tree of names. */
const tree: readonly MadeColumn[] = [
  { name: "Sector", cells: ["Total", "Tech", "Tech", "Tech", "Oil", "Oil"], isDimension: true },
  { name: "Security", cells: [null, null, "A", "B", null, "C"], isDimension: true },
  numbers("Weight", 100, 70, 30, 40, 30, 30),
];

describe("a role", () => {
  it.each<[Check["role"], string]>([
    ["leaf", "failed `Weight` of `Tech / B` is 40; expected: at most 35."],
    ["group", "failed `Weight` of `Tech` is 70; expected: at most 35."],
    ["total", "failed `Weight` of `Total` is 100; expected: at most 35."],
  ])("%s selects its rows", (role, expected) => {
    expect(judge({ role: role ?? "leaf", between: { column: "Weight", max: 35 } }, tree)).toBe(expected);
  });

  it("selects among the rows with a text, and fails where no row has it", () => {
    const between = { column: "Weight", max: 35 };
    expect(judge({ role: "leaf", rows: { Sector: "Oil" }, between }, tree)).toMatch(/^passed/);
    expect(judge({ role: "group", rows: { Security: "A" }, between }, tree)).toBe(
      "failed The table has no row with `Security` `A` and the role `group`.",
    );
    expect(judge({ role: "group", rowCount: { min: 2, max: 2 } }, tree)).toBe("passed The number of rows is 2.");
  });
});

describe("an outcome", () => {
  it("names each cell that fails, up to 100, and counts the others", () => {
    const cells = Array.from({ length: 150 }, (_, row) => row);
    const table = makeTable([names(...cells.map((row) => `n${row}`)), numbers("Weight", ...cells)]);
    const [outcome] = outcomesOf({ between: { column: "Weight", max: 9 } }, table);
    expect(outcome).toMatchObject({ failures: 140, value: "10" });
    expect(outcome?.failedCells).toHaveLength(100);
    expect(outcome?.failedCells?.[99]).toEqual({ column: "Weight", row: 109, rowName: "n109", value: "109" });
  });

  it("has what is expected in each cell where that differs", () => {
    const table = makeTable([names("A", "B"), numbers("One", 1, 2), numbers("Two", 3, 4)]);
    expect(outcomesOf({ equals: { column: "One", other: "Two" } }, table)[0]?.failedCells).toEqual([
      { column: "One", row: 0, rowName: "A", value: "1", limit: "3 of `Two`" },
      { column: "One", row: 1, rowName: "B", value: "2", limit: "4 of `Two`" },
    ]);
  });
});

describe("columns that add up", () => {
  const addUp = { columns: ["One", "Two"], to: "Sum" };
  const table = (...rows: readonly (readonly unknown[])[]) =>
    ["Name", "One", "Two", "Sum"].map((name, at) => numbers(name, ...rows.map((row) => row[at])));

  it.each<[string, Check["addUp"], readonly (readonly unknown[])[], string]>([
    [
      "each row",
      addUp,
      [
        ["a", 0.1, 0.2, 0.3],
        ["b", 1, -1, 0],
      ],
      "passed Each cell of Sum is as expected.",
    ],
    [
      "a row",
      addUp,
      [
        ["a", 1, 2, 3],
        ["b", 1, 1, 3],
      ],
      "failed `Sum` of `b` is 3; expected: 2 of `One` + `Two`.",
    ],
    ["a distance", { ...addUp, tolerance: 1 }, [["b", 1, 1, 3]], "passed Each cell of Sum is as expected."],
    ["an empty part", addUp, [["a", null, 3, 3]], "passed Each cell of Sum is as expected."],
    ["empty parts", addUp, [["a", null, null, 2]], "failed `Sum` of `a` is 2; expected: 0 of `One` + `Two`."],
    [
      "an empty sum",
      addUp,
      [
        ["a", 1, -1, null],
        ["b", 1, 2, null],
        ["c", 1, 2, 3],
      ],
      "failed `Sum` of `b` is null; expected: 3 of `One` + `Two`.",
    ],
    ["empty sums", addUp, [["a", 1, -1, null]], "failed There is no cell to check: `Sum` is empty in 1 row."],
    ["empty rows", addUp, [["a", null, null, null]], "failed There is no cell to check: `Sum` is empty in 1 row."],
    ["NaN", addUp, [["a", 1, Number.NaN, 1]], "failed `Sum` of `a` is 1; expected: NaN of `One` + `Two`."],
    ["a pattern", { columns: ["*"], to: "Sum" }, [["a", 1, 2, 3]], "failed `Name` is not a column of numbers."],
    [
      "a missing part",
      { ...addUp, columns: ["One", "Tow"] },
      [["a", 1, 2, 3]],
      "failed The table has no column `Tow`. The closest one is `Two`.",
    ],
    [
      "a missing sum",
      { ...addUp, to: "Sums" },
      [["a", 1, 2, 3]],
      "failed The table has no column `Sums`. The closest one is `Sum`.",
    ],
    [
      "a part that is the sum",
      { ...addUp, columns: ["One", "Sum"] },
      [["a", 1, 2, 3]],
      "failed `Sum` is the sum, and cannot be a part of it.",
    ],
  ])("are judged by %s", (_, rule, rows, expected) => {
    expect(judge({ addUp: rule ?? addUp }, table(...rows))).toBe(expected);
  });

  it("leave the sum out of the columns that a pattern means", () => {
    const effects = ["Allocation Effect", "Selection Effect", "Total Effect"].map((name, at) =>
      numbers(name, [1, 2, 3][at]),
    );
    expect(judge({ addUp: { columns: ["*effect"], to: "Total Effect" } }, effects)).toMatch(/^passed/);
  });

  it("agree with a plain model", () => {
    const cell = fc.oneof(fc.constant(null), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), fc.nat(2), (rows, tolerance) => {
        const judged = rows.filter((row) => row.some((number) => number !== null));
        const hasSum = rows.some(([, , sum]) => sum !== null);
        const isRight = judged.every(([one, two, sum]) => Math.abs((one ?? 0) + (two ?? 0) - (sum ?? 0)) <= tolerance);
        const [outcome] = outcomesOf(
          { addUp: { ...addUp, tolerance } },
          makeTable(table(...rows.map((row, at) => [`r${at}`, ...row]))),
        );
        expect(outcome?.status).toBe(hasSum && isRight ? "passed" : "failed");
        if (hasSum) expect(outcome?.cells).toBe(judged.length);
      }),
    );
  });
});

describe("the number of rows against the earlier run", () => {
  const rowsOf = (count: number) => [names(...Array.from({ length: count }, (_, at) => `n${at}`))];
  const earlier = (count: number) => ({ earlier: [makeTable(rowsOf(count))] });

  it.each<[Check["rowCountMoved"], number, number, string]>([
    [{ atMost: 2 }, 12, 10, "passed The number of rows is 12."],
    [{ atMost: 2 }, 13, 10, "failed The number of rows is 13; expected: at most 2 from 10 of the earlier run."],
    [{ atMost: 2 }, 7, 10, "failed The number of rows is 7; expected: at most 2 from 10 of the earlier run."],
    [{ atMostPercent: 10 }, 9, 10, "passed The number of rows is 9."],
    [{ atMost: 1, atMostPercent: 50 }, 5, 10, "passed The number of rows is 5."],
    [{ atMost: 0 }, 3, 3, "passed The number of rows is 3."],
    [{ atMost: 5 }, 3, 0, "failed The earlier run has no such row, so nothing was compared."],
  ])("%j: %i after %i", (rowCountMoved, now, before, expected) => {
    expect(judge({ rowCountMoved: rowCountMoved ?? { atMost: 0 } }, rowsOf(now), earlier(before))).toBe(expected);
  });

  it("is skipped without a table to compare with, as moved is", () => {
    const check: Check = { rowCountMoved: { atMost: 99 } };
    expect(judge(check, rowsOf(3))).toBe("skipped There is no earlier run to compare with.");
    const gone = { earlier: { reason: "The earlier run does not have the unit." } };
    expect(judge(check, rowsOf(3), gone)).toBe("skipped The earlier run does not have the unit.");
  });
});

describe("a text", () => {
  const status = [names("A", "B", "C"), { name: "Status", cells: ["Success", "Warning", null] }];

  it.each<[Check["text"], string]>([
    [{ column: "Status", is: "Success" }, "failed `Status` of `B` is Warning; expected: `Success`. 2 cells fail."],
    [
      { column: "Status", oneOf: ["Success", "Warning"] },
      "failed `Status` of `C` is null; expected: `Success` or `Warning`.",
    ],
    [{ column: "Status", oneOf: ["Success", "Warning", ""] }, "passed Each cell of Status is as expected."],
    [
      { column: "Status", matches: "*n*" },
      "failed `Status` of `A` is Success; expected: a text like `*n*`. 2 cells fail.",
    ],
    [{ column: "Status", is: "success" }, "failed `Status` of `A` is Success; expected: `success`. 3 cells fail."],
  ])("is judged: %j", (text, expected) => {
    expect(judge({ text: text ?? { column: "" } }, status)).toBe(expected);
  });

  it("can be that of a number", () => {
    expect(judge({ text: { column: "Quintile", oneOf: ["1", "2"] } }, [numbers("Quintile", 1, 2)])).toMatch(/^passed/);
  });
});

describe("metadata", () => {
  const table = {
    ...makeTable([numbers("Weight", 1)]),
    metadata: { items: { "Currency ISO Code": ["USD"], Benchmark: ["BMK:A", "B"], Empty: [] } },
  };
  const outcome = (metadata: NonNullable<Check["metadata"]>) => {
    const [first] = outcomesOf({ metadata }, table);
    return `${first?.status} ${first?.message}`;
  };

  it.each<[NonNullable<Check["metadata"]>, string]>([
    [{ item: "currency iso code", is: "USD" }, "passed `Currency ISO Code` of the metadata is USD."],
    [{ item: "Currency ISO Code", is: "EUR" }, "failed `Currency ISO Code` of the metadata is USD; expected: `EUR`."],
    [
      { item: "Benchmark", matches: "BMK:*" },
      "failed `Benchmark` of the metadata is B; expected: a text like `BMK:*`.",
    ],
    [
      { item: "Curency ISO Code", is: "USD" },
      "failed The metadata of the table has no item `Curency ISO Code`. The closest one is `Currency ISO Code`.",
    ],
    [{ item: "constructor", is: "" }, "failed The metadata of the table has no item `constructor`."],
    [{ item: "Empty", is: "" }, "failed There is no cell to check: `Empty` of the metadata has no value."],
  ])("is judged: %j", (metadata, expected) => {
    expect(outcome(metadata)).toBe(expected);
  });
});

describe("limits in the row of a sweep", () => {
  const weights = [names("A", "B"), numbers("Weight", 5, 9)];
  const rowOf = (cells: Readonly<Record<string, string>>): RowCells => ({
    name: "book/accounts.csv:3",
    cellOf: (column) => cells[column],
  });

  it.each<[Check, Readonly<Record<string, string>>, string]>([
    [{ between: { column: "Weight", maxFrom: "most" } }, { most: "9" }, "passed Each cell of Weight is as expected."],
    [
      { between: { column: "Weight", maxFrom: "most" } },
      { most: "8.5" },
      "failed `Weight` of `B` is 9; expected: at most 8.5.",
    ],
    [
      { between: { column: "Weight", min: 6, maxFrom: "most" } },
      { most: "9" },
      "failed `Weight` of `A` is 5; expected: 6 to 9.",
    ],
    [{ rowCount: { minFrom: "least" } }, { least: "3" }, "failed The number of rows is 2; expected: at least 3."],
    [
      { between: { column: "Weight", maxFrom: "mots" } },
      { most: "9" },
      "failed `book/accounts.csv:3` has no column `mots`.",
    ],
    [
      { between: { column: "Weight", maxFrom: "most" } },
      { most: "" },
      "failed There is no limit in `most` of `book/accounts.csv:3`: the cell is empty.",
    ],
    [
      { between: { column: "Weight", maxFrom: "most" } },
      { most: "1,5" },
      "failed There is no limit in `most` of `book/accounts.csv:3`: `1,5` is no number.",
    ],
    [
      { between: { column: "Weight", min: 9, maxFrom: "most" } },
      { most: "1" },
      "failed The smallest number, 9, is larger than the largest, 1.",
    ],
  ])("%j of %j", (check, cells, expected) => {
    expect(judge(check, weights, { row: rowOf(cells) })).toBe(expected);
    if (expected.startsWith("failed The") || expected.includes("limit in") || expected.includes("no column"))
      expect(judge({ ...check, optional: true }, weights, { row: rowOf(cells) })).toMatch(/^failed/);
  });

  it("are not known for a unit of no sweep", () => {
    expect(judge({ between: { column: "Weight", maxFrom: "most" } }, weights)).toBe(
      "failed The unit does not come from a sweep, so no row has its limits.",
    );
  });
});

describe("a number that agrees with another unit", () => {
  const weights = [names("Total", "A", "B"), numbers("Return", 8.21, 5, 9)];
  const months = [{ name: "Dates", cells: ["01", "02"] }, numbers("Fund Return", 1.5, 8.2)];
  const other = { name: "r.spar.json#growth", tables: [makeTable(months)] };
  const agrees = {
    column: "Return",
    with: { file: "r.spar.json", column: "Fund Return", rows: { Dates: "02" } },
    tolerance: 0.02,
  };

  it.each<[string, NonNullable<Check["agrees"]>, string]>([
    ["within the tolerance", agrees, "passed Each cell of Return is as expected."],
    [
      "outside of it",
      { ...agrees, tolerance: 0.001 },
      "failed `Return` of `Total` is 8.21; expected: 8.2 of `Fund Return` in `r.spar.json#growth` ± 0.001.",
    ],
    [
      "with several rows",
      { ...agrees, with: { file: "r.spar.json", column: "Fund Return" } },
      "failed `r.spar.json#growth` cannot be compared. The table has no row of the whole: select one in `rows`.",
    ],
    [
      "with no such row",
      { ...agrees, with: { ...agrees.with, rows: { Dates: "03" } } },
      "failed `r.spar.json#growth` cannot be compared. The table has no row with `Dates` `03`.",
    ],
    [
      "with no such column",
      { ...agrees, with: { ...agrees.with, column: "Fund Retrun" } },
      "failed `r.spar.json#growth` cannot be compared. The table has no column `Fund Retrun`. The closest one is `Fund Return`.",
    ],
    [
      "with no such table",
      { ...agrees, with: { ...agrees.with, table: 1 } },
      "failed `r.spar.json#growth` cannot be compared. It has no table 1: it has 1, counted from 0.",
    ],
  ])("%s", (_, rule, expected) => {
    expect(judge({ agrees: rule }, weights, { other })).toBe(expected);
  });

  it("fails where its own row is not clear, and without the unit, unless it is optional", () => {
    expect(judge({ role: "leaf", agrees }, weights, { other })).toBe(
      "failed 2 rows are selected, and one number is needed: select one row in `rows`.",
    );
    expect(judge({ rows: { Name: "B" }, agrees }, weights, { other })).toMatch(
      /^failed `Return` of `B` is 9; expected/,
    );
    expect(judge({ agrees }, weights)).toBe("failed There is no other unit to compare with.");
    const gone = { other: { reason: "The run does not have the unit to compare with." } };
    expect(judge({ agrees }, weights, gone)).toBe("failed The run does not have the unit to compare with.");
    expect(judge({ agrees, optional: true }, weights, gone)).toMatch(/^skipped/);
  });

  it("fails for an empty cell and NaN on either side", () => {
    const otherOf = (cell: unknown) => ({ name: "o", tables: [makeTable([numbers("Return", cell)])] });
    const check: Check = { agrees: { column: "Return", with: { unit: "o" }, tolerance: 1e9 } };
    const values = [1, null, Number.NaN];
    for (const value of values)
      for (const target of values) {
        const isPassed = value === 1 && target === 1;
        expect(judge(check, [numbers("Return", value)], { other: otherOf(target) })).toMatch(
          isPassed ? /^passed/ : /^failed/,
        );
      }
  });

  it.each<[string, Check, readonly [path: string, unit: string], string, string]>([
    [
      "the same id in another file",
      { agrees: { column: "R", with: { file: "r.*" } } },
      ["a.pa.json", "growth"],
      "r.spar.json",
      "growth",
    ],
    [
      "another id in the same file",
      { agrees: { column: "R", with: { unit: "other" } } },
      ["a.pa.json", "growth"],
      "a.pa.json",
      "other",
    ],
    [
      "the text of the star",
      { units: "w-*", agrees: { column: "R", with: { unit: "r-*" } } },
      ["a.pa.json", "w-eu"],
      "a.pa.json",
      "r-eu",
    ],
    [
      "another job of a sweep",
      { agrees: { column: "R", with: { unit: "b" } } },
      ["a.pa.sweep.json", "a"],
      "a.pa.sweep.2.json",
      "b",
    ],
    [
      "a job of another sweep",
      { agrees: { column: "R", with: { file: "book/r.spar.sweep.json" } } },
      ["a.pa.sweep.json", "a"],
      "book/r.spar.sweep.3.json",
      "a",
    ],
  ])("is in %s", (_, check, [path, unit], otherPath, otherUnit) => {
    const { id, hasPath } = otherUnitOf(check, path, unit);
    expect([id, hasPath(otherPath), hasPath("elsewhere.pa.json")]).toEqual([otherUnit, true, false]);
  });
});
