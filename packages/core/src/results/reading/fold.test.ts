import { describe, expect, it } from "vitest";
import { foldHeader, headerKey } from "./fold.ts";

describe("a folded header", () => {
  it.each([
    ["Port.+Ending+Weight", "Port. Ending Weight"],
    ["Allocation +Effect", "Allocation Effect"],
    ["# of\r\nSecurities", "# of Securities"],
    ["  Total\u00a0\u00a0Effect\t", "Total Effect"],
    ["Scenario +100bp", "Scenario +100bp"],
    ["+100bp", "+100bp"],
    ["Return+3+Month", "Return 3 Month"],
    ["10+ Years", "10+ Years"],
    ["Weight", "Weight"],
    ["++", ""],
  ])("of %j is %j", (text, folded) => {
    expect(foldHeader(text)).toBe(folded);
    expect(foldHeader(folded)).toBe(folded);
  });
});

describe("the key of a header", () => {
  it.each([
    ["Port.+Weight", "port weight"],
    ["PORT WEIGHT", "port weight"],
    ["3Y Return p.a.", "3y return pa"],
    ["Contrib.To Return", "contrib to return"],
    ["Growth of 1.5", "growth of 1.5"],
    ["CAGR﹪%", "cagr%%"],
  ])("%j is %j", (text, key) => {
    expect(headerKey(text)).toBe(key);
  });
});
