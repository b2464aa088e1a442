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

/** The build writes most of these pages. */
const generated = ["docs/reliability.md"];

/** The words that a page prints in bold outside of its tables: in lower case, those are terms. */
function boldWords({ tree }: Document): readonly string[] {
  const words: string[] = [];
  visit(tree, (node) => {
    if (node.type === "table") return "skip";
    const isTerm = node.type === "strong" && node.children.every(({ type }) => type === "text");
    if (isTerm && /^[a-z][a-z ]*$/.test(textOf(node))) words.push(textOf(node));
    return true;
  });
  return words;
}

/** A word is frequent if the names of this many exported types have it. */
const FREQUENT = 4;
/** Frequent words with their usual meaning in English or in programming: a newcomer knows them. */
const plain = new Set(
  (
    "action arrow auth body byte call cell change chart check checked choice command compare compared comparison context count csv data detail " +
    "end entry event fact field filter format found grid header id index input inside item json kind level line list log model name node number open option " +
    "page pair part place placed position problem query range reader ref report resolved row rule schema setting shown single span state step store stored target text " +
    "time tree user value view watch written"
  ).split(" "),
);

/** The models of the service, whose names its documents explain. */
const MODELS = /core\/src\/(?:families|service\/models)\//;
const EXPORTED_TYPE = /^export (?:declare )?(?:abstract )?(?:class|interface|type|enum) (\w+)/gm;

/** The words of a name, each once: `ArrowFields` has `arrow` and `field`. */
function wordsOf(name: string): ReadonlySet<string> {
  const parts = name.split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return new Set(parts.map((part) => singular(part.toLowerCase())));
}

function singular(word: string): string {
  return word.replace(/ies$/, "y").replace(/(?<=[^us])s$/, "");
}

/** The words of the names of exported types, each with some of these names. */
function wordsOfTypes(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync("packages/*/src/**/*.ts", { cwd: root })) {
    if (/\.test\.ts$|packages\/bench\//.test(file) || MODELS.test(file)) continue;
    const text = readFileSync(path.join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(EXPORTED_TYPE))
      for (const word of wordsOf(name)) found.set(word, [...(found.get(word) ?? []), name]);
  }
  return found;
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

  it("has each frequent word of the names of exported types that a newcomer may not know", () => {
    const terms = [...service, ...jobs].flatMap((term) => term.split(" ").map((word) => singular(word.toLowerCase())));
    const known = new Set([...terms, ...code.flatMap((name) => [...wordsOf(name)].slice(-1))]);
    const words = wordsOfTypes();
    const frequent = [...words].filter(([word, names]) => word.length > 1 && names.length >= FREQUENT);
    expect(frequent.length).toBeGreaterThan(100);
    const missing = frequent.filter(([word]) => !known.has(word) && !plain.has(word));
    expect(missing.map(([word, names]) => `${word}: ${names.slice(0, 5).join(", ")}`)).toEqual([]);
    expect([...plain].filter((word) => !words.has(word))).toEqual([]);
  });

  it("has each word that a page of docs/ prints in bold", () => {
    const known = new Set([...service, ...jobs].flatMap((term) => [term, `${term}s`, term.replace(/y$/, "ies")]));
    const pages = documents.filter(
      (page) => /^docs\/[^/]+\.md$|^docs\/recipes\//.test(page.file) && !generated.includes(page.file),
    );
    const missing = pages.flatMap((page) => boldWords(page).map((word) => `${page.file}: ${word}`));
    expect(missing.filter((line) => !known.has(line.replace(/^.*: /, "")))).toEqual([]);
  });
});
