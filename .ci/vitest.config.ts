import { defineConfig } from "vitest/config";
import { packages } from "./steps.ts";

// One project a package; "source" makes workspace packages resolve to their TypeScript, so tests need no build.
const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };
const project = (name: string) => ({
  ...source,
  test: { name, root: `packages/${name}`, include: ["src/**/*.test.ts", "test/**/*.test.ts"], testTimeout: 30_000 },
});

/** What the versions are released with. */
const release = {
  ...source,
  test: { name: "release", root: ".ci/release", testTimeout: 120_000, hookTimeout: 120_000 },
};

/** The examples and links of the documents. */
const docs = { ...source, test: { name: "docs", root: ".ci/docs", testTimeout: 120_000, hookTimeout: 60_000 } };

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: { projects: [...packages.map(project), release, docs] },
});
