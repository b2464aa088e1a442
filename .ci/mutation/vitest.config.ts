import { realpathSync } from "node:fs";
import path from "node:path";
import { defineConfig, type Plugin } from "vitest/config";
import { root } from "../steps.ts";

/**
 * The packages of the copy in which changes are tried. Its `node_modules` are links into the real folder, so an import of a package would load a
 * second copy of its code, with other classes of errors.
 */
const packagesOfTheCopy: Plugin = {
  name: "packages-of-the-copy",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!source.startsWith("@analytics-engines/")) return null;
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
    const realRoot = path.dirname(realpathSync(path.join(root, "node_modules")));
    return resolved === null ? null : { ...resolved, id: resolved.id.replace(realRoot, root) };
  },
};

/** The tests of one area, as globs from the root. */
const include: string[] = JSON.parse(process.env["MUTATION_TESTS"] ?? "[]");

/** Modules that are loaded before its tests, from the root. */
const setupFiles: string[] = JSON.parse(process.env["MUTATION_LOADED_FIRST"] ?? "[]");

/** The tests of one area: a change that none of them notices can be a defect that nobody notices. */
export default defineConfig({
  root,
  plugins: [packagesOfTheCopy],
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include,
    setupFiles,
    testTimeout: 10_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
