import fc from "fast-check";
import { expect, it } from "vitest";
import { makeTable } from "../../test/support/tables/make-table.ts";
import { checkTables } from "./check-tables.ts";
import { readChecks } from "./read-checks.ts";
import { suggestChecks } from "./suggest-checks.ts";

const book = (weights: readonly (number | null)[], prices: readonly (number | null)[]) => [
  makeTable([
    { name: "Name", cells: weights.map((_, row) => `n${row}`), isDimension: true },
    { name: "Weight", cells: weights },
    { name: "Price", cells: prices },
  ]),
];

it("proposes rows, keys, sums, cells with values and limits with a margin", () => {
  expect(suggestChecks([book([60, 40], [12, null]), book([55, 40, 5], [14, 30, 8.5])])).toEqual([
    { rowCount: { min: 1, max: 5 } },
    { unique: { columns: ["Name"] } },
    { notNull: { column: "Weight" } },
    { sum: { column: "Weight", value: 100, tolerance: 1 } },
    { between: { column: "Weight", min: 0, max: 88 } },
    { between: { column: "Price", min: 0, max: 41 } },
  ]);
  expect(suggestChecks([])).toEqual([]);
});

it("proposes only what can be read and what all past results pass, and the same each time", () => {
  const cell = fc.oneof(fc.constant(null), fc.double({ noDefaultInfinity: true }), fc.integer());
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 6 });
  const result = rows.map((list) =>
    book(
      list.map(([weight]) => weight),
      list.map(([, price]) => price),
    ),
  );
  fc.assert(
    fc.property(fc.array(result, { minLength: 1, maxLength: 3 }), (results) => {
      const suggested = suggestChecks(results);
      expect(suggestChecks(results)).toEqual(suggested);
      const { checks, issues } = readChecks(JSON.stringify({ checks: suggested }));
      expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
      for (const tables of results)
        for (const { status } of checkTables(checks, tables, { today: 0 }).flat()) expect(status).toBe("passed");
    }),
  );
});
