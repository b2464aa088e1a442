// Bundles for the builds of the packages. A build replaces a bundle whole, and only if a source is newer.
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
import { build, type Metafile, type Plugin } from "esbuild";

/** A program for Node and the folder of its bundle. */
export interface Bundle {
  /** The package. */
  readonly folder: string;
  /** The first file of the program, relative to the package. The entry in `dist` has its name. */
  readonly entry: string;
  readonly dist: string;
  readonly target: "node22" | "node24";
  /** The permissions of the entry, if they are not the usual ones. */
  readonly mode?: number;
  /** Packages that stay outside of the bundle. */
  readonly external?: readonly string[];
  /** The file that stands in for a package, by the package's name. */
  readonly alias?: Readonly<Record<string, string>>;
  /** The first line of each file. */
  readonly banner?: string;
}

/**
 * Lets each dynamic import of a script also import the files of `first`, which are loaded by then: so all of them have the same importers.
 * @throws if a dynamic import is of a CommonJS module
 */
export function loadedFirst(folder: string, first: readonly string[]): Plugin {
  return {
    name: "loaded-first",
    setup({ resolve, onResolve, onLoad, onEnd }) {
      onResolve({ filter: /.*/ }, async ({ path: name, kind, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const target = await resolve(name, { kind: "import-statement", resolveDir });
        if (target.external || target.namespace !== "file" || !/\.[cm]?[jt]s$/.test(target.path)) return undefined;
        return { path: path.relative(folder, target.path).replaceAll("\\", "/"), namespace: "later" };
      });
      onLoad({ filter: /.*/, namespace: "later" }, ({ path: file }) => {
        const before = first.includes(file) ? first.slice(0, first.indexOf(file)) : first;
        const contents = [...before.map((each) => `import "./${each}";`), `export * from "./${file}";`].join("\n");
        return { contents, resolveDir: folder };
      });
      onEnd(({ metafile }) => {
        for (const { entryPoint, exports } of Object.values(metafile?.outputs ?? {})) {
          // `export *` of a CommonJS module exports nothing.
          if (entryPoint?.startsWith("later:") && exports.length === 0)
            throw new Error(
              `The dynamic import ${entryPoint} exports nothing by name. Export the names that you use in a file of the package, and import that.`,
            );
        }
      });
    },
  };
}

/**
 * Bundles a program into its `dist`, with esbuild's description as `meta.json`, and removes all other files there. Each dynamic import
 * becomes a chunk.
 */
export async function writeBundle({
  folder,
  entry,
  dist,
  target,
  mode,
  external = [],
  alias = {},
  banner = "",
}: Bundle): Promise<void> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outdir: dist,
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    platform: "node",
    target,
    // Node 24 supports it, but esbuild does not know.
    ...(target === "node24" && { supported: { using: true } }),
    format: "esm",
    conditions: ["source"],
    // Prefers ES modules, because esbuild leaves out their unused parts.
    mainFields: ["module", "main"],
    legalComments: "none",
    // Node reads it at each start. Names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    // A page of the documentation that a program quotes.
    loader: { ".md": "text" },
    logLevel: "warning",
    external: [...external],
    alias: { ...alias },
    banner: { js: banner },
  });
  mkdirSync(dist, { recursive: true });
  const entryFile = path.join(dist, `${path.basename(entry, ".ts")}.js`);
  const reachableOutputs = reachable(metafile, [path.relative(folder, entryFile)]);
  const files = outputFiles.filter(({ path: file }) => reachableOutputs.has(path.relative(folder, file)));
  for (const { path: file, contents } of files) replaceFile(file, contents, file === entryFile ? mode : undefined);
  replaceFile(metafileIn(dist), JSON.stringify(metafile));
  const current = new Set([metafileIn(dist), ...files.map(({ path: file }) => file)]);
  for (const name of readdirSync(dist))
    if (!current.has(path.join(dist, name))) rmSync(path.join(dist, name), { force: true });
}

/** The outputs that these outputs load, at once or later. esbuild also writes chunks for imports in code that it leaves out. */
export function reachable({ outputs }: Metafile, from: readonly string[]): ReadonlySet<string> {
  const outputNames = new Set(from);
  for (const output of outputNames) {
    for (const { path: file, external } of outputs[output]?.imports ?? []) if (!external) outputNames.add(file);
  }
  return outputNames;
}

/** The path of esbuild's description of the last build, which lists the sources. */
function metafileIn(dist: string): string {
  return path.join(dist, "meta.json");
}

/** Whether a bundle is newer than all its sources and than `scripts`, the build of the package. */
export function isBundled({ folder, dist }: Bundle, ...scripts: readonly string[]): boolean {
  return isNewer(metafileIn(dist), (text) => {
    const { inputs }: Metafile = JSON.parse(text);
    return [...scripts, ...inputsIn(folder, inputs)];
  });
}

/** The paths of the sources of a bundle. What a plugin makes up has a name such as `schemas:pa` and is no file. */
export function inputsIn(folder: string, inputs: Metafile["inputs"]): string[] {
  const files = Object.keys(inputs).filter((name) => !/^[\w-]+:/.test(name));
  return files.map((file) => path.join(folder, file));
}

/** Whether a file exists and is newer than the sources that its text names, and than this file. */
export function isNewer(file: string, sourcesOf: (text: string) => readonly string[]): boolean {
  if (!existsSync(file)) return false;
  const builtAt = statSync(file).mtimeMs;
  return [import.meta.filename, ...sourcesOf(readFileSync(file, "utf8"))].every(
    (source) => (statSync(source, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < builtAt,
  );
}

/** Replaces a file at once: a process that reads it meanwhile finds the old file or the new one, never a part. */
export function replaceFile(file: string, contents: string | Uint8Array, mode?: number): void {
  const partial = `${file}.${process.pid}`;
  writeFileSync(partial, contents);
  if (mode !== undefined) chmodSync(partial, mode);
  renameSync(partial, file);
}
