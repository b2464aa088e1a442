import type { Git } from "./git.ts";

/** A file as it stands in a commit. */
export interface TreeFile {
  readonly id: string;
  /** A file of the repository itself, and no link, no other repository. */
  readonly isFile: boolean;
}

export interface TreeChange {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** Relative to git's folder, with `/`; of what was removed, where it was. */
  readonly path: string;
  /** Of what was renamed, where it was. */
  readonly from?: string;
  readonly before?: TreeFile;
  readonly after?: TreeFile;
}

/** Files that changed from one commit to another below git's folder. Names are whatever bytes a commit holds. */
export async function readTreeChanges(git: Git, before: string, after: string): Promise<readonly TreeChange[]> {
  const options = ["-r", "-z", "--raw", "--relative", "--find-renames", "-l5000", "--no-abbrev"];
  const fields = (await git.read(["diff-tree", ...options, before, after])).toString("utf8").split("\0");
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [oldMode = "", newMode = "", oldId = "", newId = "", status = ""] = (fields[at] ?? "").slice(1).split(" ");
    const path = fields[at + 1] ?? "";
    const [was, is] = [file(oldMode, oldId), file(newMode, newId)];
    if (status.startsWith("R")) {
      changes.push({ kind: "renamed", path: fields[at + 2] ?? "", from: path, before: was, after: is });
      at += 3;
      continue;
    }
    if (status === "A") changes.push({ kind: "added", path, after: is });
    else if (status === "D") changes.push({ kind: "removed", path, before: was });
    else changes.push({ kind: "changed", path, before: was, after: is });
    at += 2;
  }
  return changes;
}

/** The files of a commit at a path: the file itself, or all below a folder, by their paths relative to git's folder. */
export async function listTree(git: Git, commit: string, path: string): Promise<ReadonlyMap<string, TreeFile>> {
  const output = (await git.read(["ls-tree", "-r", "-z", commit, "--", path])).toString("utf8");
  return new Map(
    output
      .split("\0")
      .filter((line) => line !== "")
      .map((line) => {
        const tab = line.indexOf("\t");
        const [mode = "", , id = ""] = line.slice(0, tab).split(" ");
        return [line.slice(tab + 1), file(mode, id)];
      }),
  );
}

function file(mode: string, id: string): TreeFile {
  return { id, isFile: mode.startsWith("100") };
}
