import { existsSync, statSync } from "node:fs";
import path from "node:path";
import GithubSlugger from "github-slugger";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { expect, it } from "vitest";
import { root } from "../steps.ts";
import { type Document, readDocuments } from "./documents.ts";

const documents = readDocuments();
const byFile = new Map(documents.map((document) => [document.file, document]));

/** The anchors that GitHub gives to the headings of a document. */
function anchorsOf({ tree }: Document): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  visit(tree, "heading", (heading) => void anchors.add(slugger.slug(textOf(heading))));
  visit(tree, "html", ({ value }) => {
    for (const [, id = ""] of value.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  });
  return anchors;
}

function brokenLinks(document: Document): string[] {
  const broken: string[] = [];
  visit(document.tree, ["link", "image", "definition"], (node) => {
    if (!("url" in node) || /^[a-z]+:/i.test(node.url)) return;
    const [target = "", anchor] = decodeURIComponent(node.url).split("#");
    const file = target === "" ? document.file : path.posix.join(path.posix.dirname(document.file), target);
    const found = byFile.get(file);
    const isThere = existsSync(path.join(root, file)) && !file.startsWith("..");
    const hasAnchor = anchor === undefined || (found !== undefined && anchorsOf(found).has(anchor));
    if (!isThere || !hasAnchor) broken.push(`line ${node.position?.start.line}: ${node.url}`);
  });
  return broken;
}

it.each(documents.map((document) => [document.file, document] as const))("%s has no broken link", (_, document) => {
  expect(brokenLinks(document)).toEqual([]);
});

it("links lead from the README to every page of docs/", () => {
  const reached = new Set<string>();
  const reach = (file: string) => {
    const document = byFile.get(file);
    if (document === undefined || reached.has(file)) return;
    reached.add(file);
    visit(document.tree, "link", ({ url }) => {
      if (/^[a-z]+:/i.test(url)) return;
      const target = path.posix.join(path.posix.dirname(file), url.split("#")[0] ?? "");
      const isFolder = existsSync(path.join(root, target)) && statSync(path.join(root, target)).isDirectory();
      reach(isFolder ? path.posix.join(target, "README.md") : target);
    });
  };
  reach("README.md");
  const docs = documents.map(({ file }) => file).filter((file) => file.startsWith("docs/"));
  expect(docs.filter((file) => !reached.has(file))).toEqual([]);
});
