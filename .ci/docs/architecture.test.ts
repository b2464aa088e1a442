import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { toString as textOf } from "mdast-util-to-string";
import { visit } from "unist-util-visit";
import { expect, it } from "vitest";
import { root } from "../steps.ts";
import { readDocuments } from "./documents.ts";

/** The packages whose folders a table of the page lists, by the heading above the table. */
const packagesByHeading: ReadonlyMap<string, string> = new Map([
  ["core, folder by folder", "core"],
  ["runs, folder by folder", "runs"],
  ["The Action", "action"],
  ["The viewer", "viewer"],
  ["The command", "cli"],
  ["The extension", "vscode"],
]);

const architecture = readDocuments().find(({ file }) => file === "docs/architecture.md");
if (architecture === undefined) throw new Error("docs/architecture.md is missing.");
const { tree } = architecture;

/** The paths in the first cells of the tables, each with the package that its heading is about. */
function listedPaths(): readonly [packageName: string, listedPath: string][] {
  const paths: [string, string][] = [];
  let packageName: string | undefined;
  visit(tree, ["heading", "tableRow"], (node) => {
    if (node.type === "heading") packageName = packagesByHeading.get(textOf(node));
    if (node.type !== "tableRow" || packageName === undefined || node.children[0] === undefined) return;
    const rowPackage = packageName;
    visit(node.children[0], "inlineCode", ({ value }) => void paths.push([rowPackage, value]));
  });
  return paths;
}

const listed = listedPaths();

it("has a table for each of these packages", () => {
  expect(new Set(listed.map(([packageName]) => packageName))).toEqual(new Set(packagesByHeading.values()));
});

it.each(listed)("the table of %s lists %s, which exists", (packageName, listedPath) => {
  const folder = path.join(root, "packages", packageName);
  expect([folder, path.join(folder, "src")].some((parent) => existsSync(path.join(parent, listedPath)))).toBe(true);
});

it("names only TypeScript files that exist", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  const missing: string[] = [];
  visit(tree, "inlineCode", ({ value }) => {
    if (/^[\w./-]+\.m?ts$/.test(value) && !files.some((file) => `/${file}`.endsWith(`/${value}`))) missing.push(value);
  });
  expect(missing).toEqual([]);
});
