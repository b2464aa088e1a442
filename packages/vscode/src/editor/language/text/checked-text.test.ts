import { describe, expect, it } from "vitest";
import { newParameterText } from "../new-file.ts";
import { checkParameterText, MAX_CHECKED_CHARACTERS } from "./checked-text.ts";
import { findRelated } from "./related.ts";
import { readTree } from "./tree.ts";
import { findUnits } from "./units.ts";

const component = "0A".repeat(32);
const codes = (checked: ReturnType<typeof checkParameterText>) => checked.issues.map(({ code }) => code);

describe("checkParameterText", () => {
  it("keeps the kind of a text with syntax errors", () => {
    const broken = '{ "$schema": "./pa.schema.json", "data": { ';
    expect(checkParameterText("{", { path: "a.vault.json" })).toMatchObject({ kind: "vault", kindBy: "file name" });
    expect(checkParameterText(broken)).toMatchObject({ kind: "pa", kindBy: "$schema" });
    expect(checkParameterText("{", { path: "nightly/a.json", families: { "nightly/*": "pub" } })).toMatchObject({
      kind: "pub",
      kindBy: "mapping",
    });
    expect(checkParameterText("{", { before: "spar" })).toMatchObject({ kind: "spar", kindBy: "content" });
    expect(checkParameterText("{").kind).toBeUndefined();
  });

  it("uses the selected kind, also for templates", () => {
    const text = newParameterText("linkedTemplate", { component });
    expect(checkParameterText(text, { path: "a.pa.json", template: "linkedTemplate" })).toMatchObject({
      kind: "linkedTemplate",
      kindBy: "caller",
      issues: [],
    });
    expect(checkParameterText(text, { path: "a.pa.json", family: "quant" })).toMatchObject({
      kind: "quant",
      kindBy: "caller",
    });
  });

  it("checks only the syntax of a document over 5 MB", () => {
    const filler = " ".repeat(MAX_CHECKED_CHARACTERS);
    const valid = checkParameterText(`{ "data": { "u": { "nonsense": 1 } } }${filler}`, { path: "a.pa.json" });
    expect(valid).toMatchObject({ kind: "pa", file: undefined, issues: [] });
    const broken = checkParameterText(`{ "data": { "u": { "nonsense" 1 } } }${filler}`, { path: "a.pa.json" });
    expect(codes(broken)).toEqual(["syntax"]);
    expect(codes(checkParameterText(`{ "data": {}, }${filler}`, { path: "a.pa.json" }))).toEqual(["trailing-comma"]);
  });
});

describe("findRelated", () => {
  const related = (text: string, family: "pa" | "quant" = "pa") => {
    const checked = checkParameterText(text, { family });
    return checked.issues.flatMap(findRelated(checked)).map(({ start, end }) => `${start}:${text.slice(start, end)}`);
  };

  it("finds the first of two equal keys", () => {
    const text = `{"data":{"u":{"componentid":"${component}"},"u":{"componentid":"${component}"}}}`;
    expect(related(text)).toEqual(['9:"u"']);
  });
  it("finds the end date that is too early", () => {
    const text = `{"data":{"u":{"componentid":"${component}","dates":{"startdate":"20240201","ENDDATE":"20240101","frequency":"Monthly"}}}}`;
    expect(related(text)).toEqual([`${text.indexOf('"20240101"')}:"20240101"`]);
  });
  it("finds the successor of a deprecated property", () => {
    const text = `{"data":{"u":{"componentid":"${component}"}},"meta":{"contenttype":"Json","format":"Pdf"}}`;
    expect(related(text)).toContain(`${text.indexOf('"Pdf"')}:"Pdf"`);
  });
  it("finds the other formula of a name, and the property that decides which others are allowed", () => {
    const formula = '{"source":"ScreeningExpression","expr":"P","name":"n"}';
    const text = `{"data":{"u":{"formulas":[${formula},${formula}]}}}`;
    expect(related(text, "quant")).toEqual([`${text.indexOf('"n"')}:"n"`]);
    const screen = '{"data":{"u":{"universe":{"source":"UniversalScreenUniverse","screen":"S","colour":1}}}}';
    expect(related(screen, "quant")).toEqual([`${screen.indexOf('"UniversalS')}:"UniversalScreenUniverse"`]);
  });
});

describe("findUnits", () => {
  it("finds the units of a file, also of an incomplete one", () => {
    const root = readTree('{ "data": { "one": { }, "two": ');
    expect(root && findUnits(root, "pa")).toEqual([
      { id: "one", start: 12, keyEnd: 17, end: 22 },
      { id: "two", start: 24, keyEnd: 29, end: 29 },
    ]);
    expect(root && findUnits(root, "fi")).toEqual([]);
  });
});
