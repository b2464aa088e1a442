import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { parse } from "yaml";
import { runAction } from "../runner/runner.ts";
import type { ReadAction } from "./language-service.ts";

export type Validate = (name: string, text: string, readAction?: ReadAction) => Promise<string[]>;

/** GitHub's language service. Its package imports JSON as no version of Node takes it: bundled, it runs. */
export async function loadLanguageService(): Promise<Validate> {
  const folder = mkdtempSync(path.join(runAction, "node_modules/.language-service-"));
  try {
    const outfile = path.join(folder, "service.mjs");
    await build({
      entryPoints: [path.join(import.meta.dirname, "language-service.ts")],
      outfile,
      bundle: true,
      platform: "node",
      target: "node24",
      format: "esm",
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      mainFields: ["module", "main"],
      logLevel: "error",
    });
    const service: { readonly validate: Validate } = await import(pathToFileURL(outfile).href);
    return service.validate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A release puts the package at the top of the tree of analytics-engines/action, and the other actions beside it. */
export const readOwnAction: ReadAction = (inRelease) => {
  const file = path.join(runAction, inRelease, "action.yml");
  return existsSync(file) ? parse(readFileSync(file, "utf8")) : undefined;
};
