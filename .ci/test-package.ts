// npm run test:core and its like: the tests of one package, as `npm test` runs them. `npm run test:core -- FILE` runs all tests of one file.
import { packages, sampleOnly, script, tool } from "./steps.ts";

const [name = "", ...filters] = process.argv.slice(2);
if (!packages.includes(name)) {
  console.error(`There is no package "${name}". The packages are ${packages.join(", ")}.`);
  process.exit(1);
}
const projects = ["--project", name, "--project", `${name}-*`];
const chosen = filters.length > 0 ? filters : sampleOnly;
const passed = await tool("vitest", ["run", "--config", ".ci/vitest.config.ts", ...projects, ...chosen]);
const inVsCode = name !== "vscode" || filters.length > 0 || (await script("packages/vscode/test/run/main.ts"));
process.exit(passed && inVsCode ? 0 : 1);
