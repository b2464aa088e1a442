import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");
const metafile = path.join(dist, "meta.json");

/**
 * Bundles the action into `dist/`, for Node 24. Code that is imported when it is used becomes a chunk of its own, so that
 * a run that refuses its inputs loads neither the HTTP client nor the artifact client.
 */
export async function buildAction(): Promise<void> {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: { run: "src/run/run.ts" },
    outdir: dist,
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    // Loaded for a stack alone, where debug logging is on.
    sourcemap: "linked",
    platform: "node",
    target: "node24",
    format: "esm",
    conditions: ["source"],
    // The ES modules of packages that have both: what is not used of them is left out.
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
  });
  mkdirSync(dist, { recursive: true });
  for (const { path: file, contents } of result.outputFiles) replace(file, contents);
  replace(metafile, JSON.stringify(result.metafile));
  const current = new Set([metafile, ...result.outputFiles.map(({ path: file }) => file)]);
  for (const name of readdirSync(dist))
    if (!current.has(path.join(dist, name))) rmSync(path.join(dist, name), { force: true });
}

/** Builds unless `dist/` is newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt()) await buildAction();
}

/** What the bundle consists of: esbuild's metafile of the last build. */
export function readMetafile(): Metafile {
  return JSON.parse(readFileSync(metafile, "utf8"));
}

function isBuilt(): boolean {
  if (!existsSync(metafile)) return false;
  const builtAt = statSync(metafile).mtimeMs;
  const sources = [import.meta.filename, ...Object.keys(readMetafile().inputs).map((file) => path.join(folder, file))];
  return sources.every(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < builtAt,
  );
}

/** Tests in other processes may run the bundle meanwhile: they find the old file or the new one, never a part. */
function replace(file: string, contents: string | Uint8Array): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, file);
}

if (import.meta.main) await buildAction();
