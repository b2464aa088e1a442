import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../steps.ts";

const page = readFileSync(path.join(root, "docs/security.md"), "utf8");
const rows = page
  .slice(page.indexOf("## What can be tried"), page.indexOf("## How the project is built"))
  .split("\n")
  .filter((line) => (line.startsWith("| ") && !/^\| (what |---)/.test(line)) || /^\| what (?!it|they)/.test(line));

it("the page names an existing test for each attack", () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const tests = [...row.matchAll(/\[[\w.-]+\]\(\.\.\/([^)]+)\): "(.+?)"(?:; | \|$)/g)];
    expect(tests.length, row).toBeGreaterThan(0);
    for (const [, file = "", title = ""] of tests) {
      expect(existsSync(path.join(root, file)), row).toBe(true);
      expect(readFileSync(path.join(root, file), "utf8"), row).toContain(title);
    }
  }
});
