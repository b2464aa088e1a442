import { CompressionType, compressionRegistry, tableFromIPC } from "apache-arrow";
import * as fc from "fast-check";
import { decompress } from "lz4js";
import { describe, expect, it } from "vitest";
import { computed, failureOf, numbersOf, request, tableOf, textsOf } from "../../../test/support/compute.ts";
import { objectIn, parse } from "../../../test/support/decode.ts";
import { computeInfo } from "../compute.ts";
import { isExpression } from "./compute.ts";

const universe = {
  source: "IdentifierUniverse",
  universeType: "Equity",
  identifiers: ["ZAAA-US", "ZBBB-US", "ZCCC-GB"],
};
const dates = { source: "FdsDate", startDate: "20260701", endDate: "20260706", frequency: "D", calendar: "FIVEDAY" };
const price = { source: "ScreeningExpression", expr: "P_PRICE", name: "Price" };
const unit = {
  universe,
  dates,
  formulas: [price, { source: "FqlExpression", expr: "AVAIL(PROPER_NAME,CN)", name: "Company" }],
};

describe("a quant unit", () => {
  it("has a row for each security and day, a column for each formula", () => {
    const table = tableOf("quant", unit);
    expect(table.headers).toEqual(["Symbol", "Date", "Price", "Company"]);
    expect(textsOf(table, "Symbol").slice(0, 5)).toEqual(["ZAAA-US", "ZAAA-US", "ZAAA-US", "ZAAA-US", "ZBBB-US"]);
    expect(textsOf(table, "Date").slice(0, 4)).toEqual(["2026-07-01", "2026-07-02", "2026-07-03", "2026-07-06"]);
    expect(numbersOf(table, "Price").every((value) => value > 0)).toBe(true);
    expect(new Set(textsOf(table, "Company")).size).toBe(3);
    expect(table.metadata).toMatchObject({
      "Absolute Start Date": { value: ["20260701"] },
      "Absolute End Date": { value: ["20260706"] },
    });
  });

  it("gives one value a security and day whatever else is asked", () => {
    const alone = tableOf("quant", {
      universe: { ...universe, identifiers: ["ZBBB-US"] },
      dates: { source: "DateList", dates: ["2026-07-02", "20260706"], frequency: "D", calendar: "FIVEDAY" },
      formulas: [price],
    });
    const all = numbersOf(tableOf("quant", unit), "Price");
    expect(numbersOf(alone, "Price")).toEqual([all[5], all[7]]);
  });

  it("takes screens, and names that differ in letter case alone", () => {
    const screen = { source: "universalscreenuniverse", screen: "Client:/Screens/LOW" };
    const table = tableOf("quant", {
      universe: screen,
      dates: { SOURCE: "fdsdate", startdate: "-3M", ENDDATE: "0", frequency: "monthly" },
      formulas: [{ source: "AllUniversalScreenParameters" }],
    });
    expect(table.headers).toEqual([
      "Symbol",
      "Date",
      "Price",
      "Market_Value",
      "Sector",
      "Dividend_Yield",
      "Price_to_Book",
    ]);
    expect(new Set(textsOf(table, "Symbol")).size).toBe(40);
    expect(new Set(textsOf(table, "Date")).size).toBe(5);
    const byExpression = {
      source: "ScreeningExpressionUniverse",
      universeExpr: "((A>1)=1 and B)=1",
      universeType: "Debt",
    };
    expect(tableOf("quant", { universe: byExpression, formulas: [price] }).rows).toHaveLength(40);
  });

  it("warns of an expression that does not read, and leaves its column empty", () => {
    const broken = { ...unit, formulas: [price, { source: "ScreeningExpression", expr: "p_price(", name: "Bad" }] };
    expect(computed("quant", broken).warnings).toEqual([
      "Failed to evaluate expression P_PRICE(, possible syntax error, data will be NA",
    ]);
    expect(numbersOf(tableOf("quant", broken), "Bad").every(Number.isNaN)).toBe(true);
    expect(numbersOf(tableOf("quant", broken), "Price").every(Number.isNaN)).toBe(false);
  });

  it("gives several values a cell where these are asked for and allowed", () => {
    const formulas = [{ source: "FqlExpression", expr: "P_PRICE(0,-60)", name: "Prices", isArrayReturnType: true }];
    const [row] = tableOf("quant", { ...unit, formulas }, { meta: { allowArrayData: true } }).rows;
    expect(Object.keys(objectIn(row?.[2]))).toEqual(["2026-07-01", "2026-06-01", "2026-05-02"]);
    expect(typeof tableOf("quant", { ...unit, formulas }).rows[0]?.[2]).toBe("number");
  });

  it("comes as Feather, packed by LZ4, with the same values", () => {
    const formulas = [...unit.formulas, { ...price, expr: "P_PRICE(" }];
    const { contentType, body } = computed("quant", { ...unit, formulas }, { meta: { format: "feather" } });
    expect(contentType).toBe("application/vnd.apache.arrow.file");
    expect(Buffer.from(body).includes(Buffer.from([0x04, 0x22, 0x4d, 0x18]))).toBe(true);
    compressionRegistry.set(CompressionType.LZ4_FRAME, { decode: decompress });
    const table = tableFromIPC(body);
    const expected = tableOf("quant", { ...unit, formulas });
    expect(table.schema.fields.map((field) => field.name)).toEqual(["Symbol", "Date", "Price", "Company", "Price 2"]);
    const rows = Array.from({ length: table.numRows }, (_, row) =>
      table.schema.fields.map((_field, at) => table.getChildAt(at)?.get(row)),
    );
    expect(rows).toEqual(expected.rows);
  });

  it("has an info document that says how it went", () => {
    const { contentType, body } = computeInfo(
      request("quant", { ...unit, formulas: [price, { ...price, expr: ")" }] }),
    );
    expect(contentType).toBe("application/json");
    expect(parse(body)).toEqual({
      data: {
        unit: "1",
        identifiers: 3,
        dates: 4,
        rows: 12,
        formulas: [
          { name: "Price", expr: "P_PRICE" },
          { name: "Price", expr: ")" },
        ],
        warnings: ["Failed to evaluate expression ), possible syntax error, data will be NA"],
      },
    });
    const failed = computeInfo(request("quant", { ...unit, dates: { ...dates, startDate: "20260230" } }));
    expect(parse(failed.body)).toMatchObject({ data: { errors: [{ detail: "Invalid date:20260230" }] } });
  });

  it.each([
    [{ ...unit, dates: { ...dates, frequency: "sometimes" } }, "Invalid frequency:sometimes"],
    [{ ...unit, dates: { ...dates, startDate: "20270101" } }, "Start date is after end date"],
    [{ ...unit, dates: { source: "DateList", dates: ["2026-02-30"] } }, "Invalid date:2026-02-30"],
    [{ ...unit, dates: { source: "DateList", dates: [] } }, "No dates"],
    [{ ...unit, universe: { ...universe, identifiers: [] } }, "No identifiers"],
    [{ ...unit, formulas: [] }, "No formulas"],
    [{ ...unit, universe: { source: "ScreeningExpressionUniverse", universeExpr: "(" } }, "Invalid universe:("],
  ])("says what is wrong (%#)", (parameters, problem) => {
    expect(failureOf("quant", parameters)).toBe(problem);
  });
});

describe("an expression", () => {
  it.each(["P_PRICE", "AVAIL(A,B)", "'a)b'", '((x>1)=1 and "(" )=1'])("%s reads as one", (text) =>
    expect(isExpression(text)).toBe(true),
  );
  it.each(["", " ", "(", ")", "a)(", "'a", 'f("x)', "((a)"])("%j does not", (text) =>
    expect(isExpression(text)).toBe(false),
  );
  it("reads whatever stands in brackets that pair", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9+<>]{1,8}$/), fc.integer({ min: 0, max: 20 }), (text, depth) => {
        expect(isExpression("(".repeat(depth) + text + ")".repeat(depth))).toBe(true);
        expect(isExpression("(".repeat(depth + 1) + text + ")".repeat(depth))).toBe(false);
      }),
    );
  });
});
