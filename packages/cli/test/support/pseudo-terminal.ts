import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { childEnvironment } from "../../../../.ci/tests/child-environment.ts";
import { createScreen } from "./screen.ts";

const main = path.resolve(import.meta.dirname, "../../dist/main.js");

/** Starts the built command in a pseudo-terminal, with what is on its screen. Its arguments are words without quotes. */
export function startOnTerminal(
  args: string,
  {
    folder,
    env,
    columns = 80,
    rows = 24,
  }: { folder: string; env: Readonly<Record<string, string>>; columns?: number; rows?: number },
) {
  const command = `stty rows ${rows} cols ${columns}; exec "${process.execPath}" "${main}" ${args}`;
  const variables = {
    ...childEnvironment(),
    PATH: process.env["PATH"] ?? "",
    TERM: "xterm-256color",
    NO_COLOR: "1",
    ...env,
  };
  // The program `script` of util-linux gives the command a pseudo-terminal, and passes on what is typed.
  const child = spawn("script", ["--quiet", "--flush", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    env: variables,
  });
  const screen = createScreen(columns, rows);
  child.stdout.on("data", (data: Uint8Array) => screen.stream.write(data));
  const ended = once(child, "close").then(([code]) => Number(code));
  return {
    screen,
    ended,
    type: (keys: string) => child.stdin.write(keys),
    /** Waits until the screen has the pattern. */
    async showed(pattern: RegExp): Promise<string> {
      for (;;) {
        const text = await screen.text();
        if (pattern.test(text)) return text;
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${text}`);
        await Promise.race([once(child.stdout, "data"), ended]);
      }
    },
  };
}
