import path from "node:path";
import type { Readable } from "node:stream";
import { UserError } from "../user-error.ts";
import { type Git, oneLine } from "./git.ts";

/** The commit that a name stands for; `undefined` where there is none. */
export async function findCommit(git: Git, name: string): Promise<string | undefined> {
  const output = await git.ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  return output && oneLine(output);
}

/** The commit of the branch, tag or commit that a change goes to. The branch on the server counts before a local one of that name. */
export async function findBase(git: Git, name: string): Promise<string | undefined> {
  return (
    (await findCommit(git, `refs/remotes/origin/${name}`)) ??
    (await findCommit(git, `refs/heads/${name}`)) ??
    (await findCommit(git, name))
  );
}

/** The best common ancestor of two commits; `undefined` where the clone has none. */
export async function findMergeBase(git: Git, first: string, second: string): Promise<string | undefined> {
  const output = await git.ask(["merge-base", "--end-of-options", first, second]);
  return output && oneLine(output);
}

/** The parents of a commit: two or more of a merge, none of the first one. */
export async function readParents(git: Git, commit: string): Promise<readonly string[]> {
  const [, ...parents] = oneLine(await git.read(["rev-list", "--parents", "--max-count=1", commit])).split(" ");
  return parents;
}

/** What to do where a commit is missing because the clone lacks a part of the history; empty for a clone that has all of it. */
export async function shallowHint(git: Git): Promise<string> {
  const isShallow = oneLine(await git.read(["rev-parse", "--is-shallow-repository"])) === "true";
  return isShallow ? ": the clone is shallow. Set fetch-depth: 0 in the step with actions/checkout" : "";
}

/** A file of a commit. */
export interface TreeFile {
  /** The object that holds its content. */
  readonly id: string;
  /** Whether it is a file of the repository itself, not a link. */
  readonly isFile: boolean;
}

/** A file of a commit with its path. */
export interface CommittedFile extends TreeFile {
  /** Relative to git's folder, with `/`. A commit can hold any bytes as a name. */
  readonly path: string;
}

export interface TreeChange {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** Relative to git's folder, with `/`; of a removed file, its old path. */
  readonly path: string;
  /** The old path of a renamed file. */
  readonly from?: string;
  readonly before?: TreeFile;
  readonly after?: TreeFile;
}

/** Files that changed from one commit to another below git's folder. */
export async function readTreeChanges(git: Git, before: string, after: string): Promise<readonly TreeChange[]> {
  // Git collects all changes before it prints the first, so a commit with too many files is refused here.
  await listTree(git, after);
  const options = ["-r", "-z", "--raw", "--find-renames", "-l5000", "--no-abbrev"];
  const [relative, limit] = git.prefix === "" ? [[], []] : [[`--relative=${git.prefix}`], ["--", git.prefix]];
  const output = await git.read(["diff-tree", ...options, ...relative, before, after, ...limit]);
  const fields = output.toString("utf8").split("\0");
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [oldMode = "", newMode = "", oldId = "", newId = "", status = ""] = (fields[at] ?? "").slice(1).split(" ");
    const file = fields[at + 1] ?? "";
    const [was, is] = [readFile(oldMode, oldId), readFile(newMode, newId)];
    if (status.startsWith("R")) {
      changes.push({ kind: "renamed", path: fields[at + 2] ?? "", from: file, before: was, after: is });
      at += 3;
      continue;
    }
    if (status === "A") changes.push({ kind: "added", path: file, after: is });
    else if (status === "D") changes.push({ kind: "removed", path: file, before: was });
    else changes.push({ kind: "changed", path: file, before: was, after: is });
    at += 2;
  }
  return changes;
}

/**
 * The files of a commit, with links and without submodules.
 *
 * @param within a file or folder relative to git's folder; default: everything below git's folder
 */
export async function listTree(git: Git, commit: string, within = ""): Promise<readonly CommittedFile[]> {
  const target = path.posix.normalize(`${git.prefix}${within}`);
  const limit = target === "." ? [] : ["--", target];
  const output = await git.read(["ls-tree", "-r", "-z", "--full-tree", commit, ...limit]);
  return output
    .toString("utf8")
    .split("\0")
    .flatMap((entry) => {
      // MODE TYPE OBJECT<tab>PATH
      const tab = entry.indexOf("\t");
      const [mode = "", type = "", id = ""] = entry.slice(0, Math.max(0, tab)).split(" ");
      return type === "blob" ? [{ path: entry.slice(tab + 1 + git.prefix.length), ...readFile(mode, id) }] : [];
    });
}

/** The files of a commit by path. */
export type Tree = ReadonlyMap<string, CommittedFile>;

export async function readTree(git: Git, commit: string): Promise<Tree> {
  return new Map((await listTree(git, commit)).map((file) => [file.path, file]));
}

function readFile(mode: string, id: string): TreeFile {
  return { id, isFile: mode.startsWith("100") };
}

/** Receives the content of an object; `undefined` where it is larger than the limit. The next object waits for the promise. */
type TakeObject = (id: string, content: Buffer | undefined) => void | Promise<void>;

/**
 * Reads contents by object id, with one process, in the order of the ids.
 *
 * @param limit bytes
 * @throws UserError where the clone lacks one
 */
export async function readObjects(git: Git, ids: readonly string[], limit: number, take: TakeObject): Promise<void> {
  if (ids.length === 0) return;
  const input = ids.map((id) => `${id}\n`).join("");
  await git.pipe(["cat-file", "--batch"], input, (output) => readBatch(output, limit, take));
}

/** Reads contents that fit into memory together, by object id; `undefined` for an object that is larger than the limit. Throws as `readObjects`. */
export async function readContents(git: Git, ids: Iterable<string>, limit: number): Promise<Contents> {
  const contents = new Map<string, Buffer | undefined>();
  await readObjects(git, [...new Set(ids)], limit, (id, content) => void contents.set(id, content));
  return contents;
}

/** By object id. */
export type Contents = ReadonlyMap<string, Buffer | undefined>;

/** `OBJECT TYPE SIZE`, a line feed, the content, a line feed; and so on. */
async function readBatch(output: Readable, limit: number, take: TakeObject): Promise<void> {
  let pending: Buffer[] = [];
  let length = 0;
  let head: { readonly id: string; readonly size: number } | undefined;
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
          await take(head.id, undefined);
          skip = head.size + 1;
          head = undefined;
        }
      } else {
        const part = chunk.subarray(0, head.size + 1 - length);
        pending.push(part);
        length += part.length;
        chunk = chunk.subarray(part.length);
        if (length <= head.size) continue;
        await take(head.id, Buffer.concat(pending, head.size));
        pending = [];
        length = 0;
        head = undefined;
      }
    }
  }
}

function readHead(line: string): { readonly id: string; readonly size: number } {
  const [id = "", type, size = ""] = line.split(" ");
  if (type !== "blob" || !/^\d+$/.test(size))
    throw new UserError(`git has no content for ${id}: ${type ?? "nothing"}. Check out without a filter.`);
  return { id, size: Number(size) };
}
