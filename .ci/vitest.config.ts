import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { packages, root } from "./steps.ts";

// "source" makes workspace packages resolve to their TypeScript, so tests need no build.
const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };

const cores = availableParallelism();

/** A unit computes and waits for nothing: what takes this long hangs. Units run first, as many at a time as there are cores. */
const unit = { testTimeout: 10_000, hookTimeout: 10_000, maxWorkers: cores, sequence: { groupOrder: 0 } };

/** What hangs is to end; what is slow on a busy machine is not. Whole suites take longer than their samples. */
const longest = process.env["FULL"] === "1" ? 3_600_000 : 600_000;
/** These tests wait for processes, sockets and pages longer than they compute: more of them run at a time than there are cores. */
const endToEnd = {
  testTimeout: longest,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: cores * 2 + 1,
  sequence: { groupOrder: 1 },
};

/** Tests that replace one of Node's modules, or measure the heap: each file needs a worker to itself. */
const isolated = "src/**/*.isolated.test.ts";

/** Tests beside the source that start processes and wait for sockets (`e2e`), or try thousands of cases (`long`). */
const slow = "src/**/*.{e2e,long}.test.ts";

const project = (name: string, folder: string, include: readonly string[], more: InlineConfig) => ({
  ...source,
  test: { name, root: folder, include: [...include], isolate: false, ...more },
});

/** A package's unit tests are the project of its name; its other tests are `NAME-e2e` and `NAME-isolated-e2e`. */
function projectsOf(name: string) {
  const folder = `packages/${name}`;
  return [
    project(name, folder, ["src/**/*.test.ts"], { ...unit, exclude: [isolated, slow] }),
    project(`${name}-e2e`, folder, ["test/**/*.test.ts", slow], endToEnd),
    project(`${name}-isolated-e2e`, folder, [isolated], { ...endToEnd, isolate: true }),
  ].filter(({ test }) => hasTests(folder, test.include, test.exclude));
}

function hasTests(folder: string, include: readonly string[], exclude: readonly string[] = []): boolean {
  return globSync([...include], { cwd: path.join(root, folder), exclude: [...exclude] }).length > 0;
}

export default defineConfig({
  root,
  test: {
    projects: [
      ...packages.flatMap(projectsOf),
      // The scripts of the workspace themselves.
      project("scripts", ".ci", ["*.test.ts", "imports/*.test.ts"], unit),
      // What the versions are released with.
      project("release-e2e", ".ci/release", ["*.test.ts"], endToEnd),
      // The examples and links of the documents.
      project("docs-e2e", ".ci/docs", ["*.test.ts"], endToEnd),
    ],
  },
});
