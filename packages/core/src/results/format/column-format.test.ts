import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeTable } from "../../../test/support/tables/make-table.ts";
import { parseExactJson } from "../../json/exact-number.ts";
import { columnFormat, numberText, shortAmount } from "./column-format.ts";

function textsOf(name: string, cells: readonly unknown[], more: { format?: string; nullFormat?: string } = {}) {
  const [column] = makeTable([{ name, cells, ...more }]).columns;
  if (column === undefined) throw new Error("a column is expected");
  const { meaning, unit, text } = columnFormat(column);
  return { meaning, unit, texts: cells.map((cell) => text(cell)) };
}

describe("the format of a column", () => {
  it.each([
    ["Portfolio | Ending Weight", [13.9335701497, 100, 0, -0.5], "weight", "%", ["13.93", "100.00", "0.00", "−0.50"]],
    ["Weight", [0.25, 0.125, 0.625], "weight", "", ["0.2500", "0.1250", "0.6250"]],
    ["Total Return", [-3.8724441055, 1234.5], "period-return", "%", ["−3.87", "1,234.50"]],
    ["Return", [0.0123, -0.02], "period-return", "%", ["0.01", "−0.02"]],
    ["Total Return", [0.12, -0.0000012], "period-return", "%", ["0.12", "0.00"]],
    ["Weight", [1, 1, 1, 1], "weight", "%", ["1.00", "1.00", "1.00", "1.00"]],
    ["Max Drawdown (%)", [-8.25], "risk", "%", ["−8.25"]],
    ["Factor Risk (Variance)", [12.3456], "risk", "", ["12.3"]],
    ["Growth of $10,000", [10250, 10104.5], "index-level", "", ["10,250", "10,105"]],
    ["Contribution to Return", [0.004, -0.001, 1], "contribution", "%", ["0.00", "0.00", "1.00"]],
    ["Yield to No Call", [4.0854681331, 5.9418149119], "yield", "%", ["4.09", "5.94"]],
    ["Yield to Maturity", [4.0854681331], "yield", "%", ["4.09"]],
    ["Years to Maturity", [4.0854681331], "duration", "y", ["4.09"]],
    ["OAS", [9.2801989185, 197.7345532992], "spread", "bp", ["9.3", "197.7"]],
    ["Effective Duration", [7.0759566319, 5.8634334973], "duration", "y", ["7.08", "5.86"]],
    ["Effective Convexity", [0.6085756155, 0.4248734964], "other-number", "", ["0.609", "0.425"]],
    ["Price to Earnings", [55.123456, 6.123456], "ratio", "", ["55.1", "6.1"]],
    ["Beta", [0.0000123456, 1.2345678], "ratio", "", ["0.000012", "1.235"]],
    ["Price", [100.285, 97.4], "price", "", ["100.285", "97.400"]],
    ["Price", [169.380004882813, 433.899993896484], "price", "", ["169.38", "433.90"]],
    ["Price", [10.9728811515, 367.081], "price", "", ["10.97", "367.08"]],
    ["Price", [0.123456789], "price", "", ["0.1235"]],
    ["Trade Value", [176729.2238256649, -53701.1699852416], "market-value", "", ["176,729", "−53,701"]],
    ["Initial Shares", [41613, -3249], "quantity", "", ["41,613", "−3,249"]],
    ["Trade Shares", [-6400, -533004.0582357441], "quantity", "", ["−6,400", "−533,004"]],
    ["Year", [2024, 2025], "date-of-row", "", ["2024", "2025"]],
    ["CUSIP", [37833100, 594918104], "identifier", "", ["37833100", "594918104"]],
    ["Signal", [26.0850492991, 0.0000012], "unknown", "", ["26.085", "0.0000012"]],
  ] as const)("shows %s %j as %s", (name, cells, meaning, unit, texts) => {
    expect(textsOf(name, cells)).toEqual({ meaning, unit, texts });
  });

  it("tells null, zero and NaN apart, even if the service writes all of them as --", () => {
    const format = { format: "{0:0.00;-0.00;--}", nullFormat: "--" };
    const shown = ["0.00", "–", "n/a", "0.00", "−1.50", "∞", "−∞"];
    const cells = [0, null, Number.NaN, -0.001, -1.5, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(textsOf("Weight", cells, format).texts).toEqual(shown);
  });

  it("follows the format of the service, and gives no unit to a format that writes it", () => {
    expect(textsOf("Weight", [0.1234], { format: "{0:0.0%}" })).toMatchObject({ unit: "", texts: ["12.3%"] });
    expect(textsOf("Price", [-1.23456], { format: "{0:0.0;(0.0)}" }).texts).toEqual(["(1.2)"]);
    expect(textsOf("Weight", [1.5], { format: "{0:yyyy}" }).texts).toEqual(["1.50"]);
  });

  it.each([
    [
      ["20250131", "20241231"],
      ["2025-01-31", "2024-12-31"],
    ],
    [
      ["01/31/2025", "1/2/2025", null],
      ["2025-01-31", "2025-01-02", "–"],
    ],
    [["2025-01-31T00:00:00.000"], ["2025-01-31"]],
    [
      ["2024-01-31T14:30:00.000Z", "2024-01-31T14:30:05.250Z"],
      ["2024-01-31 14:30 UTC", "2024-01-31 14:30:05.25 UTC"],
    ],
  ])("shows the dates %j as %j", (cells, texts) => {
    expect(textsOf("Date", cells)).toMatchObject({ meaning: "date-of-row", texts });
    expect(textsOf("Maturity Date", cells)).toMatchObject({ meaning: "date-attribute", texts });
  });

  it("shows a column with one text that is not a date unchanged", () => {
    expect(textsOf("Date", ["20250131", "soon"])).toMatchObject({ meaning: "other-text", texts: ["20250131", "soon"] });
  });

  it("keeps the numbers of a column that has texts, too, and gives it no unit", () => {
    const texts = ["N/A", "0.40", "0.65"];
    expect(textsOf("Composite Dispersion", ["N/A", 0.4, 0.65])).toEqual({ meaning: "other-text", unit: "", texts });
  });

  it("keeps the digits of a number that a double cannot hold", () => {
    const cells = parseExactJson('[9007199254740993, -9007199254740993, {"a": 1}]');
    expect(textsOf("Id", Array.isArray(cells) ? cells : []).texts).toEqual([
      "9007199254740993",
      "−9007199254740993",
      '{"a":1}',
    ]);
  });

  it("writes signs and more decimals on request", () => {
    const [column] = makeTable([{ name: "Weight", cells: [10, 10.004] }]).columns;
    const text = column && columnFormat(column).text;
    expect(text?.(10.004)).toBe("10.00");
    expect(text?.(10.004, { decimals: 3 })).toBe("10.004");
    expect(text?.(10.004, { hasSign: true })).toBe("+10.00");
    expect(text?.(0, { hasSign: true })).toBe("0.00");
    expect(text?.(-1, { hasSign: true })).toBe("−1.00");
  });

  it("is the nearest number with its decimals, and never an ASCII minus", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
        fc.nat(6),
        (value, places) => {
          const text = numberText(value, places);
          expect(text).not.toContain("-");
          const back = Number(text.replace("\u2212", "-").replaceAll(",", ""));
          expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5 * 10 ** -places + Math.abs(value) * 1e-14);
        },
      ),
    );
  });
});

describe("a short amount", () => {
  it.each([
    [17_012_345, "17.0 m"],
    [-16_400_000, "−16.4 m"],
    [999_999, "1.0 m"],
    [12_345, "12.3 k"],
    [1234, "1,234"],
    [2.5e9, "2.5 bn"],
    [Number.NaN, "n/a"],
  ])("writes %d as %s", (value, text) => {
    expect(shortAmount(value)).toBe(text);
  });
});
