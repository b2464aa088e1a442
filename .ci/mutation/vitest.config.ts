import { defineConfig } from "vitest/config";
import { root } from "../steps.ts";

/** The tests beside the source of one area: a change that none of them notices can be a defect that nobody notices. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: [process.env["MUTATION_TESTS"] ?? ""],
    // The test of a full disk compares disk space and order of work, and it fails in the copy of the folder where changes are tried.
    exclude: ["**/*.{e2e,long,isolated}.test.ts", "**/disk-space.test.ts"],
    testTimeout: 10_000,
  },
});
