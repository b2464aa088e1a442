import { afterEach, describe, expect, it, vi } from "vitest";

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
