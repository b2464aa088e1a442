import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MadeColumn, makeTable } from "../../test/support/tables/make-table.ts";
import { parseExactJson } from "../results/index.ts";
import type { Table } from "../results/table.ts";
import { checkTables } from "./check-tables.ts";
import type { Check } from "./checks-schema.ts";
import { readChecks } from "./read-checks.ts";

const today = Date.UTC(2024, 5, 5);

const names = (...cells: unknown[]): MadeColumn => ({ name: "Name", cells, isDimension: true });
const weights = (...cells: unknown[]): MadeColumn => ({ name: "Weight", cells });

/** The outcomes of one check, which must be readable. */
function outcomesOf(check: Check, tables: readonly Table[], earlier?: readonly Table[]) {
  const { checks, issues } = readChecks(JSON.stringify({ checks: [check] }));
  expect(issues).toEqual([]);
  return checkTables(checks, tables, { today, ...(earlier && { earlier }) })[0] ?? [];
}

/** `STATUS MESSAGE` of the first outcome. */
function judge(check: Check, columns: readonly MadeColumn[], earlier?: readonly MadeColumn[]): string {
  const [outcome] = outcomesOf(check, [makeTable(columns)], earlier && [makeTable(earlier)]);
  return `${outcome?.status} ${outcome?.message}`;
}

const book = [names("Total", "A", "B", "C"), weights(100, 60, 39.995, null)];

