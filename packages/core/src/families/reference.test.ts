import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { referencePages } from "./reference.ts";

const folder = new URL("../../../../docs/reference/", import.meta.url);

/** The pages of the folder that are about no request. */
const others = ["endpoints.md", "errors.md", "extension.md", "manifest.md"];

it("there is a page for each schema, and no page of what is gone", () => {
  const pages = readdirSync(folder).filter((name) => name.endsWith(".md") && !others.includes(name));
  expect(pages.sort()).toEqual(referencePages.map(({ file }) => file).sort());
});

describe.each(referencePages)("$file", ({ file, text }) => {
  const page = readFileSync(new URL(file, folder), "utf8");

  it("is what the schema says (written by `npm run build`)", () => {
    expect(page).toBe(text());
  });

  it("explains every property, and its links lead to what there is", () => {
    const rows = page.match(/^\| `.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(2);
    expect(page).not.toContain(" or  |");
    for (const row of rows) expect(row).toMatch(/^\| `[$\w]+` \| .+ \| (yes)? \| .{10,} \|$/);
    const headings = new Set(Array.from(page.matchAll(/^## (.+)$/gm), ([, title = ""]) => title.toLowerCase()));
    for (const [, anchor = ""] of page.matchAll(/\]\(#([^)]*)\)/g)) expect(headings).toContain(anchor);
    for (const [, link = ""] of page.matchAll(/\]\((\.[^)]*)\)/g)) expect(existsSync(new URL(link, folder))).toBe(true);
  });
});
