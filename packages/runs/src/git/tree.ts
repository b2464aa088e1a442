import path from "node:path";
import type { Git } from "./git.ts";

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

function readFile(mode: string, id: string): TreeFile {
  return { id, isFile: mode.startsWith("100") };
}
