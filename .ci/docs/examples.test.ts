import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicEntries } from "../build/entries.ts";
import { script } from "../steps.ts";

// Writes the pages of the API as a release does, which takes 30 s. release.yml runs this, and the nightly run.
// @module-tag full

interface DocumentedFunction {
  readonly name: string;
  readonly hasExample: boolean;
}

/** The functions on a page of the reference, which TypeDoc writes from the comments in the sources. */
function functionsOf(page: string): readonly DocumentedFunction[] {
  const [, functions = ""] = page.split(/^## Functions$/m);
  const [section = ""] = functions.split(/^## /m);
  return section
    .split(/^### /m)
    .slice(1)
    .map((text) => ({
      name: /^\w+/.exec(text)?.[0] ?? "",
      hasExample: /^#{4,6} Examples?$/m.test(text) && text.includes("```ts"),
    }));
}

describe("the reference of the API", () => {
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "api-"));
    expect(await script(".ci/docs/api/write.mjs", [folder], "at end")).toBe(true);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const read = (page: string) => readFileSync(path.join(folder, page), "utf8");
  const pages = () => globSync("core/{core.md,core/**/*.md}", { cwd: folder });
  const functions = () => pages().flatMap((page) => functionsOf(read(page)));

  it.each(["core", "runs"])("has a page for each entry of %s", (name) => {
    const links = [...read(`${name}/README.md`).matchAll(/^- \[(.+)\]\((.+)\)$/gm)];
    const entries = publicEntries(name).filter(({ file }) => file.endsWith(".ts"));
    expect(links.map(([, title]) => `@analytics-engines/${title}`).sort()).toEqual(
      entries.map((entry) => entry.name).sort(),
    );
    for (const [, title, page] of links) expect(read(`${name}/${page}`)).toContain(`# @analytics-engines/${title}\n`);
  });

  it("has the functions that core exports", () => {
    const names = functions().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["createClient", "runJobs", "readParameterFile", "decodeResult"]));
  });

  // code-blocks.test.ts compiles the examples. An example for a function that its name and type explain would only make its file longer.
  it("shows on each page how its main function is used", () => {
    const missing = pages().filter((page) => {
      const documented = functionsOf(read(page));
      return documented.length > 0 && !documented.some(({ hasExample }) => hasExample);
    });
    expect(missing).toEqual([]);
  });
});
