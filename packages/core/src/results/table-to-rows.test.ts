import fc from "fast-check";
import { expect, it } from "vitest";
import { cellValue, tableToRows } from "./cells.ts";
import { decodeResult } from "./stach/decode/assemble.ts";

const columns = (...names: string[]) =>
  names.map((name, index) => ({ id: `c${index}`, name, isHidden: name === "Hidden" }));
const tableOf = (names: string[], rows: unknown[][]) => {
  const values = rows.map((cells) => ({ values: Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell])) }));
  const [table] = decodeResult({ definition: { columns: columns(...names) }, data: { rows: values } });
  if (table === undefined) throw new Error("no table");
  return table;
};

it("makes an object of each row, with null as null and without hidden columns", () => {
  const table = tableOf(
    ["Name", "Weight", "Hidden", "Weight"],
    [
      ["a", 1.5, 1, null],
      [null, null, 2, 7],
    ],
  );
  expect(tableToRows(table)).toEqual([
    { Name: "a", Weight: 1.5, "Weight (2)": null },
    { Name: null, Weight: null, "Weight (2)": 7 },
  ]);
  // As a function of one parameter, it fits where a list is mapped.
  expect([table].map(tableToRows)).toEqual([tableToRows(table)]);
});

it("loses no column and changes no cell, whatever the names are", () => {
  const name = fc
    .oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "a", "a (2)"))
    .filter((text) => text !== "Hidden");
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer(), { maxLength: 5 }),
      fc.array(name, { minLength: 1, maxLength: 5 }),
      (cells, names) => {
        const table = tableOf(
          names,
          cells.map((cell) => names.map((_, index) => cell + index)),
        );
        const rows = tableToRows(table);
        expect(rows.map((row) => Object.values(row).sort())).toEqual(
          cells.map((_, row) => table.columns.map((column) => cellValue(column, row)).sort()),
        );
      },
    ),
  );
});