describe("a rule about", () => {
  it.each<[string, Check, readonly MadeColumn[], string]>([
    ["rows", { rowCount: { min: 1, max: 4 } }, book, "passed The number of rows is 4."],
    ["rows", { rowCount: { min: 5 } }, book, "failed The number of rows is 4; expected: at least 5."],
    [
      "rows",
      { rows: { Name: "A" }, rowCount: { max: 0 } },
      book,
      "failed The number of rows is 1; expected: at most 0.",
    ],
    [
      "a sum",
      { sum: { column: "weight", value: 100, tolerance: 0.01 } },
      book,
      "passed The sum of `Weight` is 99.995. 2 rows without rows below them were added; the total and 1 empty cell were not.",
    ],
    [
      "a sum",
      { sum: { column: "Weight", totalRow: true, tolerance: 0.001 } },
      book,
      "failed The sum of `Weight` is 99.995; expected: 100 of the total row ± 0.001. 2 rows without rows below them were added; the total and 1 empty cell were not.",
    ],
    [
      "a sum",
      { sum: { column: "Weight", totalRow: true } },
      [names("A"), weights(1)],
      "failed The table has no total row.",
    ],
    [
      "a sum",
      { sum: { column: "Weight", value: 0.3 } },
      [names("A", "B"), weights(0.1, 0.2)],
      "passed The sum of `Weight` is 0.3.",
    ],
    ["a sum", { sum: { column: "Name", value: 1 } }, book, "failed `Name` is not a column of numbers."],
    ["limits", { between: { column: "Weight", min: 0 } }, book, "passed Each cell of Weight is as expected."],
    [
      "limits",
      { between: { column: "Weight", max: 50 } },
      book,
      "failed `Weight` of `Total` is 100; expected: at most 50. 2 cells fail.",
    ],
    [
      "limits",
      { rows: { Name: "B" }, between: { column: "Weight", max: 50 } },
      book,
      "passed Each cell of Weight is as expected.",
    ],
    [
      "limits",
      { between: { column: "Weight", max: 50 } },
      [weights(Number.NaN)],
      "failed `Weight` of `row 1` is NaN; expected: at most 50.",
    ],
    ["empty cells", { notNull: { column: "Weight" } }, book, "failed `Weight` of `C` is null; expected: a value."],
    ["empty cells", { notNull: { column: "Name" } }, book, "passed Each cell of Name is as expected."],
    ["unique rows", { unique: { columns: ["Name"] } }, book, "passed Each row has its own `Name`."],
    [
      "unique rows",
      { unique: { columns: ["Name", "Weight"] } },
      [names("A", "A", "A"), weights(1, 2, 1)],
      "failed `Name, Weight` of `A` is A / 1; expected: another value than row 1.",
    ],
    [
      "two columns",
      { equals: { column: "Weight", other: "Copy" } },
      [weights(1, null, 2), { name: "Copy", cells: [1, null, 3] }],
      "failed `Weight` of `row 3` is 2; expected: 3 of `Copy`.",
    ],
    [
      "two columns",
      { equals: { column: "Weight", other: "Copy", tolerance: 1 } },
      [weights(1, 2), { name: "Copy", cells: [1, 3] }],
      "passed Each cell of Weight is as expected.",
    ],
    ["two columns", { equals: { column: "Weight", other: "Copy" } }, book, "failed The table has no columns `Copy`."],
    [
      "dates",
      { newestDate: { column: "Date", maxBusinessDays: 3 } },
      [{ name: "Date", cells: ["20240531", "5/3/2024", null] }],
      "passed The newest date of `Date` is 2024-05-31.",
    ],
    [
      "dates",
      { newestDate: { column: "Date", maxBusinessDays: 2 } },
      [{ name: "Date", cells: ["20240531"] }],
      "failed The newest date of `Date` is 2024-05-31; expected: at most 2 business days before 2024-06-05.",
    ],
    ["dates", { newestDate: { maxBusinessDays: 2 } }, book, "failed The last day of the result is not known."],
    [
      "a column",
      { notNull: { column: "Weigth" } },
      book,
      "failed The table has no column `Weigth`. The closest one is `Weight`.",
    ],
    [
      "rows",
      { rows: { Name: "D" }, notNull: { column: "Weight" } },
      book,
      "failed The table has no row with `Name` `D`.",
    ],
    [
      "a table",
      { table: 1, rowCount: { min: 0 } },
      book,
      "failed The result has no table 1: it has 1, counted from 0.",
    ],
  ])("%s: %j", (_, check, columns, expected) => {
    expect(judge(check, columns)).toBe(expected);
  });

  it.each<[Check["moved"], string]>([
    [{ column: "Weight", atMost: 5 }, "passed Each cell of Weight is as expected."],
    [{ column: "Weight", atMost: 1 }, "failed `Weight` of `A` is 60; expected: at most 1 from 57."],
    [{ column: "Weight", atMostPercent: 10 }, "passed Each cell of Weight is as expected."],
    [
      { column: "Weight", atMost: 1, atMostPercent: 1 },
      "failed `Weight` of `A` is 60; expected: at most 1 or 1 % from 57.",
    ],
  ])("moves: %j", (moved, expected) => {
    const earlier = [names("B", "A", "Total", "Z"), weights(40, 57, 100, 1)];
    expect(judge({ moved }, [names("Total", "A", "B", "C"), weights(100, 60, 39.995, 7)], earlier)).toBe(expected);
  });

  it("moves is skipped without an earlier run, and fails where nothing can be compared", () => {
    const check: Check = { moved: { column: "Weight", atMost: 1 } };
    expect(judge(check, book)).toBe("skipped There is no earlier run to compare with.");
    expect(judge(check, book, [names("Z"), weights(1)])).toBe(
      "failed No row is in both runs, so nothing was compared.",
    );
    expect(judge(check, book, [names("A", "A"), weights(1, 2)])).toMatch(/^failed Rows with the same names/);
    expect(judge(check, book, [names("A")])).toBe("failed The earlier run has no column `Weight`.");
    expect(judge(check, [names("A"), weights(null)], [names("A"), weights(1)])).toMatch(
      /is null; expected: at most 1 from 1/,
    );
  });
});

