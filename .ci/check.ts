// npm run check: lint, types, directions of imports, unused code and dependencies.
import { checks, runSteps } from "./steps.ts";

const { failed } = await runSteps(checks);
process.exit(failed.length === 0 ? 0 : 1);
