import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../steps.ts";
import { codeBlocks, readDocuments } from "./documents.ts";
import { pageBlocks, pageScript } from "./page-script.ts";
import { createReader, normalizeOutput, type Reader } from "./reader.ts";

// The test does what a reader does with a page of docs/: it starts in an empty folder, saves the files and runs the commands from top to
// bottom in one shell, and replaces only the address and the credentials of the service. Nothing is installed that the page does not install.
// What the commands print is in outputs/, and what a page shows of it (`text`) is among that.
let reader: Reader;

/** The pages without parts for the reader to copy as they are: the reference, and a guide that has a test of its own. */
const OTHER_DOCUMENTS = /^docs\/(?:reference\/|adding-a-family\.md)/;
const pages = readDocuments()
  .filter(({ file }) => file.startsWith("docs/") && !OTHER_DOCUMENTS.test(file))
  .map((document) => ({ file: document.file, document }));
const played = pages.filter(({ document }) => codeBlocks(document, "sh").length > 0);

beforeAll(async () => {
  reader = await createReader();
  // The artifact of a run that `gh run download` downloads.
  mkdirSync(path.join(reader.world, "parameters"));
  cpSync(path.join(root, "docs/examples/weights.pa.json"), path.join(reader.world, "parameters/weights.pa.json"));
  const run = `analytics-engines run "parameters/*.json" --base-url https://api.vendor.example --output analytics-run`;
  expect(await reader.run(await reader.replace(run), reader.world, ["cli"])).toMatchObject({ code: 0 });
});
afterAll(() => reader.close());
beforeEach(() => reader.renewService());

describe("the pages of docs/", () => {
  it.each(pages)("$file says of each block what a reader does with it", ({ document }) => {
    expect(() => pageBlocks(document)).not.toThrow();
  });

  it("that have commands are played, the first steps among them", () => {
    const files = played.map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(["docs/start/action.md", "docs/start/client.md"]));
  });

  it.each(played)("$file works from top to bottom in one shell", async ({ document }) => {
    const folder = mkdtempSync(path.join(reader.world, "page-"));
    const { code, output } = await reader.run(await reader.replace(pageScript(document)), folder);
    expect(code, output).toBe(0);
    const outputs = path.join(import.meta.dirname, "outputs", `${document.file.replaceAll("/", "-")}.txt`);
    await expect(normalizeOutput(output, folder)).toMatchFileSnapshot(outputs);
    const printed = normalizeOutput(output, folder, Infinity).split(/^== .*\n/m);
    for (const { kind, line, content } of pageBlocks(document)) {
      if (kind !== "output") printed.shift();
      else {
        const shownLines = normalizeOutput(content, folder).split("\n");
        expect(printed[0]?.split("\n"), `${document.file}:${line}`).toEqual(expect.arrayContaining(shownLines));
      }
    }
  });
});
