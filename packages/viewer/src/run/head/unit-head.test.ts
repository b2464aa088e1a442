import { decodeResult, type Table } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { result } from "../../../test/support/run-folder.ts";
import { emptyColumnsNote, subjectOf } from "./unit-head.ts";

function table(metadata: Partial<Table["metadata"]>): Table {
  return { id: "t", rowCount: 0, columns: [], metadata: { items: {}, ...metadata } };
}

describe("the subject of a unit", () => {
  it("is account against benchmark, period, currency and frequency", () => {
    const items = {
      Accounts: ["Client:/Growth/GLOBAL_EQUITY.ACCT"],
      Benchmark: ["BMK:WORLD"],
      "Report Frequency": ["Monthly"],
    };
    expect(subjectOf([table({ items, startDate: "20241231", endDate: "20261030", currency: "USD" })], {})).toEqual([
      {
        label: "Account",
        text: "GLOBAL_EQUITY against WORLD",
        whole: "Client:/Growth/GLOBAL_EQUITY.ACCT against BMK:WORLD",
      },
      { label: "Period", text: "2024-12-31 to 2026-10-30" },
      { label: "Currency", text: "USD" },
      { label: "Frequency", text: "monthly" },
    ]);
  });

  it("has one date if the period has one, and the dates of the manifest if the tables have none", () => {
    expect(subjectOf([table({ startDate: "20261030", endDate: "20261030" })], {})).toEqual([
      { label: "Date", text: "2026-10-30" },
    ]);
    expect(subjectOf([], { dates: { start: "20240131", end: "20240229" } })).toEqual([
      { label: "Period", text: "2024-01-31 to 2024-02-29" },
    ]);
    expect(subjectOf([], {})).toEqual([]);
  });

  it("names the values of several tables once", () => {
    const one = table({ currency: "USD", items: { Strategy: ["Client:/Optimizer/A"] } });
    expect(subjectOf([one, one, table({ currency: "EUR" })], {})).toEqual([
      { label: "Strategy", text: "A", whole: "Client:/Optimizer/A" },
      { label: "Currency", text: "USD, EUR" },
    ]);
  });

  it("keeps a name that ends with its separator", () => {
    expect(subjectOf([table({ items: { Accounts: ["Client:/"] } })], {})).toMatchObject([{ text: "Client:/" }]);
  });
});

const noteOf = (rows: Parameters<typeof result>[0]) => emptyColumnsNote(decodeResult(result(rows)));

describe("the note about empty columns", () => {
  it("names each column without any value", () => {
    const rows = [
      { Symbol: "A", Price: 1, "Liquidity Score": null, Rating: null },
      { Symbol: "B", Price: 0, "Liquidity Score": null, Rating: null },
    ];
    expect(noteOf(rows)).toBe("No row has a value for Liquidity Score, Rating. The service gives no reason.");
  });

  it("is left out where each column has a value in some row", () => {
    expect(
      noteOf([
        { Symbol: "A", Price: null },
        { Symbol: null, Price: 0 },
      ]),
    ).toBeUndefined();
    expect(emptyColumnsNote([])).toBeUndefined();
  });
});
