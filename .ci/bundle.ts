// What the packages' own builds share: bundles that are replaced whole, and built only when something they were made from is newer.
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

/** A program for Node and where its bundle goes. */
export interface Bundle {
  /** The package. */
  readonly folder: string;
  /** The file it starts with, relative to the package; its name is that of the entry in `dist`. */
  readonly entry: string;
  readonly dist: string;
  readonly target: "node22" | "node24";
  /** The permissions of the entry, if others than usual. */
  readonly mode?: number;
}

/**
 * Bundles a program into its `dist`, with esbuild's description of it as `meta.json`, and removes what stood there besides. What is
 * imported when it is used becomes a chunk of its own, loaded then.
 */
export async function writeBundle({ folder, entry, dist, target, mode }: Bundle): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outdir: dist,
    write: false,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    // Loaded for a stack alone, which needs no more than the places.
    sourcemap: "linked",
    sourcesContent: false,
    platform: "node",
    target,
    format: "esm",
    conditions: ["source"],
    // The ES modules of packages that have both: what is not used of them is left out.
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
  });
  mkdirSync(dist, { recursive: true });
  const entryFile = path.join(dist, `${path.basename(entry, ".ts")}.js`);
  const used = reachable(metafile, [path.relative(folder, entryFile)]);
  const files = outputFiles.filter(({ path: file }) => used.has(path.relative(folder, file.replace(/\.map$/, ""))));
  for (const { path: file, contents } of files) replaceFile(file, contents, file === entryFile ? mode : undefined);
  replaceFile(metafileIn(dist), JSON.stringify(metafile));
  const current = new Set([metafileIn(dist), ...files.map(({ path: file }) => file)]);
  for (const name of readdirSync(dist))
    if (!current.has(path.join(dist, name))) rmSync(path.join(dist, name), { force: true });
}

/** The outputs that some load, at once or later: esbuild also writes chunks for imports in code that it left out. */
export function reachable({ outputs }: Metafile, from: readonly string[]): ReadonlySet<string> {
  const found = new Set(from);
  for (const output of found) {
    for (const { path: file, external } of outputs[output]?.imports ?? []) if (!external) found.add(file);
  }
  return found;
}

/** Where esbuild's description of the last build stands: what the bundle was made from. */
function metafileIn(dist: string): string {
  return path.join(dist, "meta.json");
}

/** Whether a bundle is newer than all that it was made from, `script` (the package's build) included. */
export function isBundled({ folder, dist }: Bundle, script: string): boolean {
  return isNewer(metafileIn(dist), (text) => {
    const { inputs }: Metafile = JSON.parse(text);
    return [script, ...inputsIn(folder, inputs)];
  });
}

/** The paths of what a bundle was made from. */
export function inputsIn(folder: string, inputs: Metafile["inputs"]): string[] {
  return Object.keys(inputs).map((file) => path.join(folder, file));
}

/** Whether a file is there and newer than all that its text says it was made from, and than this file. */
export function isNewer(file: string, sourcesOf: (text: string) => readonly string[]): boolean {
  if (!existsSync(file)) return false;
  const builtAt = statSync(file).mtimeMs;
  return [import.meta.filename, ...sourcesOf(readFileSync(file, "utf8"))].every(
    (source) => (statSync(source, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < builtAt,
  );
}

/** Others may run or read what is built meanwhile: they find the old file or the new one, never a part. */
export function replaceFile(file: string, contents: string | Uint8Array, mode?: number): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, contents);
  if (mode !== undefined) chmodSync(partial, mode);
  renameSync(partial, file);
}
