import { dayLabel, numberText, shortAmount } from "@analytics-engines/core/results";
import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { numberLanguage } from "./l10n.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The functions in a page whose element with the texts has this content; undefined for a page without it. */
async function loadIn(json: string | undefined, numberLanguage = "en") {
  vi.resetModules();
  vi.stubGlobal("document", {
    documentElement: { dataset: { numberLanguage } },
    getElementById: () => (json === undefined ? null : { textContent: json }),
  });
  return { ...(await import("./l10n.ts")), ...(await import("./text.ts")) };
}

describe("a label", () => {
  it("is English in a page without texts, and outside of a page", async () => {
    const { t, isTranslated } = await loadIn(undefined);
    expect([t("Table"), t("{0} of {1}", 3, "4"), t("{0} rows"), isTranslated]).toEqual([
      ...["Table", "3 of 4", "{0} rows", false],
    ]);
    vi.unstubAllGlobals();
    vi.resetModules();
    expect((await import("./l10n.ts")).t("Table")).toBe("Table");
  });

  it("has the language of the page, and English where that has no text", async () => {
    const { t } = await loadIn(JSON.stringify({ Table: "Tabelle", "{0} of {1}": "{1} {0}", Chart: 5 }));
    expect([t("Table"), t("{0} of {1}", "a", "{0}"), t("Chart"), t("constructor")]).toEqual([
      ...["Tabelle", "{0} a", "Chart", "constructor"],
    ]);
  });

  it("has numbers in the language of the page", async () => {
    const json = JSON.stringify({ "1 row": "1 Zeile", "{0} rows": "{0} Zeilen" });
    const { countOf, t } = await loadIn(json, "de");
    expect([countOf(1, "row"), countOf(1200, "row"), t("{0} rows", 1200)]).toEqual([
      ...["1 Zeile", "1.200 Zeilen", "1.200 Zeilen"],
    ]);
    expect((await loadIn(json)).countOf(1200, "row")).toBe("1,200 Zeilen");
  });
});

describe("a name within a sentence", () => {
  it("has a small letter in English, and stays as it is in other languages", async () => {
    expect((await loadIn(undefined)).startSmall("Active weight")).toBe("active weight");
    expect((await loadIn('{"Table":"Tabelle"}')).startSmall("Aktives Gewicht")).toBe("Aktives Gewicht");
  });
});

const languages = [
  "en",
  "en-GB",
  "de",
  "de-CH",
  "de-AT",
  "fr",
  "fr-CH",
  "ja",
  "pt-BR",
  "es",
  "ru",
  "pl",
  "nb",
  "hi",
  "ar",
  "fa",
  "th",
];

describe.each([
  ["en-US", "−1,234.56", "2026-10-31", "2026-10", "17.0 m"],
  ["de", "−1.234,56", "31.10.2026", "10/2026", "17,0 m"],
  ["fr", "−1\u202f234,56", "31/10/2026", "10/2026", "17,0 m"],
  ["ja", "−1,234.56", "2026/10/31", "2026/10", "17.0 m"],
])("numbers and dates in %s", (name, number, day, month, amount) => {
  const language = numberLanguage(name);
  const time = Date.UTC(2026, 9, 31);

  it("have the marks of the language", () => {
    expect(language.number(numberText(-1234.56, 2))).toBe(number);
    expect(language.day(time)).toBe(day);
    expect(language.month(time)).toBe(month);
    expect(language.number(shortAmount(17_012_345))).toBe(amount);
    expect(language.dates("2026-10-31 14:30 UTC")).toBe(`${day} 14:30 UTC`);
  });

  it("are read as they are typed, or pasted from a file", () => {
    expect(Number(language.typed(number.replace("\u2212", "-")))).toBe(-1234.56);
    expect(Number(language.typed("1234.56"))).toBe(1234.56);
    expect(Number(language.typed(" 12 "))).toBe(12);
  });
});

it.each(languages)("a number in %s keeps its digits, and is read as the same number", (name) => {
  const { number, typed, dates, day } = numberLanguage(name);
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
      fc.integer({ min: 0, max: 6 }),
      (value, decimals) => {
        const text = numberText(value, decimals);
        const digitsOf = (one: string) => one.replaceAll(/\D/g, "");
        expect(digitsOf(number(text))).toBe(digitsOf(text));
        expect(number(text).startsWith("\u2212")).toBe(text.startsWith("\u2212"));
        // Three digits after a lone point are a group in some languages, as a reader of the language has it.
        expect(typed(number(text))).toBe(text.replaceAll(",", ""));
      },
    ),
  );
  fc.assert(
    fc.property(fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }), (date) => {
      expect(dates(dayLabel(date.getTime()))).toBe(day(date.getTime()));
      expect(day(date.getTime())).toMatch(/^[\d\W]*\d{4}[\d\W]*$|^[\d\W]+$/);
    }),
  );
});

it("an unknown language tag counts as English", () => {
  expect(numberLanguage("no language").number("1,234.56")).toBe("1,234.56");
});
