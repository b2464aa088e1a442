import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What the entry needs at run time, followed through the files it imports. */
function externals(file: URL, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return found;
  seen.add(file.href);
  const source = readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^(?:import|export) type [^;]*;/gm, "");
  for (const [, specifier = ""] of source.matchAll(/(?:from|import) ?\(?"([^"]+)"/g)) {
    if (specifier.startsWith(".")) externals(new URL(specifier, file), seen, found);
    else found.add(specifier);
  }
  return found;
}

test("reading parameter files needs no Node, no schema library, and little else", () => {
  const found = externals(new URL("index.ts", import.meta.url));
  expect([...found].sort()).toEqual(["canonicalize", "fastest-levenshtein", "jsonc-parser"]);
});
