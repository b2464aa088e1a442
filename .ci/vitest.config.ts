import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { packages, root } from "./steps.ts";

// With the condition "source", packages of the workspace resolve to their TypeScript, so tests need no build.
const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };

const cores = availableParallelism();

/** Unit tests compute and wait for nothing: one that takes this long hangs. They run first, one on each core. */
const unit = { testTimeout: 10_000, hookTimeout: 10_000, maxWorkers: cores, sequence: { groupOrder: 0 } };

/** Ends a test that hangs, but no test that is slow on a busy machine. Whole suites take longer than their samples. */
const longest = process.env["FULL"] === "1" ? 3_600_000 : 600_000;
/** End-to-end tests mostly wait for processes, sockets and pages: more of them run at once than there are cores. */
const endToEnd = {
  testTimeout: longest,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  maxWorkers: cores * 2 + 1,
  sequence: { groupOrder: 1 },
};

/** Tests that replace one of Node's modules, or measure the heap: each file needs its own worker. */
const isolated = "src/**/*.isolated.test.ts";

/** Tests beside the source that start processes and wait for sockets (`e2e`) or try thousands of cases (`long`). */
const slow = "src/**/*.{e2e,long}.test.ts";

const project = (name: string, folder: string, include: readonly string[], more: InlineConfig) => ({
  ...source,
  test: { name, root: folder, include: [...include], isolate: false, ...more },
});

/** The project NAME has the unit tests of a package, `NAME-e2e` and `NAME-isolated-e2e` its other tests. */
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
    // `npm test` leaves these out; a file that is named by hand runs whole.
    tags: [{ name: "full", description: "Runs in `npm run test:full` alone." }],
    projects: [
      ...packages.flatMap(projectsOf),
      // The scripts of the workspace.
      project("scripts", ".ci", ["*.test.ts", "{generate,imports}/*.test.ts"], { ...unit, exclude: ["*.e2e.test.ts"] }),
      project("scripts-e2e", ".ci", ["*.e2e.test.ts"], endToEnd),
      // The packages and files of a release.
      project("release-e2e", ".ci/release", ["*.test.ts"], endToEnd),
      // The examples and links of the documents.
      project("docs-e2e", ".ci/docs", ["*.test.ts"], endToEnd),
    ],
  },
});
