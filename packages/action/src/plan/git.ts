import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { Problem } from "../github/problem.ts";

/** A file of a commit. */
export interface CommittedFile {
  /** Relative to the folder that was listed, with `/`. */
  readonly path: string;
  /** The object that holds its content. */
  readonly object: string;
  readonly isLink: boolean;
}

/** A repository that is read by git's plumbing alone: its objects, never the files that are checked out, nor any hook, filter or driver. */
export interface Repository {
  /** The folder that is planned, relative to the top of the repository, with `/` and, unless it is the top, one at the end. */
  readonly prefix: string;
  /** The commit that a name stands for; `undefined` where there is none. */
  resolve(name: string): Promise<string | undefined>;
  /** The best common ancestor of two commits; `undefined` where none is known here. */
  mergeBase(a: string, b: string): Promise<string | undefined>;
  isShallow(): Promise<boolean>;
  /** All files of a commit below the folder that is planned, links included; submodules are left out. */
  list(commit: string): Promise<readonly CommittedFile[]>;
  /** Hands over the content of each object, `undefined` where it is larger than `limit` bytes. */
  read(
    objects: readonly string[],
    limit: number,
    each: (object: string, content: Buffer | undefined) => void,
  ): Promise<void>;
}

/**
 * Opens the repository that a folder stands in. The folder itself need not be there: nothing has to be checked out.
 *
 * @throws Problem where there is no repository, and where there is no git
 */
export async function openRepository(planned: string): Promise<Repository> {
  const folder = nearestExisting(planned);
  const git = (args: readonly string[]) => run(folder, args);
  const inside = await git(["rev-parse", "--show-prefix"]);
  if (inside.code !== 0)
    throw new Problem(
      `${planned} is in no git repository that can be read: ${firstLine(inside.errors)}. Is there a step with actions/checkout before this one?`,
    );
  const missing = path.relative(folder, planned).split(path.sep).join("/");
  const prefix = withoutLineEnd(inside.output.toString("utf8")) + (missing === "" ? "" : `${missing}/`);
  return {
    prefix,
    async resolve(name) {
      const { code, output } = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
      return code === 0 ? withoutLineEnd(output.toString("utf8")) : undefined;
    },
    async mergeBase(a, b) {
      const { code, output } = await git(["merge-base", "--end-of-options", a, b]);
      return code === 0 ? withoutLineEnd(output.toString("utf8")) : undefined;
    },
    async isShallow() {
      return (
        withoutLineEnd((await expected(git, ["rev-parse", "--is-shallow-repository"])).toString("utf8")) === "true"
      );
    },
    async list(commit) {
      // What is not there in this commit has no files in it.
      const tree = prefix === "" ? `${commit}^{tree}` : `${commit}:${prefix.slice(0, -1)}`;
      const { code, output } = await git(["rev-parse", "--verify", "--quiet", "--end-of-options", tree]);
      if (code !== 0) return [];
      const entries = await expected(git, [
        "ls-tree",
        "-r",
        "-z",
        "--full-tree",
        "--end-of-options",
        withoutLineEnd(output.toString("utf8")),
      ]);
      return entries.toString("utf8").split("\0").flatMap(readEntry);
    },
    async read(objects, limit, each) {
      if (objects.length === 0) return;
      const { code, errors } = await run(folder, ["cat-file", "--batch"], {
        input: objects.map((object) => `${object}\n`).join(""),
        take: (output) => readBatch(output, limit, each),
      });
      if (code !== 0) throw new Problem(`git could not read the parameter files: ${firstLine(errors)}.`);
    },
  };
}

interface Ended {
  readonly code: number | null;
  readonly output: Buffer;
  readonly errors: string;
}

interface RunOptions {
  readonly input?: string;
  /** Takes the output as it comes, instead of its being gathered. */
  readonly take?: (output: Readable) => Promise<void>;
}

async function run(folder: string, args: readonly string[], { input, take }: RunOptions = {}): Promise<Ended> {
  // The folder is the one that the workflow names, whoever owns it: in a container that is somebody else than who runs the step. A bare
  // repository among the checked-out files is nobody's but their author's.
  const child = spawn("git", ["-c", "safe.directory=*", "-c", "safe.bareRepository=explicit", ...args], {
    cwd: folder,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_NO_REPLACE_OBJECTS: "1",
    },
  });
  const chunks: Buffer[] = [];
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-10_000);
  });
  // A git that ends early says why on its own.
  child.stdin.on("error", () => {}).end(input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", (error) =>
      reject(new Problem(`git could not be started in ${folder}: ${error.message}. plan needs it.`)),
    );
    child.once("close", resolve);
  });
  const gather = async () => {
    for await (const chunk of child.stdout) chunks.push(chunk);
  };
  const [code] = await Promise.all([ended, take === undefined ? gather() : take(child.stdout)]);
  return { code, output: Buffer.concat(chunks), errors };
}

async function expected(git: (args: readonly string[]) => Promise<Ended>, args: readonly string[]): Promise<Buffer> {
  const { code, output, errors } = await git(args);
  if (code !== 0) throw new Problem(`git ${args[0]} failed: ${firstLine(errors)}.`);
  return output;
}

/** `MODE TYPE OBJECT<tab>PATH` */
function readEntry(entry: string): CommittedFile[] {
  const at = entry.indexOf("\t");
  const [mode = "", type = "", object = ""] = entry.slice(0, Math.max(0, at)).split(" ");
  return type === "blob" ? [{ path: entry.slice(at + 1), object, isLink: mode === "120000" }] : [];
}

/** `OBJECT TYPE SIZE`, a line feed, the content, a line feed; again and again. */
async function readBatch(
  output: Readable,
  limit: number,
  each: (object: string, content: Buffer | undefined) => void,
): Promise<void> {
  let pending: Buffer[] = [];
  let length = 0;
  let head: { readonly object: string; readonly size: number } | undefined;
  let skip = 0;
  for await (const data of output) {
    let chunk: Buffer = data;
    while (chunk.length > 0) {
      if (skip > 0) {
        const passed = Math.min(skip, chunk.length);
        skip -= passed;
        chunk = chunk.subarray(passed);
      } else if (head === undefined) {
        const end = chunk.indexOf(10);
        pending.push(end < 0 ? chunk : chunk.subarray(0, end));
        chunk = end < 0 ? chunk.subarray(chunk.length) : chunk.subarray(end + 1);
        if (end < 0) continue;
        head = readHead(Buffer.concat(pending).toString("utf8"));
        pending = [];
        if (head.size > limit) {
          each(head.object, undefined);
          skip = head.size + 1;
          head = undefined;
        }
      } else {
        const part = chunk.subarray(0, head.size + 1 - length);
        pending.push(part);
        length += part.length;
        chunk = chunk.subarray(part.length);
        if (length <= head.size) continue;
        each(head.object, Buffer.concat(pending, head.size));
        pending = [];
        length = 0;
        head = undefined;
      }
    }
  }
}

function readHead(line: string): { readonly object: string; readonly size: number } {
  const [object = "", type, size = ""] = line.split(" ");
  if (type !== "blob" || !/^\d+$/.test(size))
    throw new Problem(`git has no content for ${object}: ${type ?? "nothing"}. Check out without a filter.`);
  return { object, size: Number(size) };
}

function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}

function withoutLineEnd(text: string): string {
  return text.replace(/\n$/, "");
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replace(/\.$/, "") || "it gave no reason";
}
