// npm run test:core and its like: the tests of one package, as `npm test` runs them. `npm run test:core -- FILE` runs all tests of the files
// with FILE in their paths.
import { globSync } from "node:fs";
import { packages, root, sampleOnly, script, tool } from "../steps.ts";
import { ensureBrowser } from "../tests/browser.ts";

const [name = "", ...filters] = process.argv.slice(2);
if (!packages.includes(name)) {
  console.error(`There is no package "${name}". The packages are ${packages.join(", ")}.`);
  process.exit(1);
}
const testArguments = filters.length > 0 ? filesOf(filters) : [`packages/${name}/`, ...sampleOnly];
ensureBrowser();
const passed = await tool("vitest", ["run", "--config", ".ci/vitest.config.ts", ...testArguments]);
const inVsCode = name !== "vscode" || filters.length > 0 || (await script("packages/vscode/test/run/main.ts"));
process.exit(passed && inVsCode ? 0 : 1);

function filesOf(parts: readonly string[]): readonly string[] {
  const files = globSync(`packages/${name}/{src,test}/**/*.test.ts`, { cwd: root });
  const matches = files.filter((file) => parts.some((part) => file.replaceAll("\\", "/").includes(part)));
  if (matches.length > 0) return matches;
  console.error(`No test file of ${name} has ${parts.join(" or ")} in its path.`);
  process.exit(1);
}
