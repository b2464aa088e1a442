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
import { isBuiltin } from "node:module";
import path from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

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
  /**
   * What is always loaded, in this order, before anything else that is imported when it is used; relative to the package. What stands in
   * one of them gets one file with all that it imports: without this there is a file for each set of users, and each takes a millisecond.
   */
  readonly first?: readonly string[];
  /** What else esbuild is to know of the packages that it bundles. */
  readonly plugins?: readonly Plugin[];
}

/** Inputs that are no files: what the plugins below write. */
const madeUp = /^(node|later):/;

/**
 * Imports of Node's own modules without the ES modules that Node makes for them: to make one asks a module for all that it has, and so
 * loads what nobody wants, such as the streams of `node:fs` and Web Crypto.
 */
const nodeModules: Plugin = {
  name: "node-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?[a-z0-9_/]+$/ }, ({ path: name, kind }) =>
      kind === "import-statement" && isBuiltin(name)
        ? { path: name.replace(/^(?!node:)/, "node:"), namespace: "node", sideEffects: false }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "node" }, ({ path: name }) => {
      const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((key) => /^[a-zA-Z_]\w*$/.test(key));
      return {
        contents: [
          `const it = /* @__PURE__ */ process.getBuiltinModule("${name}");`,
          "const get = (key) => it[key];",
          "export { it as default };",
          ...names.map((key) => `const $${key} = /* @__PURE__ */ get("${key}"); export { $${key} as ${key} };`),
        ].join("\n"),
      };
    });
  },
};

/**
 * The JSON parser says nowhere that its modules only declare. So that what makes its formatter's 1,600 strings is left out where nothing is
 * formatted: a millisecond of every start.
 */
const onlyDeclares: Plugin = {
  name: "only-declares",
  setup({ resolve, onResolve }) {
    const known = /[\\/]jsonc-parser[\\/]/;
    onResolve({ filter: /^(jsonc-parser$|\.)/ }, async ({ path: name, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === known || (name.startsWith(".") && !known.test(importer))) return undefined;
      const found = await resolve(name, { kind, importer, resolveDir, pluginData: known });
      return { path: found.path, sideEffects: false };
    });
  },
};

/** Whatever is imported when it is used imports `first` as well, which is there by then: so all of it has the same users. */
function loadedFirst(folder: string, first: readonly string[]): Plugin {
  return {
    name: "loaded-first",
    setup({ resolve, onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, async ({ path: name, kind, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const found = await resolve(name, { kind: "import-statement", resolveDir });
        if (found.external || found.namespace !== "file") return undefined;
        return { path: path.relative(folder, found.path).replaceAll("\\", "/"), namespace: "later" };
      });
      onLoad({ filter: /.*/, namespace: "later" }, ({ path: file }) => {
        const before = first.includes(file) ? first.slice(0, first.indexOf(file)) : first;
        const contents = [...before.map((each) => `import "./${each}";`), `export * from "./${file}";`].join("\n");
        return { contents, resolveDir: folder };
      });
    },
  };
}

/**
 * Bundles a program into its `dist`, with esbuild's description of it as `meta.json`, and removes what stood there besides. What is
 * imported when it is used becomes a chunk of its own, loaded then.
 */
export async function writeBundle({ folder, entry, dist, target, mode, first, plugins = [] }: Bundle): Promise<void> {
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
    // Node 24 has it, which esbuild does not know.
    ...(target === "node24" && { supported: { using: true } }),
    format: "esm",
    conditions: ["source"],
    // The ES modules of packages that have both: what is not used of them is left out.
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "warning",
    plugins: [
      ...plugins,
      onlyDeclares,
      // Node 22 has what this takes only from 22.3 on.
      ...(target === "node24" ? [nodeModules] : []),
      ...(first === undefined ? [] : [loadedFirst(folder, first)]),
    ],
  });
  mkdirSync(dist, { recursive: true });
  const entryFile = path.join(dist, `${path.basename(entry, ".ts")}.js`);
  const used = reachable(metafile, [path.relative(folder, entryFile)]);
  const files = outputFiles.filter(({ path: file }) => used.has(path.relative(folder, file.replace(/\.map$/, ""))));
  for (const { path: file, contents } of files) replaceFile(file, contents, file === entryFile ? mode : undefined);
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    // Of CommonJS nothing comes through by `export *`.
    if (entryPoint?.startsWith("later:") && exports.length === 0)
      throw new Error(
        `${entryPoint} is imported when it is used, and exports nothing by name: name what is used of it in a file of ours.`,
      );
  }
  const inputs = Object.entries(metafile.inputs).filter(([file]) => !madeUp.test(file));
  replaceFile(metafileIn(dist), JSON.stringify({ ...metafile, inputs: Object.fromEntries(inputs) }));
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

/** Whether a bundle is newer than all that it was made from, `scripts` (the package's build) included. */
export function isBundled({ folder, dist }: Bundle, ...scripts: readonly string[]): boolean {
  return isNewer(metafileIn(dist), (text) => {
    const { inputs }: Metafile = JSON.parse(text);
    return [...scripts, ...inputsIn(folder, inputs)];
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
