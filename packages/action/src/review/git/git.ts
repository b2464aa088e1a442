import { execFile } from "node:child_process";
import type { Env } from "../../github/inputs.ts";
import { Problem } from "../../github/problem.ts";

/** Git's plumbing in a folder of a clone. Nothing is checked out, and no filter, hook or driver of the repository runs. */
export interface Git {
  /** Standard output of a command that must succeed. */
  read(args: readonly string[]): Promise<Buffer>;
  /** The same, and undefined where the command says no (code 1). */
  ask(args: readonly string[]): Promise<Buffer | undefined>;
  /** For a command that is spoken with. */
  readonly command: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
}

/** More than the longest list of changed files that is of use; longer output is a failure. */
const longestOutput = 256 * 1024 * 1024;

/** @param folder A folder of the clone; paths that commands take and give are relative to it. */
export function openGit(folder: string, env: Env): Git {
  const command = {
    // The runner's user need not own the clone: in a container job it does not.
    args: ["-C", folder, "-c", "safe.directory=*", "--no-pager", "--no-optional-locks", "--literal-pathspecs"],
    env: gitEnv(env),
  };
  const run = (args: readonly string[], codes: readonly number[]) =>
    new Promise<{ readonly code: number; readonly output: Buffer }>((resolve, reject) => {
      const options = { encoding: "buffer", maxBuffer: longestOutput, env: command.env } as const;
      execFile("git", [...command.args, ...args], options, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === "number" && codes.includes(code)) resolve({ code, output: stdout });
        else reject(failure(args, code, stderr.toString()));
      });
    });
  return {
    command,
    read: async (args) => (await run(args, [0])).output,
    async ask(args) {
      const { code, output } = await run(args, [0, 1]);
      return code === 0 ? output : undefined;
    },
  };
}

function failure(args: readonly string[], code: unknown, stderr: string): Problem {
  if (code === "ENOENT")
    return new Problem("A review reads the parameter files through git, and there is no git here.");
  if (stderr.includes("not a git repository"))
    return new Problem(
      "A review reads the parameter files through git, and working-directory is in no clone: put actions/checkout with fetch-depth: 0 before it.",
    );
  return new Problem(`git ${args[0] ?? ""} failed: ${stderr.trim().split("\n").at(-1) ?? `code ${code}`}`);
}

/** What a workflow has set for git of its own (another repository, replaced objects) does not count; nor is anybody asked for a password. */
function gitEnv(env: Env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") && !name.startsWith("INPUT_"));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: "0", GIT_NO_REPLACE_OBJECTS: "1", LC_ALL: "C" };
}
