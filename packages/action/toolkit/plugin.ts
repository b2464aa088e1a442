import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const libOf = (name: string) => path.dirname(realpathSync(fileURLToPath(import.meta.resolve(name))));
const core = libOf("@actions/core");
const github = path.join(libOf("@actions/github"), "internal");
const inCore = (name: string) => ({ path: path.join(core, name), sideEffects: false });
const standIn = (name: string) => ({ path: path.join(import.meta.dirname, name), sideEffects: false });

/** The one file of ours that writes the job summary. */
const summaryWriter = path.join(import.meta.dirname, "../src/github/summary.ts");

/**
 * The Actions toolkit without what would slow every start down. `@actions/core` is one entry for all its modules and says nowhere that they
 * only declare. Told so, esbuild leaves out the HTTP client of the identity tokens and the rest that is not used. The summary is loaded where
 * it is written, and Node's cryptography, 10 to 20 ms, not at all.
 */
export const toolkit: Plugin = {
  name: "toolkit",
  setup({ onResolve }) {
    onResolve({ filter: /^@actions\/core$/ }, ({ importer }) =>
      inCore(importer === summaryWriter ? "summary.js" : "core.js"),
    );
    onResolve({ filter: /^(\.\/[\w-]+\.js|crypto)$/ }, ({ path: name, resolveDir }) => {
      if (resolveDir !== core) return undefined;
      if (name === "./summary.js") return standIn("no-summary.ts");
      return name === "crypto" ? standIn("delimiter.ts") : inCore(name);
    });
    // The artifact client extracts downloads with it. Ours come by `downloadArtifact`, and yauzl extracts them.
    onResolve({ filter: /^unzip-stream$/ }, () => standIn("no-unzip.ts"));
    onResolve({ filter: /^(@actions\/http-client|undici)$/ }, ({ resolveDir }) =>
      resolveDir === github ? standIn("no-http.ts") : undefined,
    );
  },
};
