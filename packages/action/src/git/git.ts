import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Env } from "../github/inputs.ts";
import { Problem } from "../github/problem.ts";

/** Git's plumbing in a folder of a clone: its objects, never the files that are checked out, nor any hook, filter or driver. */
export interface Git {
  /** The folder, relative to the top of the repository: with `/`, also at its end, unless it is the top. Commands run at the top. */
  readonly prefix: string;
  /** Standard output of a command that must succeed. */
  read(args: readonly string[]): Promise<Buffer>;
  /** The same, and undefined where the command says no (code 1). */
  ask(args: readonly string[]): Promise<Buffer | undefined>;
  /** Hands a command its input, and over what it prints as it comes. */
  pipe(args: readonly string[], input: string, take: (output: Readable) => Promise<void>): Promise<void>;
}

/** A million paths: a commit of a few bytes can unfold into billions of them. */
const longestOutput = 128 * 1024 * 1024;

/**
 * Opens the repository that a folder stands in. The folder itself need not be there: nothing has to be checked out.
 *
 * @throws Problem where there is no repository, and where there is no git
 */
export async function openGit(folder: string, env: Env): Promise<Git> {
  const existing = nearestExisting(folder);
  const asked = ["rev-parse", "--show-cdup", "--show-prefix"];
  const { code, output, errors } = await gather(start(existing, asked, env), asked, [0, 128]);
  if (code !== 0)
    throw new Problem(
      `${folder} is in no git repository that can be read: ${firstLine(errors)}. Is there a step with actions/checkout before this one?`,
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

/** What a command prints that prints one line. */
export function oneLine(output: Buffer): string {
  return output.toString("utf8").replace(/\n$/, "");
}

interface Started {
  readonly output: Readable;
  /** Its code, and the end of what it says on standard error. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
  stop(): void;
}

function start(cwd: string, args: readonly string[], env: Env, input = ""): Started {
  // The folder is the one that the workflow names, whoever owns it: in a container that is somebody else than who runs the step. A bare
  // repository among the checked-out files is nobody's but their author's.
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
  // A git that ends early says why on its own.
  child.stdin.on("error", () => {}).end(input);
  const ended = new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.once("error", (error) =>
      reject(new Problem(`git is needed here, and could not be started: ${error.message}.`)),
    );
    child.once("close", (code) => resolve({ code, errors }));
  });
  return { output: child.stdout, ended, stop: () => void child.kill() };
}

async function gather(started: Started, args: readonly string[], codes: readonly number[]) {
  const chunks: Buffer[] = [];
  let length = 0;
  const ended = await finish(started, args, codes, async (output) => {
    for await (const chunk of output) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > longestOutput) throw new Problem("The repository holds more files than can be looked through.");
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
    if (code === null || !codes.includes(code)) throw new Problem(`git ${args[0] ?? ""} failed: ${firstLine(errors)}.`);
    return { code, errors };
  } finally {
    stop();
  }
}

/** What a workflow has set for git of its own (another repository, replaced objects) does not count; nor is anybody asked for a password. */
function gitEnv(env: Env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("GIT_") && !name.startsWith("INPUT_"));
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: "0", GIT_NO_REPLACE_OBJECTS: "1", LC_ALL: "C" };
}

function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replace(/\.$/, "") || "it gave no reason";
}