it("a sum leaves out the rows that have parts", () => {
  const sector: MadeColumn = {
    name: "Sector",
    cells: ["Total", "Tech", "Tech", "Tech", "Oil", "Oil"],
    isDimension: true,
  };
  const security: MadeColumn = { name: "Security", cells: [null, null, "A", "B", null, "C"], isDimension: true };
  const columns = [sector, security, weights(100, 70, 30, 40, 30, 30)];
  expect(judge({ sum: { column: "Weight", totalRow: true } }, columns)).toBe(
    "passed The sum of `Weight` is 100. 3 rows without rows below them were added; 2 groups and the total were not.",
  );
  expect(judge({ rows: { Sector: "Tech" }, sum: { column: "Weight", value: 70 } }, columns)).toMatch(/^passed/);
  expect(judge({ rows: { Sector: "Total" }, sum: { column: "Weight", value: 0 } }, columns)).toBe(
    "failed There is no cell to check: the selected row is a total of other rows, and a sum adds none of these.",
  );
});

it("numbers that a double cannot hold count as the nearest double, and keep their digits in messages", () => {
  const large = parseExactJson("[9007199254740995, 1]");
  const columns = [weights(...(Array.isArray(large) ? large : []))];
  expect(judge({ between: { column: "Weight", max: 9007199254740992 } }, columns)).toMatch(/is 9007199254740995; exp/);
  expect(judge({ sum: { column: "Weight", value: 9007199254740000, tolerance: 900 } }, columns)).toMatch(
    /^failed The sum of `Weight` is 900719925474099[67]; expected: 9007199254740000 ± 900\./,
  );
  expect(judge({ sum: { column: "Weight", value: 9007199254740000, tolerance: 1000 } }, columns)).toMatch(/^passed/);
  const huge = parseExactJson("[1E999999999, 1]");
  const hugeColumns = [weights(...(Array.isArray(huge) ? huge : []))];
  expect(judge({ sum: { column: "Weight", value: 1 } }, hugeColumns)).toMatch(/^failed/);
  expect(judge({ between: { column: "Weight", max: 1e300 } }, hugeColumns)).toMatch(/^failed/);
});

it("two columns with digits that a double cannot hold are equal by their digits, or near by a tolerance", () => {
  const cells = parseExactJson("[9007199254740993, 9007199254740995]");
  const [first, second] = Array.isArray(cells) ? cells : [];
  const columns = [weights(first), { name: "Copy", cells: [second] }];
  const equals = { column: "Weight", other: "Copy" };
  expect(judge({ equals }, columns)).toBe(
    "failed `Weight` of `row 1` is 9007199254740993; expected: 9007199254740995 of `Copy`.",
  );
  expect(judge({ equals: { ...equals, tolerance: 4 } }, columns)).toMatch(/^passed/);
  expect(judge({ equals }, [weights(first), { name: "Copy", cells: [first] }])).toMatch(/^passed/);
  expect(judge({ equals: { ...equals, tolerance: 1e300 } }, [weights(first), { name: "Copy", cells: [null] }])).toMatch(
    /^failed/,
  );
});

it("each column that a pattern matches has an outcome, with its place", () => {
  const table = makeTable([
    names("A", "B"),
    { name: "One Return", cells: [1, 90] },
    { name: "Two Return", cells: [1, 2] },
  ]);
  expect(outcomesOf({ between: { column: "*return", max: 50 } }, [table])).toMatchObject([
    {
      status: "failed",
      table: 0,
      column: "One Return",
      value: "90",
      limit: "at most 50",
      failures: 1,
      failedCells: [{ column: "One Return", row: 1, rowName: "B", value: "90" }],
    },
    { status: "passed", table: 0, column: "Two Return" },
  ]);
});

it("without tables, each check fails and says why", () => {
  const { checks } = readChecks('{"checks": [{"rowCount": {"min": 0}}]}');
  expect(checkTables(checks, { reason: "the unit failed" }, { today })).toEqual([
    [{ status: "failed", message: "There is no table to check: the unit failed.", cells: 0 }],
  ]);
  expect(checkTables(checks, [], { today })[0]?.[0]?.message).toBe("The result has no table.");
});

