import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { packages } from "./steps.ts";

// "source" makes workspace packages resolve to their TypeScript, so tests need no build.
const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };

/** Tests wait for processes, sockets and pages longer than they compute; vitest by itself would start fewer workers than there are cores. */
const maxWorkers = availableParallelism() * 2 + 1;

/** What puts another in the place of one of Node's modules: modules that are loaded by then would keep Node's own. */
const replacesModules = [
  "src/node/durability.test.ts",
  "src/node/find-inside-swap.test.ts",
  "src/node/power-cut.test.ts",
];

/** What hangs is to end; what is slow on a busy machine is not. */
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };

const project = (name: string, root: string, include: readonly string[], more: InlineConfig) => ({
  ...source,
  test: { name, root, include: [...include], maxWorkers, ...timeouts, ...more },
});

/** The files of a worker share its modules: to load them anew for each of 265 files took a fifth of the time of all. */
const shared = { isolate: false, exclude: replacesModules };

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    projects: [
      ...packages.map((name) => project(name, `packages/${name}`, ["src/**/*.test.ts", "test/**/*.test.ts"], shared)),
      project("replaced modules", "packages/core", replacesModules, { isolate: true }),
      // The scripts of the workspace themselves.
      project("scripts", ".ci", ["*.test.ts"], shared),
      // What the versions are released with.
      project("release", ".ci/release", ["*.test.ts"], shared),
      // The examples and links of the documents.
      project("docs", ".ci/docs", ["*.test.ts"], shared),
    ],
  },
});
