import { spawn } from "node:child_process";
import path from "node:path";
import type { Readable } from "node:stream";
import { nearestExisting } from "../files/write-inside.ts";
import { UserError } from "../user-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Git's plumbing in a folder of a clone. It reads git's objects, never the checked-out files, and runs no hook, filter or driver. */
export interface Git {
  /** The folder relative to the top of the repository, with `/`, also at its end; empty for the top. Commands run at the top. */
  readonly prefix: string;
  /** Standard output of a command that must succeed. */
  read(args: readonly string[]): Promise<Buffer>;
  /** Standard output of a command; `undefined` where it answers no (exit code 1). */
  ask(args: readonly string[]): Promise<Buffer | undefined>;
  /** Runs a command with an input and passes on its standard output as it arrives. */
  pipe(args: readonly string[], input: string, take: (output: Readable) => Promise<void>): Promise<void>;
}

/** The longest output that is held, bytes: about a million paths. A commit of a few bytes can expand to billions of them. */
const MAX_OUTPUT = 128 * 1024 * 1024;

/**
 * Opens the repository that a folder belongs to. The folder itself need not exist: nothing has to be checked out.
 *
 * @throws UserError where there is no repository or no git
 *
 * @example
 * ```ts
 * import { findCommit, openGit } from "@analytics-engines/runs/git";
 *
 * const git = await openGit(process.cwd(), process.env);
 * console.log(await findCommit(git, "HEAD"));
 * ```
 */
export async function openGit(folder: string, env: Env): Promise<Git> {
  const existing = nearestExisting(folder);
  const asked = ["rev-parse", "--show-cdup", "--show-prefix"];
  const { code, output, errors } = await gather(start(existing, asked, env), asked, [0, 128]);
  if (code !== 0)
    throw new UserError(
      `${folder} is not in a git repository that can be read: ${firstLine(errors)}. Add a step with actions/checkout before this one.`,
    );
  const [up = "", ...within] = oneLine(output).split("\n");
  const missing = path.relative(existing, folder).split(path.sep).join("/");
  const top = path.resolve(existing, up);
  const run = (args: readonly string[], codes: readonly number[]) => gather(start(top, args, env), args, codes);
  return {
    prefix: within.join("\n") + (missing === "" ? "" : `${missing}/`),
    read: async (args) => (await run(args, [0])).output,
    async ask(args) {
      const answer = await run(args, [0, 1]);
      return answer.code === 0 ? answer.output : undefined;
    },
    async pipe(args, input, take) {
      await finish(start(top, args, env, input), args, [0], take);
    },
  };
}

/** The output of a command that prints one line. */
export function oneLine(output: Buffer): string {
  return output.toString("utf8").replace(/\n$/, "");
}

type Started = ReturnType<typeof start>;

function start(cwd: string, args: readonly string[], env: Env, input = "") {
  // The folder is the one that the user names, although in a container another user can own it. A bare repository among the checked-out
  // files is not trusted: a pull request can add one.
  const safe = ["-c", "safe.directory=*", "-c", "safe.bareRepository=explicit"];
  const child = spawn("git", [...safe, "--no-pager", "--no-optional-locks", "--literal-pathspecs", ...args], {
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
    env: gitEnv(env),
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-10_000);
  });
  // A git that ends early reports why on standard error.
  child.stdin.on("error", () => {}).end(input);
  /** The exit code, and the end of standard error. */
  const ended = new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.once("error", (error) => reject(new UserError(`git could not be started: ${error.message}. Install git.`)));
    child.once("close", (code) => resolve({ code, errors }));
  });
  const output: Readable = child.stdout;
  return { output, ended, stop: () => void child.kill() };
}

async function gather(started: Started, args: readonly string[], codes: readonly number[]) {
  const chunks: Buffer[] = [];
  let length = 0;
  const ended = await finish(started, args, codes, async (output) => {
    for await (const chunk of output) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_OUTPUT) throw new UserError("The repository has more files than can be read.");
    }
  });
  return { ...ended, output: Buffer.concat(chunks, length) };
}

async function finish(
  { output, ended, stop }: Started,
  args: readonly string[],
  codes: readonly number[],
  take: (output: Readable) => Promise<void>,
) {
  try {
    const [{ code, errors }] = await Promise.all([ended, take(output)]);
    if (code === null || !codes.includes(code))
      throw new UserError(`git ${args[0] ?? ""} failed: ${firstLine(errors)}.`);
    return { code, errors };
  } finally {
    stop();
  }
}

/** The environment without the variables of git (which can name another repository) and the inputs of a step. Git never asks for a password. */
function gitEnv(env: Env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") && !name.startsWith("INPUT_"));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: "0", GIT_NO_REPLACE_OBJECTS: "1", LC_ALL: "C" };
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replace(/\.$/, "") || "it gave no reason";
}
