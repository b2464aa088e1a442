import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pages, placeOf } from "./reference/index.ts";

it.each(Object.entries(pages))("%s is up to date (`npm run build` writes it)", (page, text) => {
  expect(readFileSync(placeOf(page), "utf8")).toBe(text());
});

it("the page of errors has the classes that core exports, each with its code", () => {
  const page = readFileSync(placeOf("docs/reference/errors.md"), "utf8");
  for (const name of ["AmbiguousCreateError", "RateLimitError", "StorageError", "UserError", "ResultDecodeError"]) {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \`[a-z-]+\` \\| \\S`, "m"));
  }
});
