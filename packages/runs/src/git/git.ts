import { spawn } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { removeTemporaryNow } from "../files/busy-files.ts";
import { isInside } from "../files/paths.ts";
import { UserError } from "../user-error.ts";
import {
  configurationOf,
  findRepository,
  mirrorRepository,
  type RepositoryFolders,
  writeConfiguration,
} from "./repository.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Git's plumbing in a folder of a clone. It reads git's objects, never the checked-out files. It obeys no configuration, so it runs no hook,
 * filter or driver, and fetches nothing. Refs that other programs change later may be missing: open the folder again after a fetch.
 */
export interface Git extends Disposable {
  /** The folder relative to the top of the repository, with `/`, also at its end; empty for the top. Commands take paths from the top. */
  readonly prefix: string;
  /** The file with the repository's configuration, which git ignores: read it with `config --file` and `--no-includes`. */
  readonly configuration: string | undefined;
  /** Standard output of a command that must succeed. */
  read(args: readonly string[]): Promise<Buffer>;
  /** Standard output of a command; `undefined` where it answers no (exit code 1). */
  ask(args: readonly string[]): Promise<Buffer | undefined>;
  /** Runs a command with an input and passes on its standard output as it arrives. */
  pipe(args: readonly string[], input: string, take: (output: Readable) => Promise<void>): Promise<void>;
}

/** The longest output that is held, bytes: about a million paths. A commit of a few bytes can expand to billions of them. */
const MAX_OUTPUT = 128 * 1024 * 1024;
/** Each command ends within seconds, also in a large repository. A program in the place of git, or a dead network drive, may never do. */
const MAX_TIME_MS = 120_000;

/** A command of git took so long that it was ended. */
export class SlowGitError extends UserError {
  override readonly name = "SlowGitError";
  constructor(command: string, seconds: number) {
    super(
      `git ${command} did not end within ${seconds} s and was ended. Run git there by hand to see what it waits for, such as a dialog or a network drive.`,
    );
  }
}

/**
 * Opens the repository that a folder belongs to. The folder itself need not exist: nothing has to be checked out. Dispose the result: it
 * has a temporary folder.
 *
 * @param env the variables of the process. PATH names the folders where git can be; git's own variables are ignored.
 * @param maxTimeMs how long a command may take, milliseconds
 * @throws UserError where there is no repository or no git; SlowGitError, as each command, where git takes too long
 *
 * @example
 * ```ts
 * import { findCommit, openGit } from "@analytics-engines/runs/run";
 *
 * using git = await openGit(process.cwd(), process.env);
 * console.log(await findCommit(git, "HEAD"));
 * ```
 */
export async function openGit(folder: string, env: Env, maxTimeMs = MAX_TIME_MS): Promise<Git> {
  const repository = findRepository(folder);
  if (repository === undefined)
    throw new UserError(
      `${folder} is not in a git repository that can be read. Add a step with actions/checkout before this one.`,
    );
  const program = findGitProgram(env, repository.top);
  const mirror = mirrorRepository(repository);
  const run: Run = (args, input) =>
    start({ program, mirror, env: gitEnv(env, repository, mirror), maxTimeMs }, args, input);
  const remove = () => removeTemporaryNow(mirror);
  try {
    writeConfiguration(mirror, await readFormats(run, configurationOf(repository)));
  } catch (error) {
    remove();
    throw error;
  }
  return {
    prefix: repository.prefix,
    configuration: configurationOf(repository),
    read: async (args) => (await gather(run(args), args, [0])).output,
    async ask(args) {
      const answer = await gather(run(args), args, [0, 1]);
      return answer.code === 0 ? answer.output : undefined;
    },
    async pipe(args, input, take) {
      await finish(run(args, input), args, [0], take);
    },
    [Symbol.dispose]: remove,
  };
}

/** The formats of hashes and refs that a repository uses. Git cannot read it without them; they start no program. */
async function readFormats(
  run: Run,
  configuration: string | undefined,
): Promise<readonly (readonly [string, string])[]> {
  if (configuration === undefined) return [];
  const args = ["config", "--file", configuration, "--no-includes", "--null", "--get-regexp", "^extensions\\."];
  const { output } = await gather(run(args), args, [0, 1]);
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((entry) => {
      const [, name, value] = /^extensions\.(objectformat|refstorage)\n([a-z0-9]+)$/.exec(entry) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    });
}

/** The output of a command that prints one line. */
export function oneLine(output: Buffer): string {
  return output.toString("utf8").replace(/\n$/, "");
}

type Started = ReturnType<typeof start>;

/** Starts a command of git. */
type Run = (args: readonly string[], input?: string) => Started;

