// npm run check: lint, types, directions of imports, unused code and dependencies.
import { checks, runTogether } from "../steps.ts";

const { failed } = await runTogether(checks);
process.exit(failed.length === 0 ? 0 : 1);
