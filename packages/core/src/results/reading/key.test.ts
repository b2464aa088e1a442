import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTables } from "../compare/compare-tables.ts";
import type { Column, Table } from "../table.ts";

/** A column of texts, or of numbers if all cells are numbers; null is an empty cell. */
function column(name: string, cells: readonly (string | number | null)[], isDimension = false): Column {
  const isNumber = cells.every((cell) => cell === null || typeof cell === "number");
  const dictionary = [...new Set(cells.filter((cell) => typeof cell === "string"))];
  return {
    id: name,
    name,
    header: [name],
    type: isNumber ? "real" : "string",
    isDimension,
    isHidden: false,
    values: isNumber
      ? {
          kind: "number",
          values: Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : Number.NaN)),
          isNull: Uint8Array.from(cells, (cell) => Number(cell === null)),
        }
      : { kind: "text", dictionary, codes: Int32Array.from(cells, (cell) => dictionary.indexOf(String(cell))) },
  };
}

type Cells = Record<string, string | number | null>;

function tableOf(rows: readonly Cells[], headers: readonly string[]): Table {
  return {
    id: "table",
    rowCount: rows.length,
    columns: headers.map((name) =>
      column(
        name,
        rows.map((row) => row[name] ?? null),
      ),
    ),
    metadata: { items: {} },
  };
}

const SECURITIES = ["ALD-US", "BIR-US", "CED-US", "DOR-US", "ELM-US", "FIR-US"];
const DATES = ["20260731", "20260831", "20260930"];
const HEADERS = ["DATE", "UNIVERSE", "price", "sector", "Rating"];

/** A price for each security and date, with attributes that several securities share. */
const screen = fc
  .record({
    securities: fc.uniqueArray(fc.constantFrom(...SECURITIES), { minLength: 2 }),
    dates: fc.uniqueArray(fc.constantFrom(...DATES), { minLength: 1 }),
    sectors: fc.array(fc.constantFrom("Energy", "Technology"), { minLength: 6, maxLength: 6 }),
  })
  .map(({ securities, dates, sectors }) =>
    dates.flatMap((date) =>
      securities.map(
        (security): Cells => ({
          DATE: date,
          UNIVERSE: security,
          price: 100 + SECURITIES.indexOf(security) * 10 + DATES.indexOf(date),
          sector: sectors[SECURITIES.indexOf(security)] ?? "Energy",
          Rating: "AA",
        }),
      ),
    ),
  );

describe("the columns that identify rows", () => {
  it("pair each row with that of the same name and date, in any order of rows and columns, whatever is beside them", () => {
    fc.assert(
      fc.property(
        screen,
        fc.infiniteStream(fc.nat()),
        fc.shuffledSubarray(HEADERS, { minLength: HEADERS.length }),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        (rows, order, headers, removedCount, hasOther) => {
          const keys = new Map(rows.map((row) => [row, order.next().value ?? 0]));
          const shuffled = rows.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
          const kept = shuffled.slice(Math.min(removedCount, shuffled.length - 2));
          // Another sector and rating are changes of a row, and no other row.
          const after = kept.map(
            (row, at): Cells => ({
              ...row,
              sector: at === 0 ? "Health" : (row["sector"] ?? null),
              Rating: "BB",
              note: `note ${at}`,
            }),
          );
          const columns = hasOther ? [...headers, "note"] : headers;
          const { rows: matched, byColumn } = compareTables(tableOf(rows, HEADERS), tableOf(after, columns));
          expect(matched.matched).toBe(after.length);
          expect(matched.added).toEqual([]);
          expect(matched.removed.length).toBe(rows.length - after.length);
          expect(matched.duplicates).toEqual([]);
          expect(byColumn.filter(({ column: name }) => name === "price")).toEqual([]);
        },
      ),
    );
  });

  it("are none where nothing names the rows: the position does", () => {
    const numbers = (values: readonly number[]) =>
      tableOf(
        values.map((value) => ({ value })),
        ["value"],
      );
    const { key, rows } = compareTables(numbers([1, 2]), numbers([1, 3]));
    expect(key).toEqual([]);
    expect(rows.matched).toBe(2);
  });

  it("leave rows with the same names unmatched, and say how many there are", () => {
    const names = (texts: readonly string[]) =>
      tableOf(
        texts.map((Security, at) => ({ Security, Weight: at })),
        ["Security", "Weight"],
      );
    const { rows } = compareTables(names(["A", "A", "B"]), names(["A", "A", "B"]));
    expect(rows).toMatchObject({ matched: 1, duplicates: [{ key: ["A"], before: 2, after: 2 }] });
  });

  it("are no columns that are new in each run, such as a time stamp", () => {
    const run = (stamp: string) =>
      tableOf(
        ["A", "A", "B"].map((Security, at) => ({
          Security,
          "Trade Date": `2026-0${at + 1}-01`,
          "Run Id": `${stamp}-${at}`,
          Weight: at,
        })),
        ["Run Id", "Security", "Trade Date", "Weight"],
      );
    expect(compareTables(run("x"), run("y")).rows).toMatchObject({ matched: 3, added: [], removed: [] });
  });
});
