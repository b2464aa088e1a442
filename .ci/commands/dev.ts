// npm run dev: checks types and runs unit tests, all at first and then those that each save affects, until Ctrl+C. `npm run dev -- FILE`
// watches the tests of one file.
import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "../steps.ts";

const bin = path.join(root, "node_modules", ".bin");
const hasGroups = process.platform !== "win32";

// tsc runs in a child of its own, which a signal to tsc alone would leave: in a process group both end.
const types = spawn(path.join(bin, "tsc"), ["-p", ".", "--watch", "--preserveWatchOutput"], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
  detached: hasGroups,
});
const watch = ["watch", "--config", ".ci/vitest.config.ts", "--project", "unit", "--no-clearScreen"];
// vitest reads keys from the terminal, so it stays in the group of the terminal.
const tests = spawn(path.join(bin, "vitest"), [...watch, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" });

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => end(0));
// The process that started this one is gone, perhaps killed.
process.once("disconnect", () => end(0));
for (const child of [types, tests]) {
  child.once("error", ({ message }) => {
    console.error(message);
    end(1);
  });
  child.once("exit", (code) => end(code ?? 1));
}

function end(code: number): void {
  // Both only read, and vitest takes long to end by SIGTERM while it starts.
  if (types.pid !== undefined && types.exitCode === null && types.signalCode === null)
    process.kill(hasGroups ? -types.pid : types.pid, "SIGKILL");
  tests.kill("SIGKILL");
  process.exit(code);
}
