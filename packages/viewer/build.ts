import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { inputsIn, isNewer, replaceFile } from "../../.ci/build/bundle.ts";

const folder = import.meta.dirname;
const dist = path.join(folder, "dist");
const metafile = path.join(dist, "assets.json");

/**
 * Builds the scripts of a page: `viewer.js`, a module with the components and the start of a report, `charts.js`, which draws charts,
 * and `excel.js`, which writes Excel files. `assets.js` has them compressed, for programs that write pages.
 */
export async function buildViewer(): Promise<void> {
  const viewer = await bundle("src/viewer-entry.ts", "esm");
  const charts = await bundle("src/charts-entry.ts", "iife");
  const excel = await bundle("src/excel-entry.ts", "iife");
  mkdirSync(dist, { recursive: true });
  replace("viewer.js", viewer.code);
  replace("charts.js", charts.code);
  replace("excel.js", excel.code);
  const scripts = { viewer, charts, excel };
  const lines = Object.entries(scripts).map(([name, { code }]) => {
    const block = gzipSync(code).toString("base64");
    const hash = createHash("sha256").update(code).digest("base64");
    return `export const ${name} = ${JSON.stringify({ block, hash })};\n`;
  });
  replace("assets.js", lines.join(""));
  const metafiles = Object.entries(scripts).map(([name, { metafile }]) => [name, metafile]);
  replace("assets.json", JSON.stringify(Object.fromEntries(metafiles)));
}

/** Builds unless `dist/` is newer than all its sources. */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt()) await buildViewer();
}

async function bundle(entry: string, format: "esm" | "iife"): Promise<{ code: string; metafile: Metafile }> {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format,
    platform: "browser",
    target: "es2023",
    conditions: ["source"],
    // A page gets tables, not Arrow.
    external: ["./export/arrow/read.ts"],
    legalComments: "none",
    charset: "utf8",
    logLevel: "warning",
  });
  const code = result.outputFiles[0]?.text ?? "";
  return { code, metafile: result.metafile };
}

function isBuilt(): boolean {
  return isNewer(metafile, (text) => {
    const bundles: Readonly<Record<string, Metafile>> = JSON.parse(text);
    return [import.meta.filename, ...Object.values(bundles).flatMap(({ inputs }) => inputsIn(folder, inputs))];
  });
}

function replace(name: string, content: string): void {
  replaceFile(path.join(dist, name), content);
}

if (import.meta.main) await buildViewer();
