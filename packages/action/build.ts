import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { ensureBuilt as ensureViewerBuilt } from "../viewer/build.ts";

const folder = import.meta.dirname;

/** An action: what it starts with, and the folder beside its action.yml that its bundle goes to. */
interface Bundle {
  readonly entry: string;
  readonly dist: string;
}

/** Each is bundled by itself: files that two share would be more files for both to load. */
const bundles: readonly Bundle[] = [
  { entry: "src/run/run.ts", dist: path.join(folder, "dist") },
  { entry: "src/validate/validate.ts", dist: path.join(folder, "validate/dist") },
];

/**
 * Bundles the actions for Node 24. Code that is imported when it is used becomes a chunk of its own, so that
 * a run that refuses its inputs loads neither the HTTP client nor the artifact client.
 */
export async function buildActions(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) await buildBundle(bundle);
}

async function buildBundle({ entry, dist }: Bundle): Promise<void> {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
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
  const entryFile = path.join(dist, `${path.basename(entry, ".ts")}.js`);
  const used = reachable(result.metafile, path.relative(folder, entryFile));
  const files = result.outputFiles.filter(({ path: file }) =>
    used.has(path.relative(folder, file.replace(/\.map$/, ""))),
  );
  for (const { path: file, contents } of files) replace(file, contents);
  const metafile = metafileIn(dist);
  replace(metafile, JSON.stringify(result.metafile));
  const current = new Set([metafile, ...files.map(({ path: file }) => file)]);
  for (const name of readdirSync(dist))
    if (!current.has(path.join(dist, name))) rmSync(path.join(dist, name), { force: true });
}

/** The outputs that an output loads, at once or later: esbuild also writes chunks for imports in code that it left out. */
function reachable({ outputs }: Metafile, from: string): ReadonlySet<string> {
  const found = new Set([from]);
  for (const output of found) {
    for (const { path: file, external } of outputs[output]?.imports ?? []) if (!external) found.add(file);
  }
  return found;
}

/** Builds what is not newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  await ensureViewerBuilt();
  for (const bundle of bundles) if (!isBuilt(bundle)) await buildBundle(bundle);
}

/** Where esbuild's description of the last build stands: what the bundle was made from. */
function metafileIn(dist: string): string {
  return path.join(dist, "meta.json");
}

function isBuilt({ dist }: Bundle): boolean {
  const metafile = metafileIn(dist);
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
  renameSync(partial, file);
}

if (import.meta.main) await buildActions();