interface GitProcess {
  readonly program: string;
  /** The working directory, so that no program looks for anything among the files of the repository. */
  readonly mirror: string;
  readonly env: NodeJS.ProcessEnv;
  readonly maxTimeMs: number;
}

function start({ program, mirror, env, maxTimeMs }: GitProcess, args: readonly string[], input = "") {
  const child = spawn(program, ["--no-pager", "--no-optional-locks", "--literal-pathspecs", ...args], {
    cwd: mirror,
    stdio: ["pipe", "pipe", "pipe"],
    env,
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
  const timeout = AbortSignal.timeout(maxTimeMs);
  const late = new Promise<never>((_resolve, reject) => {
    timeout.onabort = () => reject(new SlowGitError(args[0] ?? "", maxTimeMs / 1000));
  });
  // The command can end at a moment when nobody waits for this.
  late.catch(() => {});
  return {
    output,
    ended,
    /** Rejects with a `SlowGitError` where the command takes too long. Never resolves. */
    late,
    /** Ends git, and lets go of its output: a program that git started can still have it. */
    stop(): void {
      timeout.onabort = null;
      child.kill("SIGKILL");
      output.destroy();
      child.stderr.destroy();
    },
  };
}

async function gather(started: Started, args: readonly string[], codes: readonly number[]) {
  const chunks: Buffer[] = [];
  let length = 0;
  const ended = await finish(started, args, codes, async (output) => {
    for await (const chunk of output) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_OUTPUT)
        throw new UserError("The repository has more files than can be read. Divide it into several repositories.");
    }
  });
  return { ...ended, output: Buffer.concat(chunks, length) };
}

async function finish(
  { output, ended, late, stop }: Started,
  args: readonly string[],
  codes: readonly number[],
  take: (output: Readable) => Promise<void>,
) {
  try {
    const [{ code, errors }] = await Promise.race([Promise.all([ended, take(output)]), late]);
    if (code === null || !codes.includes(code))
      throw new UserError(
        `git ${args[0] ?? ""} failed: ${firstLine(errors)}. Check the clone with git fsck, or clone the repository again.`,
      );
    return { code, errors };
  } finally {
    stop();
  }
}

/**
 * The environment without the variables of git (which can name another repository) and the inputs of a step. Git reads no configuration but
 * that of the mirror, never asks for a password, and does not fetch what a partial clone lacks.
 */
function gitEnv(env: Env, { commonFolder }: RepositoryFolders, mirror: string): NodeJS.ProcessEnv {
  const variables = Object.entries(env).filter(([name]) => !/^(?:GIT|INPUT)_/i.test(name));
  return {
    ...Object.fromEntries(variables),
    GIT_DIR: mirror,
    GIT_OBJECT_DIRECTORY: path.join(commonFolder, "objects"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: path.join(mirror, "none"),
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replace(/\.$/, "") || "it gave no reason";
}

/** What the search for a program needs of the system. */
interface ProgramSystem {
  readonly platform: NodeJS.Platform;
  /** The path of a program without links; `undefined` if the file is not a program or does not exist. */
  realProgram(file: string): string | undefined;
}

const thisSystem: ProgramSystem = { platform: process.platform, realProgram };

/**
 * The absolute path of git. Only absolute folders of PATH outside of the repository count: a repository can contain a program of that name,
 * and Windows would look in the working directory first.
 *
 * @param repository the top folder of the repository, without links
 * @throws UserError if there is no git
 */
export function findGitProgram(env: Env, repository: string, system = thisSystem): string {
  const isWindows = system.platform === "win32";
  const paths = isWindows ? path.win32 : path.posix;
  for (const entry of pathOf(env, isWindows).split(paths.delimiter)) {
    const folder = isWindows ? entry.replaceAll('"', "") : entry;
    if (!isFixed(folder, isWindows)) continue;
    const program = paths.join(folder, isWindows ? "git.exe" : "git");
    const real = system.realProgram(program);
    if (real !== undefined && ![program, real].some((file) => isInside(repository, file, paths))) return program;
  }
  throw new UserError(
    `No folder of PATH outside of ${repository} contains git. Install git, and add its folder to PATH.`,
  );
}

/** Windows ignores the case of the names of variables. */
function pathOf(env: Env, isWindows: boolean): string {
  const name = isWindows ? Object.keys(env).find((key) => key.toUpperCase() === "PATH") : "PATH";
  return (name === undefined ? undefined : env[name]) ?? "";
}

/** Whether a folder does not depend on the working directory or, on Windows, on the current drive. */
function isFixed(folder: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[a-z]:[\\/]|[\\/]{2})/i.test(folder) : folder.startsWith("/");
}

function realProgram(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}
