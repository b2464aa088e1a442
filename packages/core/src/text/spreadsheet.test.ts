import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inertText, isNumberText, removeApostrophes } from "./spreadsheet.ts";

describe("a text for a spreadsheet", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+1+A1", "'+1+A1"],
    ["-x", "'-x"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["a;=1+1", "a;'=1+1"],
    ["a;  @x", "a;'  @x"],
    ["a\t=1", "a\t'=1"],
    ["a\n=1", "a\n'=1"],
    ["a\r\n-x", "a\r\n'-x"],
    ["a\r=1", "a\r'=1"],
    ["a;-5", "a;'-5"],
    ['a;"=1', "a;'\"=1"],
    ["a;\t=1", "a;\t'=1"],
    ["\t=1", "'\t'=1"],
    ["a;＝1", "a;'＝1"],
    ["=1;=2", "'=1;'=2"],
  ])("has an apostrophe before each formula: %j", (text, inert) => {
    expect(inertText(text)).toBe(inert);
    expect(removeApostrophes(inert)).toBe(text);
  });

  it.each([
    "a=1",
    "Smith, -5",
    "a; b",
    "x;y=1",
    "a\nb",
    "it's",
    "'quoted'",
    "5;6",
    "",
    "-1234567890123456789",
    "-1.5",
    "-1,234.5",
    "-5 %",
    "-5%",
    "+3",
    "-.5",
    "-1E-7",
  ])("stays as it is without a formula: %j", (text) => {
    expect(inertText(text)).toBe(text);
    expect(removeApostrophes(text)).toBe(text);
  });

  it("is no number if more than a number follows the sign", () => {
    for (const text of ["-1+2", "-A1", "- 5", "--5", "-5 bp", "-5;6", "-5%%", "-", "+", "-1e", "-5\n", "=5", "@5"]) {
      expect([text, isNumberText(text)]).toEqual([text, false]);
      expect(inertText(text)).toBe(`'${text}`);
    }
    expect(inertText("-1.5", false)).toBe("'-1.5");
  });

  it("gives the exact text back", () => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@;,\t\r\n\0 "aB1.%\u00a0\u200b＝'), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.boolean(), (text, mayBeNumber) => removeApostrophes(inertText(text, mayBeNumber)) === text),
    );
  });

  it("takes a time that grows as the text does", () => {
    for (const piece of ["\t", ";", " ", ";  ", '"', "1", "-1", "\r\n"]) {
      const text = `-${piece.repeat(2_000_000 / piece.length)}x`;
      const start = performance.now();
      removeApostrophes(inertText(text));
      expect(performance.now() - start).toBeLessThan(20_000);
    }
  });
});
