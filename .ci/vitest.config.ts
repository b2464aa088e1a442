import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { packages } from "./steps.ts";

// "source" makes workspace packages resolve to their TypeScript, so tests need no build.
const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };

/** Tests wait for processes, sockets and pages about as long as they compute; vitest by itself would start fewer workers than there are cores. */
const maxWorkers = availableParallelism() + 1;

/** What hangs is to end; what is slow on a busy machine is not. */
const timeouts = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };

const project = (name: string, root: string, include: readonly string[]) => ({
  ...source,
  test: { name, root, include: [...include], maxWorkers, ...timeouts },
});

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    projects: [
      ...packages.map((name) => project(name, `packages/${name}`, ["src/**/*.test.ts", "test/**/*.test.ts"])),
      // The scripts of the workspace themselves.
      project("scripts", ".ci", ["*.test.ts"]),
      // What the versions are released with.
      project("release", ".ci/release", ["*.test.ts"]),
      // The examples and links of the documents.
      project("docs", ".ci/docs", ["*.test.ts"]),
    ],
  },
});
