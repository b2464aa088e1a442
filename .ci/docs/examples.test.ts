import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../steps.ts";
import { api } from "./documents.ts";

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
  const functions = globSync(`${api}/{core.md,core/**/*.md}`, { cwd: root }).flatMap((page) =>
    functionsOf(readFileSync(path.join(root, page), "utf8")),
  );

  it("has the functions that core exports", () => {
    const names = functions.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["createClient", "runJobs", "readParameterFile", "decodeResult"]));
  });

  // code-blocks.test.ts compiles the examples.
  it("has an example for each function", () => {
    const missing = functions.filter(({ hasExample }) => !hasExample).map(({ name }) => name);
    expect(missing).toEqual([]);
  });
});
