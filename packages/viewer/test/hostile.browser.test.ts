import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { visible } from "@analytics-engines/core/basics";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isFull } from "../../core/test/support/sample.ts";
import { ensureBuilt } from "../build.ts";
import { writeReport } from "../src/report/write-report.ts";
import { type Browser, openBrowser, type Page, watch } from "./support/browser.ts";
import { makeFolder, store, writeManifest } from "./support/run-folder.ts";
import { file, manifest } from "./support/runs.ts";

let browser: Browser;
beforeAll(async () => {
  await ensureBuilt();
  browser = await openBrowser();
});
afterAll(() => browser.close());

const attacks = [
  "<img src=x onerror=document.title='owned'>",
  "</script><script>document.title='owned'</script>",
  '"><svg onload=document.title="owned">',
  "<!--<script>",
  "]]><b>bold</b>",
  "javascript:document.title='owned'",
  "$" + "{document.title='owned'}",
  "{{constructor.constructor('document.title=1')()}}",
  "' style='position:fixed;inset:0",
  "__proto__",
  "constructor",
  "\u202Etxt.exe\u0000\uFFFF",
  "<style>*{display:none}</style>",
  "<iframe srcdoc='<script>parent.document.title=1</script>'>",
];
const hostile = fc.oneof(
  fc.constantFrom(...attacks),
  fc.tuple(fc.constantFrom(...attacks), fc.string()).map((parts) => parts.join("")),
);

/** Everything that a run takes from outside: each is a text of its own. */
const places = fc.record({
  path: hostile,
  unit: hostile,
  warning: hostile,
  title: hostile,
  detail: hostile,
  code: hostile,
  tool: hostile,
  jobId: hostile,
  table: hostile,
  header: hostile,
  group: hostile,
  cell: hostile,
  other: hostile,
  structKey: hostile,
  format: hostile,
  nullFormat: hostile,
  metaName: hostile,
  metaValue: hostile,
  name: hostile,
  ref: hostile,
  actor: hostile,
  workflow: hostile,
});

type Places = typeof places extends fc.Arbitrary<infer Value> ? Value : never;

function resultOf(texts: Places): unknown {
  const columns = [
    { id: "a", name: texts.header, type: "string", isDimension: true },
    { id: "d", name: "Date", type: "string", isDimension: true },
    {
      id: "b",
      name: texts.group,
      description: `${texts.group} | Port. Weight`,
      type: "real",
      format: { format: texts.format, nullFormat: texts.nullFormat },
    },
    { id: "c", name: "Struct", type: "object" },
    { id: "e", name: texts.other, description: `${texts.other} | Port. Weight`, type: "real" },
  ];
  const rows = [
    { values: { a: texts.cell, d: "20240131", b: 1.5, c: { [texts.structKey]: texts.cell }, e: 3 } },
    { values: { a: texts.other, d: "20240131", b: null, c: texts.cell, e: -1 } },
    { values: { a: texts.cell, d: "20240229", b: 2, c: [texts.other], e: 0 } },
  ];
  const tableMetadata = {
    [texts.metaName]: { value: [texts.metaValue] },
    "Currency ISO Code": { value: [texts.metaValue] },
  };
  return { data: { tables: { [texts.table]: { definition: { columns }, data: { rows, tableMetadata } } } } };
}

/** Names of all elements in the page and in its components, beyond those that the viewer makes. */
function foreignElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = new Set(
      "html head meta title body noscript script header h1 h2 h3 dl dt dd aside main nav section ul li div span button input label select option p pre strong table tr tbody td wbr dialog svg text line path rect circle g defs clipPath".split(
        " ",
      ),
    );
    const found: string[] = [];
    const visit = (root: ParentNode) => {
      for (const element of root.querySelectorAll("*")) {
        const name = element.localName;
        if (!own.has(name) && !name.startsWith("ae-")) found.push(name);
        for (const { name: attribute } of element.attributes) {
          if (attribute.startsWith("on") || attribute === "href" || attribute === "src")
            found.push(`${name}@${attribute}`);
        }
        if (element.shadowRoot) visit(element.shadowRoot);
      }
    };
    visit(document);
    return found;
  });
}

