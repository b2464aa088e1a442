import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { build } from "esbuild";

/** Bundles a script of this folder into one file in `folder`, which loads several times faster. Answers its path. */
export async function bundle(script: string, folder: string): Promise<string> {
  const outfile = path.join(folder, "child.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, script)],
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
  /** The signal that ended it, or null. Rejects with its error output if it fails. */
  readonly ended: Promise<NodeJS.Signals | null>;
  kill(): void;
}

/** Runs a script with this input as JSON, and hands over each line that it writes. */
export function startChild(script: string, input: unknown, onLine: (line: string) => void): Child {
  const child = spawn(process.execPath, ["--expose-gc", "--no-warnings", script], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(input));
  createInterface(child.stdout).on("line", onLine);
  const errors = text(child.stderr);
  const ended = once(child, "close").then(async ([code, signal]) => {
    if (signal === null && code !== 0) throw new Error(`The child failed: ${await errors}`);
    return signal;
  });
  return { ended, kill: () => void child.kill("SIGKILL") };
}
