// npm run bench [-- --only TEXT] [-- --json FILE]: builds the packages, then measures the built packages. Exits with 1 if a benchmark fails
// or a figure misses its target.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureBrowser } from "../../../.ci/tests/browser.ts";

const root = path.resolve(import.meta.dirname, "../../..");

// Before anything is measured, because the pages and the editor need it.
ensureBrowser();
runToEnd(["--conditions=source", path.join(root, ".ci/commands/build.ts")]);
// Without the condition, so that every import of a package is an import of its dist/.
runToEnd([path.join(import.meta.dirname, "run-figures.ts"), ...process.argv.slice(2)]);

function runToEnd(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
