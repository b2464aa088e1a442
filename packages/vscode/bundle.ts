import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin, transform } from "esbuild";
import { inputsIn, isNewer, loadedFirst, reachable } from "../../.ci/build/bundle.ts";
import { ensureBuilt as ensureViewerBuilt } from "../viewer/build.ts";
import { writeLaxSchemas } from "./lax-schemas.ts";
import { writeMessages } from "./messages.ts";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");

/** The extension host of the oldest supported VS Code runs Node 22. */
const TARGET = "node22";

/** VS Code provides its API and `fetch`, so undici is not needed. */
const external = ["vscode", "mocha", "undici"];

/** What VS Code loads. */
const ENTRY = "src/extension.cjs";

/**
 * What each window with a parameter file loads: the code of a start, and of the first file. Divided by esbuild alone, they are 60 files, and
 * activation, first file and first key take 34, 66 and 22 ms of processor time in place of 14, 35 and 17 (medians of 25 pairs).
 */
const first = ["src/start.ts", "src/jobs/editor-with-runs.ts"];

/**
 * Bundles the extension into `dist/`: `extension.cjs`, which VS Code loads, `start.cjs`, which that loads at activation, and chunks for the code that
 * loads at its first use.
 */
export async function buildExtension(): Promise<void> {
  await ensureViewerBuilt();
  await writeMessages();
  writeLaxSchemas(dist);
  for (const name of globSync("*.{cjs,vsix}", { cwd: dist })) rmSync(path.join(dist, name));
  const metafile = await bundleCommonJs({ start: "src/start.ts" }, dist, true);
  copyFileSync(path.join(folder, ENTRY), path.join(dist, "extension.cjs"));
  mkdirSync(path.join(dist, "webview"), { recursive: true });
  const page = await bundlePage();
  copyLateScripts();
  const inputs = { ...metafile.inputs, ...page.inputs };
  writeFileSync(path.join(dist, "meta.json"), JSON.stringify({ ...metafile, inputs }));
}

/**
 * Bundles the extension for a debugger: one file without minification, with a source map to the TypeScript of all packages. The next `ensureBuilt`
 * builds the real bundle again.
 */
export async function buildForDevelopment(): Promise<void> {
  await ensureViewerBuilt();
  await writeMessages();
  writeLaxSchemas(dist);
  rmSync(path.join(dist, "meta.json"), { force: true });
  await bundleForDevelopment(dist);
  copyFileSync(path.join(folder, ENTRY), path.join(dist, "extension.cjs"));
  await bundlePage({ minify: false, sourcemap: "inline" });
  copyLateScripts();
}

/** The scripts that the page loads at their first use. */
function copyLateScripts(): void {
  for (const name of ["charts.js", "excel.js"])
    copyFileSync(path.join(folder, "../viewer/dist", name), path.join(dist, "webview", name));
}

/** Bundles the code of the extension host for a debugger, as `start.cjs` and `start.cjs.map`. */
export async function bundleForDevelopment(outdir: string): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: { start: "src/start.ts" },
    outdir,
    bundle: true,
    sourcemap: true,
    platform: "node",
    target: TARGET,
    format: "cjs",
    outExtension: { ".js": ".cjs" },
    conditions: ["source"],
    mainFields: ["module", "main"],
    external,
    loader: { ".md": "text" },
    logLevel: "warning",
  });
}

/** Bundles the page with results, which includes the viewer. */
async function bundlePage(options: BuildOptions = { minify: true }): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { results: "src/results/webview/main.ts" },
    outdir: path.join(dist, "webview"),
    bundle: true,
    ...options,
    metafile: true,
    platform: "browser",
    target: "es2023",
    format: "esm",
    conditions: ["source"],
    // The page gets tables in place of Arrow.
    external: ["./export/arrow/read.ts"],
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  });
  return metafile;
}

