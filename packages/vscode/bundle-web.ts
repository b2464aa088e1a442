import { readFileSync } from "node:fs";
import path from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const folder = import.meta.dirname;

/** What VS Code loads in a browser. Its name ends in `.js`, because VS Code adds that. */
const webFile = path.join(folder, "dist", "web.js");

/** The largest size of the file, bytes. */
const MAX_BYTES = 1_000_000;

/**
 * Bundles the extension for a browser, as one file: VS Code gives it a `require` that finds only `vscode`.
 * @throws if it imports a module of Node, or is minified and too large
 */
export async function bundleWeb(options: BuildOptions = { minify: true }, largest = MAX_BYTES): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["src/web/start.ts"],
    outfile: webFile,
    bundle: true,
    // Modules of Node are errors.
    platform: "browser",
    target: "es2023",
    format: "cjs",
    conditions: ["source"],
    mainFields: ["module", "main"],
    external: ["vscode"],
    loader: { ".md": "text" },
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
    plugins: [plainVscode, schemasForHovers, withoutUnused],
    ...options,
    metafile: true,
  });
  const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
  if (options.minify === true && bytes > largest)
    throw new Error(
      `The bundle for browsers has ${bytes} bytes, and may have ${largest}. dist/meta.json says what the bundles include.`,
    );
  return metafile;
}

/**
 * Uses VS Code's API object directly. esbuild would create an object with hundreds of getters for each module that imports it: a start would
 * take 22 ms of processor time in place of 14, and the first file 40 in place of 35 (medians of 25 pairs).
 */
export const plainVscode: Plugin = {
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

/**
 * Leaves out what a browser does not use: the writer of Parquet, 58 kB of the file, because only the page with results writes Parquet, and it has
 * its own script; the streams of Node that the reader of CSV can read; and the files of a disk.
 */
const withoutUnused: Plugin = {
  name: "without-unused",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(hyparquet-writer|stream|@analytics-engines\/runs\/files)$/ }, ({ path: name, importer }) => {
      if (name === "stream" && !/papaparse/.test(importer)) return undefined;
      return { path: name, namespace: "without-unused" };
    });
    onLoad({ filter: /.*/, namespace: "without-unused" }, ({ path: name }) => ({
      contents: `throw new Error("This bundle is without ${name}.");`,
    }));
  },
};

/** Leaves out the descriptions that a schema also has in Markdown, which the editor shows instead. They are 44 kB of the file. */
const schemasForHovers: Plugin = {
  name: "schemas-for-hovers",
  setup({ onLoad }) {
    onLoad({ filter: /packages[\\/]core[\\/]schemas[\\/].*\.schema\.json$/ }, ({ path: file }) => ({
      contents: JSON.stringify(JSON.parse(readFileSync(file, "utf8")), function (this: object, name, value: unknown) {
        return name === "description" && typeof value === "string" && "markdownDescription" in this ? undefined : value;
      }),
      loader: "json",
    }));
  },
};
