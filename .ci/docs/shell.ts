import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a program of `sh` that stands in for another in the examples. Each argument of its call is in `"$@"`. */
export function writeProgram(file: string, script: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** How a script ended, with its standard output and standard error in their order. */
export interface ShellRun {
  readonly code: unknown;
  readonly output: string;
}

/** Ends a script that waits for something that does not come. */
const MAX_MS = 300_000;

/** Runs a script of bash in a folder, up to the first command that fails. */
export function runShell(script: string, folder: string, env: Readonly<Record<string, string>>): Promise<ShellRun> {
  const args = ["-eu", "-o", "pipefail", "-c", `exec 2>&1\n${script}`];
  return new Promise((resolve) => {
    execFile("bash", args, { cwd: folder, env, timeout: MAX_MS }, (error, output) =>
      resolve({ code: error === null ? 0 : error.code, output }),
    );
  });
}
