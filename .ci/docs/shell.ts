import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a program of `sh` that stands in for another in the examples. Each argument of its call is in `"$@"`. */
export function writeProgram(file: string, script: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** Runs a script of bash in a folder, up to the first command that fails. */
export function runShell(
  script: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile("bash", ["-eu", "-o", "pipefail", "-c", script], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr }),
    );
  });
}
