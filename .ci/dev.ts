// npm run dev: types and unit tests, all at first and then those that each save affects, until Ctrl+C. `npm run dev -- FILE` watches the tests of
// one file.
import { tool } from "./steps.ts";

const ended = await Promise.race([
  tool("tsc", ["-p", ".", "--watch", "--preserveWatchOutput"]),
  tool("vitest", [
    "watch",
    "--config",
    ".ci/vitest.config.ts",
    "--project",
    "!*-e2e",
    "--no-clearScreen",
    ...process.argv.slice(2),
  ]),
]);
process.exit(ended ? 0 : 1);
