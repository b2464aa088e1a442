// npm run bench [-- --json FILE] [-- --only TEXT]: builds the packages, then measures what was built.
import { spawnSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");

run(["--conditions=source", path.join(root, ".ci/build.ts")]);
// Without the condition, so that every import of a package is of its dist/.
run([path.join(import.meta.dirname, "children/run-figures.ts"), ...process.argv.slice(2)]);

/** Runs Node to its end; a failure is the end of all. */
function run(args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
