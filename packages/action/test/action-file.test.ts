import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDocumentation, renderDocumentation, withoutPadding } from "./support/documentation.ts";
import { readActionFile } from "./support/runner.ts";

const folder = path.resolve(import.meta.dirname, "..");

describe("README.md", () => {
  it("has the inputs and outputs of action.yml (written by `node test/support/documentation.ts`)", () => {
    const readme = readFileSync(path.join(folder, "README.md"), "utf8");
    expect(withoutPadding(readDocumentation(readme))).toBe(withoutPadding(renderDocumentation()));
  });

  it("names no input in its recipes that does not exist", () => {
    const readme = readFileSync(path.join(folder, "README.md"), "utf8");
    const { inputs } = readActionFile();
    const steps = readme.matchAll(
      /uses: [^\n]*analytics-engines[^\n]*\n((?:\s+#[^\n]*\n)*)\s+with:\n((?:\s{10,}[^\n]*\n)+)/g,
    );
    const names = Array.from(steps, (step) =>
      Array.from((step[2] ?? "").matchAll(/^ {10}([a-z-]+):/gm), ([, name]) => name ?? ""),
    ).flat();
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !Object.hasOwn(inputs, name))).toEqual([]);
  });
});

describe("action.yml", () => {
  let validate: (name: string, text: string) => Promise<string[]>;
  const bundle = mkdtempSync(path.join(folder, "node_modules/.language-service-"));
  beforeAll(async () => {
    // The package imports JSON as no version of Node takes it: bundled, it runs.
    const outfile = path.join(bundle, "service.mjs");
    const entry = path.join(import.meta.dirname, "support/language-service.ts");
    const banner = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: "node",
      target: "node24",
      format: "esm",
      banner: { js: banner },
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    ({ validate } = await import(pathToFileURL(outfile).href));
  }, 60_000);
  afterAll(() => rmSync(bundle, { recursive: true, force: true }));

  it("is what GitHub takes", async () => {
    expect(await validate("action.yml", readFileSync(path.join(folder, "action.yml"), "utf8"))).toEqual([]);
  });

  it("would be refused with a mistake in it", async () => {
    const text = readFileSync(path.join(folder, "action.yml"), "utf8").replace(
      "using: node24",
      "using: node24\n  mian: x",
    );
    expect(await validate("mistaken/action.yml", text)).not.toEqual([]);
  });
});
