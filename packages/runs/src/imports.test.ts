import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What a file needs from other packages before anything of it is called, followed through the files it imports. */
function externals(file: URL, seenFiles = new Set<string>(), packages = new Set<string>()): ReadonlySet<string> {
  if (seenFiles.has(file.href)) return packages;
  seenFiles.add(file.href);
  const source = readFileSync(file, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^(?:import|export) type [^;]*;/gm, "");
  for (const [, specifier = ""] of source.matchAll(/(?:from|^import) "([^"]+)"/gm)) {
    if (specifier.startsWith(".")) externals(new URL(specifier, file), seenFiles, packages);
    else packages.add(specifier);
  }
  return packages;
}

// With these, a program that stores one result takes 12 MB more memory.
test("the package loads no schema library, no checks of parameter files and no formats of results", () => {
  const loaded = [...externals(new URL("index.ts", import.meta.url))].filter((name) => !name.startsWith("node:"));
  expect(loaded).toEqual(expect.arrayContaining(["@analytics-engines/core"]));
  expect(loaded.filter((name) => /^zod|core\/(?:parameters|results)$/.test(name))).toEqual([]);
});
