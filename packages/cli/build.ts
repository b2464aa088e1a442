import path from "node:path";
import { build } from "esbuild";
import { isBundled, writeBundle } from "../../.ci/bundle.ts";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");

/** Bundles the command into `dist/`. What is imported when it is used becomes a chunk of its own: a command loads no other's code. */
export async function buildCommand(): Promise<void> {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: { main: "src/main.ts" },
    outdir: dist,
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    sourcemap: "linked",
    platform: "node",
    target: "node22",
    format: "esm",
    conditions: ["source"],
    // The ES modules of packages that have both: what is not used of them is left out.
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
  });
  writeBundle(result, folder, dist, "main.js", 0o755);
}

/** Builds unless `dist/` is newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  if (!isBundled(folder, dist, import.meta.filename)) await buildCommand();
}

if (import.meta.main) await buildCommand();
