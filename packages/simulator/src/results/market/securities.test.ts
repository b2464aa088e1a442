import { describe, expect, it } from "vitest";
import { FIRST_BOND, identifierOf, securityName, symbolOf } from "./securities.ts";

const ids = [0, 1, 77, 4096, 99_999, FIRST_BOND, FIRST_BOND + 123];

describe("identifiers of securities", () => {
  it("have the form of their kinds", () => {
    for (const id of ids) {
      const isin = identifierOf("Isin", id);
      expect(isin).toMatch(/^ZZ[0-9A-Z]{9}\d$/);
      const sedol = identifierOf("SedolChk", id);
      expect(sedol).toMatch(/^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/);
      expect(sedol.startsWith(identifierOf("sedol", id))).toBe(true);
      expect(identifierOf("Cusip", id)).toMatch(/^[0-9A-Z]{8}\d$/);
      expect(identifierOf("Asset", id)).toBe(identifierOf("TICKERREGION", id));
      expect(identifierOf("Ticker", id)).toBe(symbolOf(id));
    }
  });

  it("and their names tell securities apart", () => {
    const many = Array.from({ length: 20_000 }, (_, place) => (place % 2 === 0 ? place : FIRST_BOND + place));
    expect(new Set(many.map(symbolOf)).size).toBe(many.length);
    expect(new Set(many.map(securityName)).size).toBe(many.length);
    expect(new Set(many.map((id) => identifierOf("Isin", id))).size).toBe(many.length);
  });
});
