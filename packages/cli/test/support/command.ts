import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, onTestFinished } from "vitest";
import { ensureBuilt } from "../../build.ts";

const main = path.resolve(import.meta.dirname, "../../dist/main.js");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command, spawned as a user's shell would: in a folder of its own, its output no terminal. */
export interface Workplace {
  readonly folder: string;
  /** Writes a file below the folder, and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  /** `user` is the id of the user that runs it. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, user?: number): Promise<Ended>;
}

/** To be called at the top of a test file: the command is built before its tests. */
export function useBuiltCommand(): void {
  beforeAll(ensureBuilt, 120_000);
}

export function workplace(): Workplace {
  const folder = mkdtempSync(path.join(tmpdir(), "command-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write(name, content) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    run: (args, env = {}, user) => spawnCommand(args, folder, env, user),
  };
}

function spawnCommand(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  uid: number | undefined,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd,
      env: { PATH: process.env["PATH"] ?? "", ...env },
      ...(uid === undefined ? {} : { uid }),
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...output }));
  });
}

const unit = { componentid: "0A".repeat(32), accounts: [{ id: "CLIENT:/GROWTH.ACCT" }] };

/** A `pa` file without issues. */
export const validFile = `${JSON.stringify({ data: { growth: unit } }, null, 2)}\n`;
/** A `pa` file with a warning alone. */
export const warningFile = validFile.replace("0A".repeat(32), "0A");
/** A `pa` file with an error that a person has to decide about, and a hint that can be mended. */
export const faultyFile = `{
  "data": {
    "growth": {
      "componentId": "${"0A".repeat(32)}",
      "acounts": [{ "id": "CLIENT:/GROWTH.ACCT" }]
    }
  }
}
`;