describe("a check that looks at nothing", () => {
  const empty = [names(), weights(), { name: "Other", cells: [] }, { name: "Date", cells: [] }];
  const blank = [
    names("A", "B"),
    weights(null, null),
    { name: "Other", cells: [null, null] },
    { name: "Date", cells: [null, null] },
  ];
  const between: Check = { between: { column: "Weight", min: 0 } };
  const moved: Check = { moved: { column: "Weight", atMost: 1 } };

  it.each<[Check, readonly MadeColumn[], string]>([
    [between, empty, "There is no cell to check: the table has no rows."],
    [between, blank, "There is no cell to check: `Weight` is empty in 2 rows."],
    [{ notNull: { column: "Weight" } }, empty, "There is no cell to check: the table has no rows."],
    [{ sum: { column: "Weight", value: 0 } }, empty, "There is no cell to check: the table has no rows."],
    [{ sum: { column: "Weight", value: 0 } }, blank, "There is no cell to check: `Weight` is empty in 2 rows."],
    [
      { equals: { column: "Weight", other: "Other" } },
      blank,
      "There is no cell to check: `Weight` is empty in 2 rows.",
    ],
    [{ unique: { columns: ["Name"] } }, empty, "There is no cell to check: the table has no rows."],
    [{ newestDate: { column: "Date", maxBusinessDays: 1 } }, blank, "There is no cell to check: `Date` has no date."],
    [{ newestDate: { maxBusinessDays: 1 } }, empty, "The last day of the result is not known."],
    [{ rows: { Name: "D" }, ...between }, blank, "The table has no row with `Name` `D`."],
  ])("fails, and passes where it is optional: %j", (check, columns, message) => {
    const [table] = [makeTable(columns)];
    expect(outcomesOf(check, [table])).toMatchObject([{ status: "failed", message, cells: 0 }]);
    expect(outcomesOf({ ...check, optional: true }, [table])).toMatchObject([{ status: "passed", message, cells: 0 }]);
  });

  it("still fails where it is optional and the table lacks the column", () => {
    expect(judge({ notNull: { column: "Price" }, optional: true }, book)).toBe(
      "failed The table has no column `Price`.",
    );
  });

  it("fails if fewer than half of the rows of the earlier run are there, unless it is optional", () => {
    const letters = Array.from({ length: 40 }, (_, at) => `n${at}`);
    const earlier = [names(...letters, "new", "blank"), weights(...letters.map(() => 1), 1, null)];
    const rowsNow = (count: number) => [
      names(...letters.slice(0, count), "x"),
      weights(...letters.slice(0, count).map(() => 1), 9),
    ];
    expect(judge(moved, rowsNow(3), earlier)).toBe("failed Only 3 of 41 rows of the earlier run are there.");
    expect(judge(moved, rowsNow(20), earlier)).toBe("failed Only 20 of 41 rows of the earlier run are there.");
    expect(judge(moved, rowsNow(21), earlier)).toMatch(/^passed/);
    expect(judge({ ...moved, optional: true }, rowsNow(3), earlier)).toMatch(/^passed/);
    // The rows of the earlier run count by the same selection.
    expect(judge({ ...moved, rows: { Name: "n1" } }, rowsNow(3), earlier)).toMatch(/^passed/);
  });

  it("says how many cells it judged otherwise", () => {
    const cellsOf = (check: Check, earlier?: readonly MadeColumn[]) =>
      outcomesOf(check, [makeTable(book)], earlier && [makeTable(earlier)]).map(({ cells }) => cells);
    expect(cellsOf({ rowCount: { min: 9 } })).toEqual([1]);
    expect(cellsOf(between)).toEqual([3]);
    expect(cellsOf({ notNull: { column: "Weight" } })).toEqual([4]);
    expect(cellsOf({ sum: { column: "Weight", value: 1 } })).toEqual([2]);
    expect(cellsOf({ unique: { columns: ["Name", "Weight"] } })).toEqual([8]);
    expect(cellsOf({ rows: { Name: "A" }, ...between })).toEqual([1]);
    expect(cellsOf(moved, [names("A", "B", "C"), weights(60, 0, null)])).toEqual([2]);
    expect(cellsOf(moved)).toEqual([0]);
  });
});

