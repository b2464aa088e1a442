import { join } from "node:path";
import { build } from "esbuild";

/** Bundles a script of this folder for a process of its own, because one file loads four times as fast as its modules. Returns its path. */
export async function bundleChild(name: string, folder: string): Promise<string> {
  const script = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    logLevel: "error",
  });
  return script;
}
