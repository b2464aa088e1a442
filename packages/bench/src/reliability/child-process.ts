import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

/** Bundles a script of this package: one file loads several times as fast as all of them. Answers its path, in a new folder. */
export async function bundle(script: string): Promise<string> {
  const outfile = path.join(mkdtempSync(path.join(tmpdir(), "reliability-")), "child.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "..", script)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    logLevel: "error",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}

export interface Child {
  /** The signal that ended it, if one did. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): void;
}

/** Runs a script; each line that it writes is handed over. What it writes as an error is thrown by `ended`. */
export function startChild(script: string, input: unknown, onLine: (line: string) => void): Child {
  const child = spawn(process.execPath, ["--expose-gc", "--no-warnings", script], { stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  let rest = "";
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(input));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (signal === null && code !== 0) reject(new Error(`The child failed: ${errors}`));
      else resolve(signal);
    });
  });
  return { ended, kill: () => void child.kill("SIGKILL") };
}
