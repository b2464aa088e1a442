import { count } from "@analytics-engines/core/basics";
import type { SweepJob } from "@analytics-engines/core/files";
import { familyOfSweep } from "@analytics-engines/core/parameters";
import { committedText, MAX_FILE_BYTES, objectsOf } from "../files/parameter-files.ts";
import type { Git } from "../git/git.ts";
import { readContents } from "../git/objects.ts";
import { listTree, type TreeChange, type TreeFile } from "../git/tree.ts";
import { checkCommittedSweep } from "../sweep/committed-sweep.ts";
import type { Commits } from "./find-commits.ts";
import { type ReadChange, referencesAdded } from "./parameter-review.ts";

type Tree = ReadonlyMap<string, TreeFile>;

/** Reads the changes of sweeps between two commits, also of those whose template or rows alone changed. */
export async function readSweepChanges(
  git: Git,
  { mergeBase, head }: Pick<Commits, "mergeBase" | "head">,
  changes: readonly TreeChange[],
): Promise<readonly ReadChange[]> {
  const treeOf = async (commit: string) => new Map((await listTree(git, commit)).map((file) => [file.path, file]));
  const [before, after] = [await treeOf(mergeBase), await treeOf(head)];
  const changedPaths = new Set(changes.flatMap(({ path, from = path }) => [path, from]));
  const ownChanges = new Map(changes.map((change) => [change.path, change]));
  const removedPaths = changes.flatMap(({ kind, path }) => (kind === "removed" ? path : []));
  const result: ReadChange[] = [];
  for (const path of [...after.keys(), ...removedPaths].filter((name) => familyOfSweep(name) !== undefined).sort()) {
    const ownChange = ownChanges.get(path);
    const names = await listFiles(git, path, after.get(path) ?? before.get(path));
    const sources = names.filter((name) => changedPaths.has(name));
    if (ownChange === undefined && sources.length === 0) continue;
    const { kind = "changed", from } = ownChange ?? {};
    const was = await readSweepAt(git, from ?? path, before);
    const is = await readSweepAt(git, path, after);
    result.push({ kind, path, from, sources, ...(await compareVersions(was, is)) });
  }
  return result;
}

/** The files that a sweep names. */
async function listFiles(git: Git, path: string, file: TreeFile | undefined): Promise<readonly string[]> {
  const { listSweepFiles } = await import("../sweep/check-sweep.ts");
  const read = await readText(git, file);
  return "text" in read ? listSweepFiles(read.text, path) : [];
}

/** The jobs of a sweep, or why there are none: the rest of a sentence that begins with it. `undefined` where the commit does not have it. */
type SweepVersion = { readonly jobs: readonly SweepJob[] } | { readonly problem: string } | undefined;

async function readSweepAt(git: Git, path: string, tree: Tree): Promise<SweepVersion> {
  const file = tree.get(path);
  if (file === undefined || familyOfSweep(path) === undefined) return undefined;
  const read = await readText(git, file);
  if ("problem" in read) return read;
  const files = await checkCommittedSweep(git, path, read.text, { unknownProperties: "warning" }, tree);
  const errors = files.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error").length;
  return errors > 0 ? { problem: `has ${count(errors, "error")}` } : { jobs: files[0].sweep?.jobs ?? [] };
}

async function readText(git: Git, file: TreeFile | undefined) {
  return committedText(file, await readContents(git, objectsOf(file === undefined ? [] : [file]), MAX_FILE_BYTES));
}

async function compareVersions(was: SweepVersion, is: SweepVersion) {
  const { compareSweeps, rowsOfJob } = await import("@analytics-engines/core/files");
  const isInvalid = is !== undefined && "problem" in is;
  const nothing = { isInvalid, changes: undefined, units: [], newReferences: [] };
  if (was !== undefined && "problem" in was) return { ...nothing, problem: `The sweep ${was.problem} on the base.` };
  if (isInvalid) return { ...nothing, problem: `The sweep ${is.problem} in the head.` };
  const newReferences = is === undefined ? [] : referencesAdded(was?.jobs ?? [], is.jobs);
  const common = { ...nothing, problem: undefined, newReferences };
  if (was !== undefined && is !== undefined) return { ...common, changes: compareSweeps(was.jobs, is.jobs) };
  return { ...common, units: ((was ?? is)?.jobs ?? []).flatMap(rowsOfJob) };
}
