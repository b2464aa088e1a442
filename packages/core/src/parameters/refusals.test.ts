import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer, toPointer } from "../json/value.ts";
import { readParameterFile } from "./read/read.ts";
import { placeRefusal, type RefusalScope, type RefusalText } from "./refusals.ts";

const text = JSON.stringify(
  {
    data: {
      "first.one": {
        componentId: "A1B2C3",
        accounts: [{ id: "Client:/Growth/EQUITY.ACCT", holdingsmode: "B&H" }, { id: "Client:/Growth/BONDS.ACCT" }],
        benchmarks: [{ id: "BMK:WORLDD" }, { id: "BMK:WORLD" }],
        dates: { startdate: "-1Mo", enddate: "-1Mo", frequency: "Monthly" },
        currencyisocode: "EURO",
      },
      second: { componentid: "A1B2C3", accounts: [{ id: "BMK:WORLD" }], benchmarks: [{ id: "BMK:WORLD" }] },
    },
    meta: { format: "JsonStach" },
  },
  undefined,
  2,
);
const file = readParameterFile(text, { family: "pa" });

/** The text that is marked, and its pointer. */
function mark(refusal: RefusalText, scope: RefusalScope = { unit: "first.one" }) {
  const place = placeRefusal(file, refusal, scope);
  return place && [text.slice(place.range.start.offset, place.range.end.offset), place.pointer];
}

