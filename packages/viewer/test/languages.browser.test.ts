import { readFileSync } from "node:fs";
import path from "node:path";
import type { Table } from "@analytics-engines/core/results";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tablesToJson } from "../src/report/tables-json.ts";
import { type Browser, openBrowser, openPage, type Page } from "./support/browser.ts";
import { bookResults, officialResults } from "./support/official-results.ts";

const texts = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, "../../vscode/l10n", name), "utf8"));
const english = texts("bundle.l10n.json");

let browser: Browser;
let results: Map<string, Table[]>;
let book: Map<string, Table[]>;
let before: Map<string, Table[]>;
beforeAll(async () => {
  browser = await openBrowser();
  results = await officialResults();
  book = await bookResults(0);
  before = await bookResults(1);
});
afterAll(() => browser.close());

const sent = (from: ReadonlyMap<string, readonly Table[]>) =>
  Object.fromEntries([...from].map(([key, tables]) => [`${key.replace("/", ".pa.json#")}`, tablesToJson(tables)]));

/** All texts of the pages of a run: its overview, each view of some of its units, and the comparison of two runs, with a menu. */
async function allTexts(page: Page): Promise<Set<string>> {
  const found = new Set<string>();
  const note = async () => {
    for (const text of await page.evaluate(() => harness.textsOf())) found.add(text);
  };
  const run = sent(results);
  await page.evaluate((args) => harness.showRun(args), run);
  await note();
  for (const unit of ["pa/attribution", "pa/weights over time", "vault/returns", "fpo/result", "spar/style"]) {
    const key = unit.replace("/", ".pa.json#");
    await page.evaluate((args) => harness.showRun(...args), [run, key] as const);
    await page.locator("ae-unit ae-grid").waitFor();
    await note();
    for (const place of [1, 2, 4]) {
      await page.locator("ae-unit .segments button").nth(place).click();
      await note();
    }
  }
  await page.evaluate((args) => harness.showRun(...args), [sent(book), undefined, sent(before)] as const);
  await page.locator("ae-compared-units .badge").first().waitFor();
  await note();
  await page.locator("ae-compared-units button[data-key]").first().click();
  await page.locator("ae-compare ae-grid").waitFor();
  await page.locator("ae-compare .head").first().click({ button: "right" });
  await note();
  return found;
}

