import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");
const metafile = path.join(dist, "meta.json");
const main = path.join(dist, "main.js");

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
  mkdirSync(dist, { recursive: true });
  const used = reachable(result.metafile, "dist/main.js");
  const files = result.outputFiles.filter(({ path: file }) =>
    used.has(path.relative(folder, file).replace(/\.map$/, "")),
  );
  for (const { path: file, contents } of files) replace(file, contents);
  replace(metafile, JSON.stringify(result.metafile));
  const current = new Set([metafile, ...files.map(({ path: file }) => file)]);
  for (const name of readdirSync(dist))
    if (!current.has(path.join(dist, name))) rmSync(path.join(dist, name), { force: true });
}

/** The outputs that an output loads, then or later: esbuild also writes chunks for imports in code that it left out. */
function reachable({ outputs }: Metafile, from: string): ReadonlySet<string> {
  const found = new Set([from]);
  for (const output of found) {
    for (const { path: file, external } of outputs[output]?.imports ?? []) if (!external) found.add(file);
  }
  return found;
}

/** Builds unless `dist/` is newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt()) await buildCommand();
}

function isBuilt(): boolean {
  if (!existsSync(metafile)) return false;
  const builtAt = statSync(metafile).mtimeMs;
  const { inputs }: Metafile = JSON.parse(readFileSync(metafile, "utf8"));
  const sources = [import.meta.filename, ...Object.keys(inputs).map((file) => path.join(folder, file))];
  return sources.every(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < builtAt,
  );
}

/** Tests in other processes may run the bundle meanwhile: they find the old file or the new one, never a part. */
function replace(file: string, contents: string | Uint8Array): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, contents);
  if (file === main) chmodSync(partial, 0o755);
  renameSync(partial, file);
}

if (import.meta.main) await buildCommand();