describe("the place of what an error of the service speaks of", () => {
  it("has a file without errors to look in", () => {
    expect(file.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  const unit = "/data/first.one";
  it.each([
    // Values that the text quotes.
    ["Invalid component identifier:A1B2C3", '"A1B2C3"', `${unit}/componentid`],
    ["invalid component identifier: a1b2c3.", '"A1B2C3"', `${unit}/componentid`],
    ["Account name: Client:/Growth/BONDS.ACCT fetch failed", '"Client:/Growth/BONDS.ACCT"', `${unit}/accounts/1/id`],
    ["Invalid benchmark identifier:BMK:WORLDD", '"BMK:WORLDD"', `${unit}/benchmarks/0/id`],
    ["Invalid benchmark identifier:BMK:WORLD", '"BMK:WORLD"', `${unit}/benchmarks/1/id`],
    ["Invalid end date:-1Mo", '"-1Mo"', `${unit}/dates/enddate`],
    ["Invalid start date '-1Mo'", '"-1Mo"', `${unit}/dates/startdate`],
    ["Invalid currency ISO code:EURO", '"EURO"', `${unit}/currencyisocode`],
    ["The holdings mode “B&H” is not available", '"B&H"', `${unit}/accounts/0/holdingsmode`],
    // Properties that the text names.
    ["Invalid end date input", '"-1Mo"', `${unit}/dates/enddate`],
    ["The currencyisocode field is required", '"EURO"', `${unit}/currencyisocode`],
    ["Invalid component identifier", '"A1B2C3"', `${unit}/componentid`],
    ["No benchmark has prices", '"benchmarks"', `${unit}/benchmarks`],
    ["The format is not supported", '"JsonStach"', "/meta/format"],
    // Nothing of the file.
    ["Calculation creation failed", '"first.one"', unit],
    ["B&H", '"first.one"', unit],
    ["", '"first.one"', unit],
  ])("%s", (detail, marked, pointer) => {
    expect(mark({ detail })).toEqual([marked, pointer]);
  });

  it.each([
    ["/data/first.one/dates/enddate", '"-1Mo"', `${unit}/dates/enddate`],
    ["/DATA/first.one/Dates/EndDate", '"-1Mo"', `${unit}/dates/enddate`],
    // The dots of a unit id are those of the path.
    ["/data/first/one/dates/enddate", '"-1Mo"', `${unit}/dates/enddate`],
    ["data.first.one.accounts.1.id", '"Client:/Growth/BONDS.ACCT"', `${unit}/accounts/1/id`],
    [
      "/CalculationParametersDictionary[0]/Value/Accounts[1]/Id",
      '"Client:/Growth/BONDS.ACCT"',
      `${unit}/accounts/1/id`,
    ],
    ["/dates/frequency", '"Monthly"', `${unit}/dates/frequency`],
    ["/meta/format", '"JsonStach"', "/meta/format"],
    ["/data/first.one/dates", '"dates"', `${unit}/dates`],
    // A missing property has no place, and its object has.
    ["/data/first.one/dates/calendar", '"dates"', `${unit}/dates`],
    ["/data/first.one", '"first.one"', unit],
    ["/data/first.one/componentdetail", '"first.one"', unit],
    ["/nothing/here", '"first.one"', unit],
    ["/data", '"first.one"', unit],
    ["", '"first.one"', unit],
  ])("at %s", (pointer, marked, place) => {
    expect(mark({ detail: "Invalid field value specified", source: { pointer } })).toEqual([marked, place]);
  });

  it("is in the unit that the pointer names, also if each unit has the error", () => {
    const scope = { unit: "first.one" };
    expect(placeRefusal(file, { source: { pointer: "/data/second/benchmarks/0/id" } }, scope)?.unit).toBe("second");
    const numbered = { source: { pointer: "/CalculationParametersDictionary[1]/Value/Benchmarks[0]/Id" } };
    expect(placeRefusal(file, numbered, scope)?.unit).toBe("second");
    // A run of one unit of the file.
    const alone = { unit: "second", units: ["second"] };
    const first = { source: { pointer: "/CalculationParametersDictionary[0]/Value/Benchmarks[0]/Id" } };
    expect(placeRefusal(file, first, alone)?.unit).toBe("second");
  });

  it("is the one whose property the text names, if two values are the same", () => {
    const scope = { unit: "second" };
    const pointerOf = (detail: string) => placeRefusal(file, { detail }, scope)?.pointer;
    expect(pointerOf("Invalid account identifier:BMK:WORLD")).toBe("/data/second/accounts/0/id");
    expect(pointerOf("Invalid benchmark identifier:BMK:WORLD")).toBe("/data/second/benchmarks/0/id");
    expect(placeRefusal(file, { detail: "Invalid input", source: { parameter: "benchmarkId" } }, scope)?.pointer).toBe(
      "/data/second/benchmarks/0/id",
    );
  });

  it("is in any unit if the error is about none", () => {
    expect(mark({ detail: "Invalid benchmark identifier:BMK:WORLDD" }, {})).toEqual([
      '"BMK:WORLDD"',
      `${unit}/benchmarks/0/id`,
    ]);
    expect(mark({ detail: "Calculation creation failed" }, {})).toBeUndefined();
    expect(mark({ detail: "Calculation creation failed" }, { unit: "gone" })).toBeUndefined();
  });

  it("is found in families without units", () => {
    const data = {
      strategy: { id: "Client:/S1" },
      account: { id: "Client:/A.ACCT" },
      optimization: { riskModelDate: "0", backtestDate: "0" },
      outputTypes: {},
    };
    const one = readParameterFile(JSON.stringify({ data }), { family: "axp" });
    const pointerOf = (detail: string) => placeRefusal(one, { detail }, { unit: "result" })?.pointer;
    expect(pointerOf("Invalid strategy identifier:Client:/S1")).toBe("/data/strategy/id");
    expect(pointerOf("Invalid backtest date")).toBe("/data/optimization/backtestDate");
    expect(pointerOf("Invalid account identifier")).toBe("/data/account/id");
    expect(pointerOf("Out of memory")).toBeUndefined();
    const batch = {
      fiabdocument: "Client:/B.DOC",
      account: { id: "Client:/A.ACCT" },
      dates: { startdate: "0", enddate: "0" },
    };
    const root = readParameterFile(JSON.stringify(batch), { family: "fiab" });
    expect(placeRefusal(root, { detail: "Unknown document: Client:/B.DOC" })?.pointer).toBe("/fiabdocument");
    expect(placeRefusal(root, { source: { pointer: "/account/name" } })?.pointer).toBe("/account");
  });

  it("is undefined in a file with errors", () => {
    const broken = readParameterFile('{"data": {"u": {"componentid": ', { family: "pa" });
    expect(placeRefusal(broken, { detail: "Invalid component" }, { unit: "u" })).toBeUndefined();
  });

  it("is the value itself, whatever the values and the words around it", () => {
    const word = fc.stringMatching(/^[A-Z][A-Za-z0-9:_/ .-]{4,20}[A-Za-z0-9]$/);
    const unitOf = fc.record({
      componentid: word,
      accounts: fc.array(fc.record({ id: word }), { minLength: 1, maxLength: 3 }),
      benchmarks: fc.array(fc.record({ id: word }), { minLength: 1, maxLength: 3 }),
      currencyisocode: word,
    });
    const sentence = fc.constantFrom(
      (what: string, value: string) => `Invalid ${what}:${value}`,
      (what: string, value: string) => `The ${what} "${value}" does not exist.`,
      (what: string, value: string) => `${what}: ${value.toUpperCase()} fetch failed`,
    );
    const choice = fc.constantFrom("componentid", "accounts", "benchmarks", "currencyisocode");
    fc.assert(
      fc.property(unitOf, sentence, choice, fc.nat(2), (payload, phrase, name, index) => {
        const request = readParameterFile(JSON.stringify({ data: { u: payload } }), { family: "pa" });
        fc.pre(request.request !== undefined);
        const list = payload[name];
        const at = typeof list === "string" ? 0 : index % list.length;
        const value = typeof list === "string" ? list : (list[at]?.id ?? "");
        const words = { componentid: "component identifier", accounts: "account", benchmarks: "benchmark" };
        const what = name === "currencyisocode" ? "currency ISO code" : words[name];
        const place = placeRefusal(request, { detail: phrase(what, value) }, { unit: "u" });
        const path = fromPointer(place?.pointer ?? "") ?? [];
        let marked: unknown = request.request;
        for (const segment of path) marked = Object(marked)[segment];
        expect(String(marked).trim().toLowerCase()).toBe(value.trim().toLowerCase());
        expect(toPointer(path)).toMatch(new RegExp(`^/data/u/${name}`));
      }),
      { numRuns: 300 },
    );
  });
});