/** Whether a text consists of names and values of the results and of the manifest, or of names that are the same in all languages. */
function isData(text: string, data: string): boolean {
  const parts = text.replace(/\.json$/, "").split(/ \| |, |#|(?:\.json)$/);
  return parts.every((part) => data.includes(part.toLowerCase()) || names.test(part));
}

const names =
  /^(CSV|Excel \(\.xlsx\)|Ctrl\+(Shift\+)?C|Enter|https:.*|analytics-engines\/.*|key-1|[ab]{64}|[\d,]+ USD|Portfolio Analysis)?$/;

/** The texts of the results and of the manifest. */
function dataTexts(): string {
  const tables = [results, book, before].flatMap((one) => [...one.values()]).flat();
  const columns = tables.flatMap((table) => table.columns);
  return [
    ...tables.flatMap(({ id, metadata }) => [id, ...Object.entries(metadata.items).flat(2)]),
    ...columns.flatMap(({ header, values }) => [...header, ...(values.kind === "text" ? values.dictionary : [])]),
    ...[...results.keys(), ...book.keys()].map((key) => key.replace("/", ".pa.json#")),
  ]
    .join("\n")
    .toLowerCase();
}

describe("a page in another language", () => {
  it("has a translation of each label", async () => {
    const pseudo = Object.fromEntries(Object.keys(english).map((text) => [text, `⟦${text}⟧`]));
    const { page, problems } = await openPage(browser, { texts: pseudo });
    const found = [...(await allTexts(page))];
    const data = dataTexts();
    expect(found.filter((text) => !text.includes("⟦") && !isData(text, data))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("has no English label, in a narrow panel too", { tags: "full" }, async () => {
    const german = texts("bundle.l10n.de.json");
    const { page, problems } = await openPage(browser, { texts: german, width: 400 });
    const found = await allTexts(page);
    const data = dataTexts();
    const labels = [...found].filter((text) => english[text] !== undefined && german[text] !== text);
    expect(labels.filter((text) => !isData(text, data))).toEqual([]);
    expect([...found]).toEqual(expect.arrayContaining(["Übersicht", "Überblick", "Früher", "Nur Änderungen"]));
    expect(problems).toEqual([]);
  });
});

describe.each([360, 560, 880])("a German page of %i pixels", (width) => {
  it("breaks no label inside a word", async () => {
    const german = texts("bundle.l10n.de.json");
    const { page } = await openPage(browser, { texts: german, width });
    const run = sent(results);
    const words = new Set<string>();
    const collect = async () => {
      for (const word of await page.evaluate(brokenWords)) words.add(word);
    };
    await page.evaluate((args) => harness.showRun(args), run);
    await page.locator("ae-row-summary").first().waitFor({ state: "attached" });
    await collect();
    for (const unit of ["pa/attribution", "pa/weights over time", "vault/returns", "fpo/result", "spar/style"]) {
      await page.evaluate((args) => harness.showRun(...args), [run, unit.replace("/", ".pa.json#")] as const);
      await page.locator("ae-unit ae-grid").waitFor();
      await collect();
    }
    const translations = Object.values(german).join(" ");
    expect([...words].filter((word) => translations.includes(word))).toEqual([]);
  });
});

/** The words of labels that stand on two lines. A hyphen ends a word. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const look = (root: ParentNode) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot !== null) look(element.shadowRoot);
      if (!element.matches("dt, th, button, h1:not(.spoken), h2, h3, label, .label")) continue;
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
  };
  look(document);
  return broken;
}

describe("numbers and dates on a page of a German browser", () => {
  const key = "pa.pa.json#weights over time";

  /** Texts with English marks: a point before the last digits, a comma before three digits, or an ISO date. */
  const isEnglish = (text: string) =>
    /(^|[^\d.])\d+\.\d{1,2}($|[^\d.])|\d,\d{3}[,.]\d|\d{4}-\d{2}/.test(text) &&
    !/SHA|0\.\d+\.\d+|^[\w-]+\/\d/.test(text);

  it("have German marks in the overview, the figures, the charts and the table", async () => {
    const { page, problems } = await openPage(browser, { locale: "de-DE" });
    const run = sent(results);
    const english: string[] = [];
    const collect = async () => {
      for (const text of await page.evaluate(() => harness.textsOf(false))) if (isEnglish(text)) english.push(text);
    };
    await page.evaluate((args) => harness.showRun(args), run);
    await page.locator("ae-row-summary").first().waitFor({ state: "attached" });
    await collect();
    for (const unit of ["weights over time", "attribution", "contribution", "weights"]) {
      await page.evaluate((args) => harness.showRun(...args), [run, `pa.pa.json#${unit}`] as const);
      await page.locator("ae-unit ae-chart svg").first().waitFor();
      await collect();
    }
    for (const unit of ["quant.pa.json#prices", "fpo.pa.json#result", "vault.pa.json#returns", "spar.pa.json#style"]) {
      await page.evaluate((args) => harness.showRun(...args), [run, unit] as const);
      await page.locator("ae-unit ae-chart svg").first().waitFor();
      await collect();
    }
    expect(english).toEqual([]);
    await page.evaluate((args) => harness.showRun(...args), [run, key] as const);
    await page.locator("ae-unit ae-grid .row").first().waitFor();
    const texts = await page.evaluate(() => harness.textsOf(false));
    expect(texts).toContain("31.12.2025");
    expect(texts.filter((text) => /^\u2212?\d+,\d\d$/.test(text)).length).toBeGreaterThan(20);
    expect(problems).toEqual([]);
  });

  it("keep the marks of files in a copy", async () => {
    const { page } = await openPage(browser, { locale: "de-DE" });
    await page.evaluate((args) => harness.showRun(...args), [sent(results), key] as const);
    await page.locator("ae-grid .row .cell.end").first().waitFor();
    await page.evaluate(() => {
      document.addEventListener("copy", (event) => {
        document.body.setAttribute("data-copy", event.clipboardData?.getData("text/plain") ?? "");
      });
    });
    await page.locator("ae-grid .row .cell.end").first().click();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await page.locator("body[data-copy]").waitFor();
    const copy = (await page.locator("body").getAttribute("data-copy")) ?? "";
    expect(copy).toMatch(/\d\.\d/);
    expect(copy).not.toMatch(/\d,\d/);
  });

  it("are found as a German reader types them", async () => {
    const { page } = await openPage(browser, { locale: "de-DE" });
    await page.evaluate((args) => harness.showRun(...args), [sent(results), key] as const);
    const cell = page.locator("ae-grid .row .cell.end").nth(4);
    await cell.waitFor();
    const number = (await cell.textContent()) ?? "";
    expect(number).toMatch(/^\u2212?\d+,\d\d$/);
    await page.getByRole("searchbox", { name: "Search rows" }).fill(number);
    expect(await page.locator("ae-grid .row .cell.end", { hasText: number }).count()).toBeGreaterThan(0);
  });
});
