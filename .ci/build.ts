// npm run build: the packages as they are published, each in its own dist/.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { generators } from "./generated.ts";
import { packages, root, script, tool } from "./steps.ts";

// What is derived from the families' schemas and from the code, and checked in: tests hold all of it to the same text. The pages are made with
// the shapes, which come first.
const [shapes, ...pages] = generators;
await generate(shapes.script);
if (!(await tool("biome", ["check", "--write", shapes.writes]))) process.exit(1);
await Promise.all(pages.map(({ script: file }) => generate(file)));

await library("core", entriesOf("core"));
// The rest is made with the declarations of core.
await library("runs", entriesOf("runs"));
await Promise.all([library("simulator", ["index", "command"]), library("viewer", ["index", "report/index"])]);
// The pages of the viewer are in the bundles of the others: made again after those, they would leave them out of date.
await generate("packages/viewer/build.ts");
const others = packages.filter((name) => name !== "viewer").map((name) => `packages/${name}/build.ts`);
await Promise.all(others.filter((file) => existsSync(path.join(root, file))).map(generate));

/** The sources of all entries that a package's manifest names. */
function entriesOf(name: string): readonly string[] {
  const { exports }: { exports: Readonly<Record<string, string | { readonly source?: string }>> } = JSON.parse(
    readFileSync(path.join(root, "packages", name, "package.json"), "utf8"),
  );
  return Object.values(exports).flatMap((entry) => {
    const [, source] = /^\.\/src\/(.+)\.ts$/.exec(typeof entry === "string" ? "" : (entry.source ?? "")) ?? [];
    return source === undefined ? [] : [source];
  });
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
