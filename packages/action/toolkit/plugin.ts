import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

const lib = path.dirname(realpathSync(fileURLToPath(import.meta.resolve("@actions/core"))));
const inLib = (name: string) => ({ path: path.join(lib, name), sideEffects: false });

/** The one file of ours that writes the job summary. */
const summaryWriter = path.join(import.meta.dirname, "../src/github/summary.ts");

/**
 * `@actions/core` without what would slow every start down. It is one entry for all its modules and says nowhere that they only declare.
 * Told so, esbuild leaves out the HTTP client of the identity tokens and the rest that is not used. The summary is loaded where it is
 * written, and Node's cryptography, 10 to 20 ms, not at all.
 */
export const toolkit: Plugin = {
  name: "toolkit",
  setup({ onResolve }) {
    onResolve({ filter: /^@actions\/core$/ }, ({ importer }) =>
      inLib(importer === summaryWriter ? "summary.js" : "core.js"),
    );
    onResolve({ filter: /^(\.\/[\w-]+\.js|crypto)$/ }, ({ path: name, resolveDir }) => {
      if (resolveDir !== lib) return undefined;
      if (name === "./summary.js") return { path: path.join(import.meta.dirname, "no-summary.ts"), sideEffects: false };
      if (name === "crypto") return { path: path.join(import.meta.dirname, "delimiter.ts"), sideEffects: false };
      return inLib(name);
    });
  },
};