/**
 * Bundles for `require` with shared chunks. esbuild splits ES modules only, so its outputs become CommonJS afterwards. Code that two chunks
 * share exists once, so a class is the same class in both.
 */
export async function bundleCommonJs(
  entryPoints: Readonly<Record<string, string>>,
  outdir: string,
  minify: boolean,
): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints,
    outdir,
    write: false,
    bundle: true,
    splitting: true,
    minify,
    metafile: true,
    platform: "node",
    target: TARGET,
    format: "esm",
    outExtension: { ".js": ".cjs" },
    conditions: ["source"],
    // ES modules if a package has both, since unused code is left out of them.
    mainFields: ["module", "main"],
    external,
    loader: { ".md": "text" },
    legalComments: "none",
    logLevel: "warning",
    plugins: [plainVscode, loadedFirst(folder, first)],
  });
  mkdirSync(outdir, { recursive: true });
  const entries = Object.keys(entryPoints).map((name) => path.relative(folder, path.join(outdir, `${name}.cjs`)));
  const files = reachable(metafile, entries);
  for (const { path: file, text } of outputFiles) {
    if (!files.has(path.relative(folder, file))) continue;
    // `import()` becomes a `require` at its place, which also finds VS Code's own modules.
    const options = { minify, platform: "node", target: TARGET, supported: { "dynamic-import": false } } as const;
    writeFileSync(file, (await transform(text, { ...options, format: "cjs" })).code);
  }
  const outputs = Object.fromEntries(Object.entries(metafile.outputs).filter(([file]) => files.has(file)));
  return { ...metafile, outputs };
}

/**
 * Uses VS Code's API object directly. esbuild would create an object with hundreds of getters for each module that imports it, which a start
 * would wait for.
 */
const plainVscode: Plugin = {
  name: "plain-vscode",
  setup({ onLoad }) {
    onLoad({ filter: /packages[\\/]vscode[\\/]src[\\/].*\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, "utf8").replace(
        /^import \* as vscode from "vscode";/m,
        'const vscode = require("vscode");',
      ),
      loader: "ts",
    }));
  },
};

/** The paths of files from here, and their size in bytes. */
interface LoadedFiles {
  readonly files: readonly string[];
  readonly bytes: number;
}

/** The files that VS Code loads at activation. */
export function loadedAtActivation(): LoadedFiles {
  return withSize(["dist/extension.cjs", ...loadedWith(["src/start.ts"])]);
}

/** The files that are loaded when the diagnostics of the first parameter file are visible. */
export function loadedWithFirstFile(): LoadedFiles {
  return withSize(loadedWith([...first, "src/editor/language/checks.ts"]));
}

/** The outputs that esbuild made of these scripts, and those that they load at once. */
function loadedWith(scripts: readonly string[]): string[] {
  const { outputs }: Metafile = JSON.parse(readFileSync(path.join(dist, "meta.json"), "utf8"));
  const entryPoints = scripts.flatMap((script) => [script, `later:${script}`]);
  const isEntry = (file: string) => entryPoints.includes(outputs[file]?.entryPoint ?? "");
  const files = new Set(Object.keys(outputs).filter(isEntry));
  for (const file of files) {
    for (const { path: imported, kind, external } of outputs[file]?.imports ?? []) {
      if (!external && kind !== "dynamic-import") files.add(imported);
    }
  }
  return [...files];
}

function withSize(files: readonly string[]): LoadedFiles {
  return { files, bytes: files.reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0) };
}

/** Builds unless `dist/` is newer than everything that it was made from. */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt()) await buildExtension();
}

function isBuilt(): boolean {
  const viewer = path.join(folder, "../viewer/dist");
  return isNewer(path.join(dist, "meta.json"), (text) => {
    const { inputs }: Metafile = JSON.parse(text);
    return [
      import.meta.filename,
      path.join(folder, ENTRY),
      ...readdirSync(viewer).map((name) => path.join(viewer, name)),
      ...inputsIn(folder, inputs),
    ];
  });
}
