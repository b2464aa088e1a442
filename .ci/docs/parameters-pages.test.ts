import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { pages, placeOf } from "./reference/index.ts";
import { parameterPages } from "./reference/parameters.ts";

const folder = placeOf("docs/reference");

it("docs/reference has a page for each schema, and no other page than the build writes", () => {
  const found = readdirSync(folder).filter((name) => name.endsWith(".md"));
  expect(found.map((name) => `docs/reference/${name}`).sort()).toEqual(Object.keys(pages).sort());
});

it.each(Object.keys(parameterPages))("%s explains every property, and its links lead to what there is", (file) => {
  const page = readFileSync(placeOf(file), "utf8");
  const rows = page.match(/^\| `.*$/gm) ?? [];
  expect(rows.length).toBeGreaterThan(2);
  expect(page).not.toContain(" or  |");
  for (const row of rows) expect(row).toMatch(/^\| `[$\w]+` \| .+ \| (yes)? \| .{10,} \|$/);
  const headings = new Set(Array.from(page.matchAll(/^## (.+)$/gm), ([, title = ""]) => title.toLowerCase()));
  for (const [, anchor = ""] of page.matchAll(/\]\(#([^)]*)\)/g)) expect(headings).toContain(anchor);
  for (const [, link = ""] of page.matchAll(/\]\((\.[^)]*)\)/g)) expect(existsSync(path.join(folder, link))).toBe(true);
});
