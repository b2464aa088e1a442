import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

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
