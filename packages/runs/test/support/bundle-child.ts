import path from "node:path";
import { build } from "esbuild";

/**
 * Bundles a script of `test` into one file in `folder`, which loads four times as fast as its modules. Returns its path.
 * @param script the path below `test`
 */
export async function bundleChild(script: string, folder: string): Promise<string> {
  const outfile = path.join(folder, "child.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "..", script)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    // As in the programs: the CommonJS form of jsonc-parser loads its parts by a name that no bundle resolves.
    mainFields: ["module", "main"],
    logLevel: "error",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}
