import { describe, expect, it } from "vitest";
import { checkText, maxCheckedCharacters } from "./check.ts";
import { newParameterText } from "./new-file.ts";
import { relatedPlaces } from "./related.ts";
import { readTree } from "./tree.ts";
import { findUnits } from "./units.ts";

const component = "0A".repeat(32);
const codes = (checked: ReturnType<typeof checkText>) => checked.issues.map(({ code }) => code);

describe("checkText", () => {
  it("keeps the kind of a text that is broken", () => {
    const broken = '{ "$schema": "./pa.schema.json", "data": { ';
    expect(checkText("{", { path: "a.vault.json" })).toMatchObject({ kind: "vault", kindBy: "file name" });
    expect(checkText(broken)).toMatchObject({ kind: "pa", kindBy: "$schema" });
    expect(checkText("{", { path: "nightly/a.json", families: { "nightly/*": "pub" } })).toMatchObject({
      kind: "pub",
      kindBy: "mapping",
    });
    expect(checkText("{", { before: "spar" })).toMatchObject({ kind: "spar", kindBy: "content" });
    expect(checkText("{").kind).toBeUndefined();
  });

  it("goes by what was picked, also for templates", () => {
    const text = newParameterText("linkedTemplate", { component });
    expect(checkText(text, { path: "a.pa.json", template: "linkedTemplate" })).toMatchObject({
      kind: "linkedTemplate",
      kindBy: "caller",
      issues: [],
    });
    expect(checkText(text, { path: "a.pa.json", family: "quant" })).toMatchObject({ kind: "quant", kindBy: "caller" });
  });

  it("looks at the syntax alone of a document of more than 5 MB", () => {
    const filler = " ".repeat(maxCheckedCharacters);
    const valid = checkText(`{ "data": { "u": { "nonsense": 1 } } }${filler}`, { path: "a.pa.json" });
    expect(valid).toMatchObject({ kind: "pa", file: undefined, issues: [] });
    const broken = checkText(`{ "data": { "u": { "nonsense" 1 } } }${filler}`, { path: "a.pa.json" });
    expect(codes(broken)).toEqual(["syntax"]);
    expect(codes(checkText(`{ "data": {}, }${filler}`, { path: "a.pa.json" }))).toEqual(["trailing-comma"]);
  });

  it("checks a file of 200 units within the time that an opening may take", () => {
    const unit = {
      componentid: component,
      accounts: [{ id: "Client:/A.ACCT", holdingsmode: "B&H" }],
      benchmarks: [{ id: "BMK:B", holdingsmode: "B&H" }],
      dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
      colour: "red",
    };
    const data = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`unit-${index}`, unit]));
    const text = JSON.stringify({ data }, null, 2);
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      expect(checkText(text, { path: "a.pa.json" }).issues).toHaveLength(200);
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe("relatedPlaces", () => {
  const related = (text: string, family: "pa" | "quant" = "pa") => {
    const { issues } = checkText(text, { family });
    const root = readTree(text);
    const places = root ? issues.flatMap((issue) => relatedPlaces(root, issue)) : [];
    return places.map(({ start, end }) => `${start}:${text.slice(start, end)}`);
  };

  it("points at the first of two equal keys", () => {
    const text = `{"data":{"u":{"componentid":"${component}"},"u":{"componentid":"${component}"}}}`;
    expect(related(text)).toEqual(['9:"u"']);
  });
  it("points at the day that comes too early", () => {
    const text = `{"data":{"u":{"componentid":"${component}","dates":{"startdate":"20240201","ENDDATE":"20240101","frequency":"Monthly"}}}}`;
    expect(related(text)).toEqual([`${text.indexOf('"20240101"')}:"20240101"`]);
  });
  it("points at what replaces a deprecated property", () => {
    const text = `{"data":{"u":{"componentid":"${component}"}},"meta":{"contenttype":"Json","format":"Pdf"}}`;
    expect(related(text)).toContain(`${text.indexOf('"Pdf"')}:"Pdf"`);
  });
  it("points at the other formula of a name, and at what decides which properties there are", () => {
    const formula = '{"source":"ScreeningExpression","expr":"P","name":"n"}';
    const text = `{"data":{"u":{"formulas":[${formula},${formula}]}}}`;
    expect(related(text, "quant")).toEqual([`${text.indexOf('"n"')}:"n"`]);
    const screen = '{"data":{"u":{"universe":{"source":"UniversalScreenUniverse","screen":"S","colour":1}}}}';
    expect(related(screen, "quant")).toEqual([`${screen.indexOf('"UniversalS')}:"UniversalScreenUniverse"`]);
  });
});

describe("findUnits", () => {
  it("finds the units of a file, also while it is written", () => {
    const root = readTree('{ "data": { "one": { }, "two": ');
    expect(root && findUnits(root, "pa")).toEqual([
      { id: "one", start: 12, end: 17 },
      { id: "two", start: 24, end: 29 },
    ]);
    expect(root && findUnits(root, "fi")).toEqual([]);
  });
});
