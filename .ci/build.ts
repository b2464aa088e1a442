// npm run build: the packages as they are published, each in its own dist/.
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { packages, root, script, tool } from "./steps.ts";

// What is derived from the families' schemas, and checked in: tests hold both to the same text.
await generate("packages/core/src/families/write-schemas.ts");
await generate("packages/core/src/families/write-reference.ts");
await generate("packages/core/src/service/endpoints/write-reference.ts");
await generate("packages/core/test/faults/write-page.ts");
await generate("packages/core/src/parameters/shapes/write-shapes.ts");
await generate(".ci/docs/reference/write.ts");
if (!(await tool("biome", ["check", "--write", "packages/core/src/parameters/shapes"]))) process.exit(1);

await library("core", [
  "index",
  "families/index",
  "families/families",
  "node/system-reason",
  "parameters/index",
  "results/index",
  "node/index",
  "testing/index",
]);
await library("simulator", ["index", "command"]);
await library("viewer", ["index", "report/index"]);
for (const name of packages) {
  const own = `packages/${name}/build.ts`;
  if (existsSync(path.join(root, own))) await generate(own);
}

/** Runs a script that writes files, and ends the build if it fails. */
async function generate(file: string): Promise<void> {
  if (!(await script(file))) process.exit(1);
}

/** Bundles a package's entries with shared chunks (few files start fast), and writes its declarations. */
async function library(name: string, entries: readonly string[]): Promise<void> {
  const folder = path.join(root, "packages", name);
  const outdir = path.join(folder, "dist");
  rmSync(outdir, { recursive: true, force: true });
  await build({
    entryPoints: entries.map((entry) => ({ in: path.join(folder, "src", `${entry}.ts`), out: entry })),
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
  if (!(await tool("tsc", ["-p", path.join(folder, "tsconfig.build.json")]))) process.exit(1);
}