it("spells out hidden characters of names and messages, and isolates letters from right to left", async () => {
  const folder = makeFolder();
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    const table = {
      definition: {
        columns: [
          { id: "a", name: "Security", type: "string", isDimension: true },
          { id: "b", name: "Port. Weight", type: "real" },
        ],
      },
      data: { rows: [{ values: { a: "Alder\u202eclp", b: 60 } }, { values: { a: "Birken", b: 40 } }] },
    };
    const unitNames = ["weights\u202egnp", "שלום 1", "hidden\u200b\u0007"];
    const units = unitNames.map((name) =>
      store(folder, name, { data: { tables: { [name]: table } } }, { warnings: [`warned of ${name}`] }),
    );
    const run = manifest([file("book/a\u202eb.pa.json", units), file("book/other.pa.json", [])]);
    writeManifest(folder, run);
    const { file: report } = await writeReport({ folder });
    const page = await context.newPage();
    await page.goto(pathToFileURL(report).href);
    await page.locator("ae-overview h2").first().waitFor();
    const overview = await shownTexts(page, ["ae-overview", "ae-run-list"]);
    expect(overview).toContain("weights\\u{202e}gnp");
    expect(overview).toContain("\u2068שלום 1\u2069");
    await page.goto(`${pathToFileURL(report).href}#${encodeURIComponent(`book/a\u202eb.pa.json#${unitNames[0]}`)}`);
    await page.locator("ae-unit h2").waitFor();
    await page.locator("ae-chart svg text").first().waitFor();
    const unit = await shownTexts(page, ["ae-run-list", "ae-compare", "ae-chart", "ae-unit"]);
    expect(unit).toContain("Alder\\u{202e}clp");
    expect(await page.title()).not.toContain("\u202e");
    for (const text of [overview, await shownTexts(page, ["ae-run-list", "ae-compare", "ae-chart"])])
      expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e]/u);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The texts and the shown attributes of components, a line each. */
function shownTexts(page: Page, names: readonly string[]): Promise<string> {
  return page.evaluate((wanted) => {
    const texts: string[] = [];
    const visit = (root: ParentNode, isWanted: boolean) => {
      for (const element of root.querySelectorAll("*")) {
        const isInside = isWanted || wanted.includes(element.localName);
        if (isInside)
          for (const node of [...element.childNodes, ...(element.shadowRoot?.childNodes ?? [])])
            if (node instanceof Text) texts.push(node.data);
        if (isInside) texts.push(element.getAttribute("title") ?? "", element.getAttribute("aria-label") ?? "");
        if (element.shadowRoot) visit(element.shadowRoot, isInside);
      }
    };
    visit(document, false);
    return texts.join("\n");
  }, names);
}

it("never shows data as markup, in any place and with any content", async () => {
  await fc.assert(
    fc.asyncProperty(places, async (texts) => {
      const folder = makeFolder();
      // Wide enough for all columns: a narrow grid shows numbers before labels, and only whole columns.
      const context = await browser.newContext({ viewport: { width: 2600, height: 900 } });
      try {
        const errors = [{ code: texts.code, title: texts.title, detail: texts.detail }];
        const units = [
          store(folder, texts.unit, resultOf(texts), { warnings: [texts.warning], errors }),
          store(folder, `${texts.unit} 2`, resultOf({ ...texts, cell: `${texts.cell} 2` })),
        ];
        const run = manifest([
          file(texts.path, units, { jobId: texts.jobId, problem: { code: texts.code, message: texts.detail } }),
        ]);
        const { name, ref, actor } = texts;
        const provenance = { ref, actor, workflow: { name: texts.workflow, runId: 1 } };
        writeManifest(folder, { ...run, tool: texts.tool, name, provenance });
        const { file: report } = await writeReport({ folder });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        const problems = watch(page);
        page.on("dialog", () => problems.push("a dialog opened"));
        await page.goto(pathToFileURL(report).href);
        await page.locator("ae-overview h2").first().waitFor();
        expect(await page.locator("ae-run header h1").textContent()).toBe(visible(name));
        expect(await page.locator("ae-run header dd").nth(2).textContent()).toBe(visible(actor));
        expect(await page.locator("ae-run header :is(a, b, img, svg, style, script, iframe)").count()).toBe(0);
        await page.goto(`${pathToFileURL(report).href}#${encodeURIComponent(`${texts.path}#${texts.unit}`)}`);
        await page.locator("ae-unit h2").waitFor();
        expect(await page.getByRole("list", { name: "Errors" }).textContent()).toContain(visible(texts.title));
        await page.locator(".row").first().waitFor();
        expect(await page.locator('.row[data-row="0"] .cell[data-place="0"]').textContent()).toBe(texts.cell);
        await page.locator('.row[data-row="0"] .cell[data-place="3"]').dblclick();
        expect(JSON.parse((await page.locator("ae-full-value pre").textContent()) ?? "")).toEqual(
          JSON.parse(JSON.stringify({ [texts.structKey]: texts.cell })),
        );
        expect(await foreignElements(page)).toEqual([]);
        await page.keyboard.press("Escape");
        for (const view of ["Chart", "Compare", "About"]) {
          await page.getByRole("group", { name: "View" }).getByRole("button", { name: view }).click();
          if (view === "Chart") {
            const kinds = page.locator("ae-chart-menu select").first();
            for (const kind of await kinds.locator("option").allTextContents()) {
              await kinds.selectOption({ label: kind.trim() });
              await page.locator("ae-chart svg").waitFor();
              expect(await foreignElements(page)).toEqual([]);
            }
            await page.locator("ae-chart svg").hover();
          }
          if (view === "Compare") {
            await page.getByRole("combobox", { name: /^Earlier/ }).selectOption({ index: 1 });
            await page.locator("ae-compare p").waitFor();
          }
          expect(await foreignElements(page)).toEqual([]);
        }
        expect(await page.title()).toMatch(/ · 2026-11-20 09:00$/);
        expect(problems).toEqual([]);
      } finally {
        await context.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    // Each run takes seconds, so a smaller example is not worth the wait.
    { numRuns: isFull ? 12 : 2, endOnFailure: true },
  );
});
