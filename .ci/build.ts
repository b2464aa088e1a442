// npm run build: the packages as they are published, each in its own dist/.
import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root, script, tool } from "./steps.ts";

await library("core", ["index", "families/index", "parameters/index", "results/index", "node/index", "testing/index"]);
await library("simulator", ["index", "command"]);
if (!(await script("packages/action/build.ts"))) process.exit(1);

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
