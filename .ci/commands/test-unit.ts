// npm run test:unit: the tests that start no process and open no socket. `npm run test:unit -- FILE` runs those of one file.
import { tool } from "../steps.ts";

const filters = process.argv.slice(2);
const ok = await tool("vitest", ["run", "--config", ".ci/vitest.config.ts", "--project", "unit", ...filters]);
process.exit(ok ? 0 : 1);
