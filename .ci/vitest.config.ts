import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import type { InlineConfig } from "vitest/node";
import { root } from "./steps.ts";
import { LongestFirst } from "./tests/longest-first.ts";

// With the condition "source", packages of the workspace resolve to their TypeScript, so tests need no build.
const source = { resolve: { conditions: ["source"] }, ssr: { resolve: { conditions: ["source"] } } };

const cores = availableParallelism();

/**
 * Unit tests run first, one on each core. They wait for nothing but the disk, which other programs can keep busy for some ten seconds: one
 * that takes this long hangs.
 */
const unit = { testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: cores, sequence: { groupOrder: 0 } };

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

/** Tests beside the source that start processes and wait for sockets (`e2e`) or try thousands of cases (`long`). */
const slow = ["packages/*/src/**/*.{e2e,long}.test.ts", ".ci/{build,commands,imports}/*.e2e.test.ts"];

/** Tests that replace one of Node's modules, or measure the heap: each file needs its own worker. */
const isolated = ["packages/*/src/**/*.isolated.test.ts"];

const project = (name: string, include: readonly string[], more: InlineConfig) => ({
  ...source,
  test: {
    name,
    root,
    include: [...include],
    isolate: false,
    setupFiles: [".ci/tests/temporary/each-file.ts", ".ci/tests/fixed-examples.ts"],
    ...more,
  },
});

/** Three projects for all packages: each project has workers of its own, and each worker loads the code again. */
export const projects = {
  unit: project("unit", ["packages/*/src/**/*.test.ts", ".ci/*.test.ts", ".ci/{generate,tests/temporary}/*.test.ts"], {
    ...unit,
    exclude: [...isolated, ...slow],
  }),
  // With the packages and files of a release, and the examples and links of the documents.
  endToEnd: project("e2e", ["packages/*/test/**/*.test.ts", ".ci/{docs,release}/*.test.ts", ...slow], endToEnd),
  isolated: project("isolated-e2e", isolated, { ...endToEnd, isolate: true }),
};

/** What counts for all projects. */
export const shared: InlineConfig = {
  globalSetup: [".ci/tests/temporary/whole-run.ts"],
  // `npm test` leaves these out; a file that is named by hand runs whole.
  tags: [{ name: "full", description: "Runs in `npm run test:full` alone." }],
};

export default defineConfig({
  root,
  test: { ...shared, sequence: { sequencer: LongestFirst }, projects: Object.values(projects) },
});
