// npm run build: the packages as they are published, each in its own dist/.
import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { publicEntries } from "../build/entries.ts";
import { generators } from "../build/generated.ts";
import { forgetBuild, recordBuild } from "../build/last-build.ts";
import { packages, root, script, tool } from "../steps.ts";

forgetBuild(root);

// The files that are generated from the families' schemas and from the code, and committed. The shapes come first, because the scripts of
// the pages import them.
const [shapes, ...pages] = generators;
await generate(shapes.script);
if (!(await tool("biome", ["check", "--write", shapes.writes]))) process.exit(1);
await Promise.all(pages.map(({ script: file }) => generate(file)));

await library("core", sourcesOf("core"));
// The other packages compile against the declarations of core.
await library("runs", sourcesOf("runs"));
await Promise.all([library("simulator", ["index", "command"]), library("viewer", ["index", "report/write-report"])]);
// The bundles of the other packages contain the pages of the viewer.
await generate("packages/viewer/build.ts");
const others = packages.filter((name) => name !== "viewer").map((name) => `packages/${name}/build.ts`);
await Promise.all(others.filter((file) => existsSync(path.join(root, file))).map(generate));
recordBuild(root);

/** The sources of the entries that a package exports, as paths below its `src` without their ending. */
function sourcesOf(name: string): readonly string[] {
  return publicEntries(name).flatMap(({ file }) => /\/src\/(.+)\.ts$/.exec(file)?.[1] ?? []);
}

/** Runs a script that writes files. Ends the build if it fails. */
async function generate(file: string): Promise<void> {
  if (!(await script(file))) process.exit(1);
}

/** Bundles the entries of a package with shared chunks, because few files start fast, and writes its declarations. */
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