it("NaN fails each rule of numbers, on either side", () => {
  const broken = [names("A", "B"), weights(1, Number.NaN)];
  const whole = [names("A", "B"), weights(1, 2)];
  const moved: Check = { moved: { column: "Weight", atMost: 5 } };
  expect(judge({ between: { column: "Weight", min: 0 } }, broken)).toMatch(/^failed `Weight` of `B` is NaN/);
  expect(judge({ sum: { column: "Weight", value: 1 } }, broken)).toBe(
    "failed `Weight` of `B` is NaN; expected: a number.",
  );
  expect(judge({ sum: { column: "Weight", totalRow: true } }, [names("Total", "A"), weights(Number.NaN, 1)])).toBe(
    "failed `Weight` of `Total` is NaN; expected: a number.",
  );
  const equals: Check = { equals: { column: "Weight", other: "Other" } };
  expect(judge(equals, [...broken, { name: "Other", cells: [1, Number.NaN] }])).toBe(
    "failed `Weight` of `B` is NaN; expected: NaN of `Other`.",
  );
  for (const [now, before] of [
    [broken, broken],
    [broken, whole],
    [whole, broken],
  ] as const)
    expect(judge(moved, now, before)).toMatch(/^failed `Weight` of `B` is .*NaN/);
  expect(judge({ notNull: { column: "Weight" } }, broken)).toMatch(/^passed/);
});

describe("a column in any spelling of its header", () => {
  const columns = [names("A", "B"), { name: "w", header: ["Port.+Average+Weight"], cells: [40, 60] }];

  it.each(["port. average weight", "Port Average\nWEIGHT", "port* weight"])("is checked: %j", (column) => {
    expect(judge({ sum: { column, value: 100 } }, columns)).toMatch(/^passed/);
    expect(judge({ rows: { [column]: "40" }, rowCount: { min: 1, max: 1 } }, columns)).toMatch(/^passed/);
  });

  it("is the closest one of a misspelt name", () => {
    expect(judge({ notNull: { column: "port averge weight" } }, columns)).toBe(
      "failed The table has no column `port averge weight`. The closest one is `Port.+Average+Weight`.",
    );
  });
});

describe("several columns with one header", () => {
  const twice = [names("A"), weights(1), { name: "Weight 2", header: ["Weight"], cells: [9] }];
  const labelsOf = (column: string) =>
    outcomesOf({ between: { column, max: 5 } }, [makeTable(twice)]).map(({ status, column: label }) => [label, status]);

  it("are all checked by that header, and one of them by its number", () => {
    expect(labelsOf("weight")).toEqual([
      ["Weight", "passed"],
      ["Weight (2)", "failed"],
    ]);
    expect(labelsOf("weight (2)")).toEqual([["Weight (2)", "failed"]]);
    expect(labelsOf("Weight (1)")).toEqual([["Weight", "passed"]]);
  });

  it("are an error where one is needed", () => {
    const message = "failed The table has several columns `Weight`. Name one: `Weight (1)` or `Weight (2)`.";
    expect(judge({ equals: { column: "Weight (1)", other: "Weight" } }, twice)).toBe(message);
    expect(judge({ unique: { columns: ["Weight"] } }, twice)).toBe(message);
    expect(judge({ rows: { Weight: "1" }, rowCount: { min: 1 } }, twice)).toBe(message);
    expect(judge({ equals: { column: "Weight (2)", other: "Weight (1)" } }, twice)).toMatch(/expected: 1 of `Weight`/);
  });
});

it("a date after tomorrow in UTC is not fresh", () => {
  const newest = (date: string) =>
    judge({ newestDate: { column: "Date", maxBusinessDays: 3 } }, [{ name: "Date", cells: ["20240604", date] }]);
  expect(newest("20240606")).toMatch(/^passed/);
  expect(newest("20240607")).toBe(
    "failed The newest date of `Date` is 2024-06-07; expected: no day after 2024-06-05. A date in the future is not fresh.",
  );
});

