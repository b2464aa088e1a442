import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { licensesOf } from "./licenses.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "licenses-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Installs a package with this manifest, and returns a bundle with a file of it. */
function bundleOf(manifest: { readonly name: string; readonly version: string } & Readonly<Record<string, unknown>>) {
  const installed = path.join(folder, "node_modules", manifest.name);
  mkdirSync(installed, { recursive: true });
  writeFileSync(path.join(installed, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(installed, "LICENSE"), "Permission is granted.\n");
  const input = { bytes: 1, imports: [] };
  return [{ folder, inputs: { [`node_modules/${manifest.name}/index.js`]: input, "src/main.ts": input } }];
}

it.each([
  [{ license: "MIT" }, "MIT"],
  [{ license: { type: "ISC" } }, "ISC"],
  [{ licenses: [{ type: "MIT" }, { type: "X11" }] }, "MIT or X11"],
])("names the license of a bundled package: %o", (fields, license) => {
  expect(licensesOf(bundleOf({ name: "@scope/one", version: "1.2.3", ...fields }))).toBe(
    `@scope/one 1.2.3 (${license})\n\nPermission is granted.\n`,
  );
});

it("refuses a bundled package that names no license", () => {
  expect(() => licensesOf(bundleOf({ name: "buffers", version: "0.1.1" }))).toThrow(
    "The package buffers names no license. Leave it out of the bundles.",
  );
});
