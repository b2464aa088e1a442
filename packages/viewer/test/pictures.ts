// `npm run pictures` writes the pictures of the README and of docs/, and what they show, which a test compares. With `--states` this writes the pages in
// all their states to test/screenshots/states instead, to look at: themes, high contrast, widths, zoom, and paper. With `--language de` too, the
// labels are German.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, openBrowser, openPage, type PageOptions, screenshots } from "./support/browser.ts";
import { images, pages, pictureRuns, takePictures } from "./support/picture-list.ts";

const states: Readonly<Record<string, PageOptions>> = {
  light: { width: 1280, height: 860 },
  dark: { width: 1280, height: 860, theme: "dark" },
  "contrast-light": { width: 1280, height: 860, forcedColors: true },
  "contrast-dark": { width: 1280, height: 860, theme: "dark", forcedColors: true },
  narrow: { width: 400, height: 860 },
  // As a browser of 1280 × 860 pixels shows them at 200 %.
  zoomed: { width: 640, height: 430 },
};

async function writePictures(browser: Browser): Promise<void> {
  const contents: Record<string, unknown> = {};
  for await (const { file, content, png } of takePictures(browser)) {
    const target = path.join(images, file);
    mkdirSync(path.dirname(target), { recursive: true });
    const bytes = await png();
    writeFileSync(target, bytes);
    contents[file] = { ...content, sha256: createHash("sha256").update(bytes).digest("hex") };
  }
  writeFileSync(path.join(images, "contents.json"), `${JSON.stringify(contents, undefined, 2)}\n`);
}

async function writeStates(browser: Browser, language: string | undefined): Promise<void> {
  const folder = path.join(screenshots, "states", language ?? "");
  mkdirSync(folder, { recursive: true });
  const bundle = path.join(import.meta.dirname, `../../vscode/l10n/bundle.l10n.${language}.json`);
  const labels: PageOptions =
    language === undefined ? {} : { locale: language, texts: JSON.parse(readFileSync(bundle, "utf8")) };
  const { now, book, before } = await pictureRuns();
  for (const [state, options] of Object.entries(states)) {
    const { page } = await openPage(browser, { ...options, ...labels });
    for (const [name, unit, isCompared] of pages) {
      const [run, earlier] = isCompared ? [book, before] : [now, undefined];
      await page.evaluate((args) => harness.showRun(...args), [run, unit, earlier] as const);
      await page.evaluate(() => harness.settled());
      await page.screenshot({ path: path.join(folder, `${name}-${state}.png`) });
    }
    await page.close();
  }
  const { page } = await openPage(browser, labels);
  await page.evaluate((run) => harness.showPaper(run), book);
  await page.pdf({ preferCSSPageSize: true, path: path.join(folder, "paper.pdf") });
}

const { values } = parseArgs({ options: { states: { type: "boolean" }, language: { type: "string" } } });
const browser = await openBrowser();
if (values.states) await writeStates(browser, values.language);
else await writePictures(browser);
await browser.close();
