import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../steps.ts";
import { published, readManifest } from "./npm-packages.ts";

/** What TypeScript reads for a declaration: the modules that it imports, and the packages of types that it names. */
const IMPORTED = /(?:\bfrom |\bimport(?: |\())"([^"]+)"|<reference types="([^"]+)"/g;

/** The name of the package that an import comes from; `undefined` for a file of the same package and for a module of Node. */
function packageOf(specifier: string): string | undefined {
  if (specifier.startsWith(".") || isBuiltin(specifier) || specifier === "node") return undefined;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

it.each(published)("the declarations of %s name only packages that npm installs with it", (name) => {
  const folder = path.join(root, "packages", name);
  const files = globSync("dist/**/*.d.ts", { cwd: folder });
  // The command exports nothing, so it has no declarations.
  if (readManifest(name).exports !== undefined) expect(files.length, "run `npm run build` first").toBeGreaterThan(0);
  const installed = Object.keys(readManifest(name).dependencies ?? {});
  const strangers = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(IMPORTED)]
      .flatMap(([, imported, types]) => packageOf(imported ?? types ?? "") ?? [])
      .filter((imported) => !installed.includes(imported) && imported !== readManifest(name).name)
      .map((imported) => `${file}: ${imported}`),
  );
  expect(strangers).toEqual([]);
});
