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
      "passed The sum of `Weight` is 99.995.",
    ],
    [
      "a sum",
      { sum: { column: "Weight", totalRow: true, tolerance: 0.001 } },
      book,
      "failed The sum of `Weight` is 99.995; expected: 100 of the total row ± 0.001.",
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
  expect(judge({ sum: { column: "Weight", totalRow: true } }, columns)).toBe("passed The sum of `Weight` is 100.");
  expect(judge({ rows: { Sector: "Tech" }, sum: { column: "Weight", value: 70 } }, columns)).toMatch(/^passed/);
});

it("numbers that a double cannot hold are compared and added by their digits", () => {
  const large = parseExactJson("[9007199254740993, 1]");
  const columns = [weights(...(Array.isArray(large) ? large : []))];
  expect(judge({ between: { column: "Weight", max: 9007199254740992 } }, columns)).toMatch(/is 9007199254740993; exp/);
  expect(judge({ sum: { column: "Weight", value: 9007199254740992, tolerance: 1 } }, columns)).toBe(
    "failed The sum of `Weight` is 9007199254740994; expected: 9007199254740992 ± 1.",
  );
  expect(judge({ sum: { column: "Weight", value: 9007199254740992, tolerance: 2 } }, columns)).toMatch(/^passed/);
  const huge = parseExactJson("[1E999999999, 1]");
  expect(judge({ sum: { column: "Weight", value: 1 } }, [weights(...(Array.isArray(huge) ? huge : []))])).toMatch(
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
      row: 1,
      rowName: "B",
      value: "90",
      limit: "at most 50",
      failures: 1,
    },
    { status: "passed", table: 0, column: "Two Return" },
  ]);
});

it("without tables, each check fails and says why", () => {
  const { checks } = readChecks('{"checks": [{"rowCount": {"min": 0}}]}');
  expect(checkTables(checks, { reason: "the unit failed" }, { today })).toEqual([
    [{ status: "failed", message: "There is no table to check: the unit failed." }],
  ]);
  expect(checkTables(checks, [], { today })[0]?.[0]?.message).toBe("The result has no table.");
});

describe("on any table", () => {
  const cell = fc.oneof(fc.constant(null), fc.integer({ min: -4, max: 4 }), fc.constantFrom(0.5, -0.25, Number.NaN));
  const key = fc.constantFrom("a", "b", "c", null);
  const rows = fc.array(fc.record({ key, value: cell, other: cell }), { minLength: 1, maxLength: 12 });
  const tableOf = (list: readonly { key: unknown; value: unknown; other: unknown }[]) =>
    makeTable([
      names(...list.map((row) => row.key)),
      weights(...list.map((row) => row.value)),
      { name: "Other", cells: list.map((row) => row.other) },
    ]);
  const numberOf = (value: unknown) => (typeof value === "number" ? value : 0);

  it("rules agree with a plain model", () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 3 }), (list, low, size) => {
        const table = tableOf(list);
        const status = (check: Check) => outcomesOf(check, [table])[0]?.status;
        const expected = (isPassed: boolean) => (isPassed ? "passed" : "failed");
        const high = low + size;
        const inside = list.every(({ value }) => value === null || (value >= low && value <= high));
        expect(status({ between: { column: "Weight", min: low, max: high } })).toBe(expected(inside));
        expect(status({ notNull: { column: "Weight" } })).toBe(expected(list.every(({ value }) => value !== null)));
        const sum = list.reduce((total, { value }) => total + numberOf(value), 0);
        expect(status({ sum: { column: "Weight", value: low, tolerance: size } })).toBe(
          expected(Math.abs(sum - low) <= size),
        );
        const keys = list.map((row) => JSON.stringify([row.key, Number.isNaN(row.value) ? "NaN" : row.value]));
        expect(status({ unique: { columns: ["Name", "Weight"] } })).toBe(expected(new Set(keys).size === keys.length));
        const isEqual = list.every(
          ({ value, other }) =>
            Object.is(value, other) || (value !== null && other !== null && Math.abs(value - other) <= size),
        );
        expect(status({ equals: { column: "Weight", other: "Other", tolerance: size } })).toBe(expected(isEqual));
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
        const stays = pairs.every(
          ([is, was]) => Object.is(is, was) || (is !== null && was !== null && Math.abs(is - was) <= atMost),
        );
        expect(outcome?.status).toBe(!isAmbiguous && pairs.length > 0 && stays ? "passed" : "failed");
      }),
    );
  });
});
