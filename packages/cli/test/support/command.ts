import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, onTestFinished } from "vitest";
import { childEnvironment } from "../../../../.ci/tests/child-environment.ts";
import { ensureBuilt } from "../../build.ts";

const main = path.resolve(import.meta.dirname, "../../dist/main.js");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command in progress. */
export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until standard error holds the pattern. */
  said(pattern: RegExp): Promise<void>;
  /** Waits until standard output holds the pattern. */
  printed(pattern: RegExp): Promise<void>;
}

/** The built command, spawned as a user's shell would: in a folder of its own, its output no terminal. */
export interface Workplace {
  readonly folder: string;
  /** Writes a file below the folder, and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  /** The text of a file below the folder. */
  read(name: string): string;
  /** `user` is the id of the user that runs it. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>, user?: number): Promise<Ended>;
  /** Runs it with a text on standard input. */
  pipe(input: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** `stdin` is what standard input is; by default it is closed. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>, stdin?: "ignore" | "pipe"): Started;
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
    read: (name) => readFileSync(path.join(folder, name), "utf8"),
    run: (args, env = {}, user) => startCommand(args, folder, env, user).ended,
    pipe(input, args, env = {}) {
      const { child, ended } = startCommand(args, folder, env, undefined, "pipe");
      // A command that does not read its input may end first.
      child.stdin?.on("error", () => {}).end(input);
      return ended;
    },
    start: (args, env = {}, stdin) => startCommand(args, folder, env, undefined, stdin),
  };
}

function startCommand(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  uid: number | undefined,
  stdin: "ignore" | "pipe" = "ignore",
): Started {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...childEnvironment(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid }),
  });
  if (stdin === "ignore") child.stdin.end();
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const ended = once(child, "close").then(
    ([code]): Ended => ({ code: code === null ? null : Number(code), ...output }),
  );
  const waitFor = (name: "stdout" | "stderr") => async (pattern: RegExp) => {
    while (!pattern.test(output[name])) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output.stderr}`);
      await Promise.race([once(child[name], "data"), ended]);
    }
  };
  return { child, ended, said: waitFor("stderr"), printed: waitFor("stdout") };
}

const unit = { componentid: "0A".repeat(32), accounts: [{ id: "CLIENT:/GROWTH.ACCT" }] };

/** A `pa` file without issues. */
export const validFile = `${JSON.stringify({ data: { growth: unit } }, null, 2)}\n`;
/** A `pa` file with a warning alone. */
export const warningFile = validFile.replace("0A".repeat(32), "0A");
/** A `pa` file with an error that a person has to decide about, and a hint that can be fixed. */
export const faultyFile = `{
  "data": {
    "growth": {
      "componentId": "${"0A".repeat(32)}",
      "acounts": [{ "id": "CLIENT:/GROWTH.ACCT" }]
    }
  }
}
`;

/** A `quant` file that the simulator computes. */
export const prices = (...identifiers: string[]) =>
  JSON.stringify({
    data: {
      prices: {
        universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers },
        dates: { source: "FdsDate", startDate: "-2M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
        formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
      },
    },
  });
