import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { describe, expect, it } from "vitest";
import { root } from "../steps.ts";
import { type Document, readDocuments } from "./documents.ts";

const documents = readDocuments();

/** The terms of each table of the glossary: the first cell of its rows. */
function termsOf({ tree }: Document): readonly (readonly string[])[] {
  const tables: string[][] = [];
  visit(tree, "table", ({ children: [, ...rows] }) => {
    tables.push(rows.map(({ children: [term] }) => (term === undefined ? "" : textOf(term))));
  });
  return tables;
}

describe("the glossary", () => {
  const glossary = documents.find(({ file }) => file === "docs/glossary.md");
  const tables = glossary === undefined ? [] : termsOf(glossary);
  const [service = [], jobs = [], code = []] = tables;

  it.each([
    ["of the service", service],
    ["of jobs and runs", jobs],
    ["of the code", code],
  ])("has the words %s in alphabetical order, each once", (_, terms) => {
    expect(terms.length).toBeGreaterThan(20);
    expect(terms).toEqual([...new Set(terms)].sort((a, b) => a.localeCompare(b, "en", { sensitivity: "base" })));
  });

  it("names only code that exists", () => {
    const sources = globSync("packages/*/src/**/*.ts", { cwd: root })
      .map((file) => readFileSync(path.join(root, file), "utf8"))
      .join("\n");
    expect(code.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  });
});
