import { defineConfig } from "vitest/config";
import { root } from "../steps.ts";

/** The tests beside the source of one area: a change that none of them notices can be a defect that nobody notices. */
export default defineConfig({
  root,
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: [process.env["MUTATION_TESTS"] ?? ""],
    // In the copy where changes are tried, the resumed run of disk-space.test.ts leaves a job unknown. The same test passes with these settings
    // in the folder itself, and the reason is not found yet.
    exclude: ["**/*.{e2e,long,isolated}.test.ts", "**/disk-space.test.ts"],
    testTimeout: 10_000,
  },
});
