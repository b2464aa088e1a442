// npm run dev: types and the unit tests that a change affects, again at each save, until Ctrl+C.
import { tool } from "./steps.ts";

const ended = await Promise.race([
  tool("tsc", ["-p", ".", "--watch", "--preserveWatchOutput"]),
  tool("vitest", ["--config", ".ci/vitest.config.ts", "--changed", "--project", "!*-e2e", "--no-clearScreen"]),
]);
process.exit(ended ? 0 : 1);
