import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, targetOfAddress } from "./viewed-run.ts";

test("the address of a unit or a cell leads back to it", () => {
  const cell = fc.record({ table: fc.nat(), row: fc.nat(), column: fc.string({ unit: "binary" }) });
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.option(cell, { nil: undefined }),
      (unit, cellOrNone) => {
        const place = { unit, cell: cellOrNone };
        expect(targetOfAddress(new URL(addressOf(place), "https://a.example").hash)).toEqual(place);
      },
    ),
  );
  expect(addressOf({ unit: "a.pa.json#u", cell: { table: 0, row: 3, column: "A & B" } })).toBe(
    "#a.pa.json%23u&table=0&row=3&column=A+%26+B",
  );
});

test("an address that somebody edited opens what can be read of it, or the overview", () => {
  fc.assert(fc.property(fc.string(), (hash) => targetOfAddress(hash) !== undefined));
  expect(targetOfAddress("#a&table=x&row=1")).toEqual({ unit: "a", cell: undefined });
  expect(targetOfAddress("#%zz")).toEqual({ unit: undefined, cell: undefined });
  expect(targetOfAddress("")).toEqual({ unit: undefined, cell: undefined });
});