describe("on any table", () => {
  const cell = fc.oneof(fc.constant(null), fc.integer({ min: -4, max: 4 }), fc.constantFrom(0.5, -0.25, Number.NaN));
  const key = fc.constantFrom("a", "b", "c", null);
  const rowsOf = (value: typeof cell) =>
    fc.array(fc.record({ key, value, other: cell }), { minLength: 1, maxLength: 12 });
  const rows = rowsOf(cell);
  // A weight of 1 beside others that add up to 1 is that of the whole portfolio, so a sum would leave it out.
  const rowsOfLeaves = rowsOf(cell.filter((value) => value !== 1));
  const tableOf = (list: readonly { key: unknown; value: unknown; other: unknown }[]) =>
    makeTable([
      names(...list.map((row) => row.key)),
      weights(...list.map((row) => row.value)),
      { name: "Other", cells: list.map((row) => row.other) },
    ]);
  const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);

  it("rules agree with a plain model", () => {
    fc.assert(
      fc.property(rowsOfLeaves, fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 3 }), (list, low, size) => {
        const table = tableOf(list);
        const status = (check: Check) => outcomesOf(check, [table])[0]?.status;
        const expected = (isPassed: boolean) => (isPassed ? "passed" : "failed");
        const high = low + size;
        const numbers = list.flatMap(({ value }) => value ?? []);
        const inside = numbers.length > 0 && numbers.every((value) => value >= low && value <= high);
        expect(status({ between: { column: "Weight", min: low, max: high } })).toBe(expected(inside));
        expect(status({ notNull: { column: "Weight" } })).toBe(expected(list.every(({ value }) => value !== null)));
        const sum = list.reduce((total, { value }) => total + numberOf(value), 0);
        expect(status({ sum: { column: "Weight", value: low, tolerance: size } })).toBe(
          expected(numbers.length > 0 && Math.abs(sum - low) <= size),
        );
        const keys = list.map((row) => JSON.stringify([row.key, Number.isNaN(row.value) ? "NaN" : row.value]));
        expect(status({ unique: { columns: ["Name", "Weight"] } })).toBe(expected(new Set(keys).size === keys.length));
        const compared = list.filter(({ value, other }) => value !== null || other !== null);
        const isEqual =
          compared.length > 0 &&
          compared.every(({ value, other }) => value !== null && other !== null && Math.abs(value - other) <= size);
        expect(status({ equals: { column: "Weight", other: "Other", tolerance: size } })).toBe(expected(isEqual));
      }),
    );
  });

  const rule = fc.constantFrom<Check>(
    { rowCount: { max: 99 } },
    { sum: { column: "Weight", value: 0, tolerance: 99 } },
    { sum: { column: "Weight", totalRow: true, tolerance: 99 } },
    { between: { column: "Weight", min: -9 } },
    { notNull: { column: "*" } },
    { unique: { columns: ["Name"] } },
    { equals: { column: "Weight", other: "Other", tolerance: 99 } },
    { newestDate: { column: "Name", maxBusinessDays: 99 } },
    { moved: { column: "Weight", atMost: 99 } },
    { moved: { column: "Other", atMostPercent: 99 } },
  );
  const selectedRows = fc.constantFrom({}, { rows: { Name: "Total" } }, { rows: { Name: "a" } });
  const anyKey = fc.constantFrom("Total", "a", "b", "20240604", null);
  const anyRows = fc.array(fc.record({ key: anyKey, value: cell, other: cell }), { maxLength: 6 });

  it("a check that judged no cell passes only where it is optional", () => {
    fc.assert(
      fc.property(rule, selectedRows, anyRows, anyRows, fc.boolean(), (one, selection, now, before, optional) => {
        const check = { ...one, ...selection, optional };
        for (const outcome of outcomesOf(check, [tableOf(now)], [tableOf(before)]))
          if (outcome.status === "passed" && outcome.cells === 0) expect(optional).toBe(true);
      }),
    );
  });

  it("a sum adds each leaf of a tree once, and no group and no total", () => {
    type Node = number | readonly Node[];
    const tree = fc.letrec<{ node: Node }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.integer({ min: -9, max: 9 }),
        fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1, maxLength: 4 }), fc.integer(), (nodes, groupValue) => {
        const table: { name: string; level: number; value: number }[] = [];
        let [sum, leaves] = [0, 0];
        const visit = (node: Node, level: number) => {
          table.push({ name: `n${table.length}`, level, value: typeof node === "number" ? node : groupValue });
          if (typeof node === "number") [sum, leaves] = [sum + node, leaves + 1];
          else for (const child of node) visit(child, level + 1);
        };
        table.push({ name: "Total", level: 0, value: groupValue });
        for (const node of nodes) visit(node, 1);
        const made = {
          ...makeTable([names(...table.map(({ name }) => name)), weights(...table.map(({ value }) => value))]),
          groupLevels: Uint8Array.from(table, ({ level }) => level),
        };
        const [outcome] = outcomesOf({ sum: { column: "Weight", value: sum } }, [made]);
        expect(outcome).toMatchObject({ status: "passed", cells: leaves });
        const notAdded = table.length - leaves - 1;
        expect(outcome?.message).toContain(notAdded === 0 ? "the total was not" : `${notAdded} group`);
        expect(outcomesOf({ sum: { column: "Weight", value: sum + 1 } }, [made])[0]?.status).toBe("failed");
      }),
    );
  });

  it("NaN in a cell that a rule of numbers judges fails it", () => {
    const numberRules = rule.filter((one) => "sum" in one || "between" in one || "equals" in one || "moved" in one);
    const small = fc.integer({ min: -4, max: 4 });
    const numbers = fc.array(fc.tuple(small, small), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(numberRules, numbers, fc.nat(), fc.boolean(), (one, pairs, at, isBefore) => {
        const whole = pairs.map(([value, other], row) => ({ key: `n${row}`, value, other }));
        const broken = whole.map((row, index) =>
          index === at % whole.length ? { ...row, value: Number.NaN, other: Number.NaN } : row,
        );
        const tables = "moved" in one && isBefore ? [whole, broken] : [broken, whole];
        const [now = [], before = []] = tables.map((list) => [{ key: "Total", value: 0, other: 0 }, ...list]);
        const [outcome] = outcomesOf(one, [tableOf(now)], [tableOf(before)]);
        expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("NaN") });
      }),
    );
  });

  it("moves agree with a plain model", () => {
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 0, max: 3 }), (now, before, atMost) => {
        fc.pre(atMost > 0);
        const [outcome] = outcomesOf({ moved: { column: "Weight", atMost } }, [tableOf(now)], [tableOf(before)]);
        const partnersOf = (row: { key: unknown }) => before.filter(({ key: other }) => other === row.key);
        const isRepeated = now.some(
          (row) => now.filter(({ key: other }) => other === row.key).length > 1 && partnersOf(row).length >= 0,
        );
        const pairs = now.flatMap((row) => partnersOf(row).map((partner) => [row.value, partner.value] as const));
        const isAmbiguous = isRepeated || now.some((row) => partnersOf(row).length > 1);
        const compared = pairs.filter(([is, was]) => is !== null || was !== null);
        const stays = compared.every(([is, was]) => is !== null && was !== null && Math.abs(is - was) <= atMost);
        const rowsBefore = before.filter(({ value }) => value !== null);
        const remaining = rowsBefore.filter((row) => now.some(({ key: other }) => other === row.key));
        const isEnough = compared.length > 0 && remaining.length * 2 >= rowsBefore.length;
        expect(outcome?.status).toBe(!isAmbiguous && isEnough && stays ? "passed" : "failed");
      }),
    );
  });
});
