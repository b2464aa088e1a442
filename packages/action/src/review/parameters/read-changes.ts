import type { FamilyId } from "@analytics-engines/core/families/facts";
import {
  canonicalText,
  compareParameters,
  familyByName,
  listReferences,
  type ParameterFile,
  type Reference,
  readParameterFile,
} from "@analytics-engines/core/parameters";
import type { Git } from "../../git/git.ts";
import { readObjects } from "../../git/objects.ts";
import { readTreeChanges, type TreeChange, type TreeFile } from "../../git/tree.ts";
import { count } from "../../github/format.ts";
import { decodeText } from "../../workspace/decode-text.ts";
import { fileSizeLimit } from "../../workspace/find-files.ts";
import type { Commits } from "../commits.ts";
import type { ParameterReview } from "./parameter-review.ts";

/** A change of a file, with the references that are new in it. */
export interface ReadChange extends Omit<ParameterReview, "references"> {
  readonly newReferences: readonly Reference[];
}

/**
 * What changed of the parameter files between two commits, read from git's objects: nothing of the head is checked out.
 *
 * @param families The families of files that a run computed, by path: their names need not tell.
 */
export async function readParameterChanges(
  git: Git,
  { mergeBase, head }: Commits,
  families: ReadonlyMap<string, FamilyId>,
): Promise<readonly ReadChange[]> {
  const isParameterFile = (path: string | undefined) =>
    path !== undefined && (families.has(path) || familyByName(path) !== undefined);
  const changes = (await readTreeChanges(git, mergeBase, head)).filter(
    ({ path, from }) => isParameterFile(path) || isParameterFile(from),
  );
  const contents: Contents = new Map();
  const ids = changes.flatMap(({ before, after }) => [before, after].flatMap((file) => (file?.isFile ? file.id : [])));
  await readObjects(git, [...new Set(ids)], fileSizeLimit, (id, content) => void contents.set(id, content));
  return pairMoved(contents, changes, families).map((change) => readChange(contents, change, families));
}

/** By object id; undefined for what is too large. */
type Contents = Map<string, Buffer | undefined>;

/**
 * Takes a file that was moved and reformatted in one change, which git calls removed and added, for renamed: its parameters are those of
 * one file that is gone and of one that is new, and of no other.
 */
function pairMoved(
  contents: Contents,
  changes: readonly TreeChange[],
  families: ReadonlyMap<string, FamilyId>,
): readonly TreeChange[] {
  const byParameters = (kind: TreeChange["kind"]) =>
    Map.groupBy(
      changes.filter((change) => change.kind === kind),
      (change) => parametersKey(contents, change, families),
    );
  const removed = byParameters("removed");
  const renamed = new Map<TreeChange, TreeChange | undefined>();
  for (const [key, [after, otherAfter]] of removed.size === 0 ? [] : byParameters("added")) {
    const [before, otherBefore] = removed.get(key) ?? [];
    if (key === undefined || !before?.before || !after?.after || otherBefore || otherAfter) continue;
    renamed.set(before, undefined);
    renamed.set(after, {
      kind: "renamed",
      path: after.path,
      from: before.path,
      before: before.before,
      after: after.after,
    });
  }
  return changes.flatMap((change) => (renamed.has(change) ? (renamed.get(change) ?? []) : change));
}

/** The same for files of the same family and parameters, however they are written; undefined for what cannot be read. */
function parametersKey(
  contents: Contents,
  { path, before, after }: TreeChange,
  families: ReadonlyMap<string, FamilyId>,
): string | undefined {
  const file = before ?? after;
  const parameters = parametersOf(file && readFile(contents, file, path, families.get(path)));
  return parameters?.request && `${parameters.family} ${canonicalText(parameters)}`;
}

function readChange(
  contents: Contents,
  { kind, path, from, before, after }: TreeChange,
  families: ReadonlyMap<string, FamilyId>,
): ReadChange {
  const family = families.get(path) ?? (from === undefined ? undefined : families.get(from));
  const was = before && readFile(contents, before, from ?? path, family);
  const is = after && readFile(contents, after, path, family);
  const change = { kind, path, from, isInvalid: problemOf(is, "in the head") !== undefined };
  const nothing = { changes: undefined, units: [], newReferences: [] };
  const problem = problemOf(was, "on the base") ?? problemOf(is, "in the head");
  // Where both are read, one of them may still be added or removed.
  if (problem !== undefined) return { ...change, ...nothing, problem };
  const [old, now] = [parametersOf(was), parametersOf(is)];
  const newReferences = now === undefined ? [] : referencesAdded(old, now);
  if (old === undefined || now === undefined)
    return { ...change, changes: undefined, units: (now ?? old)?.units ?? [], problem: undefined, newReferences };
  return { ...change, changes: compareParameters(old, now), units: [], problem: undefined, newReferences };
}

type Read = { readonly parameters: ParameterFile } | { readonly problem: string };

function readFile(contents: Contents, { id, isFile }: TreeFile, path: string, family: FamilyId | undefined): Read {
  if (!isFile) return { problem: "is no file, but a link" };
  const bytes = contents.get(id);
  if (bytes === undefined) return { problem: "is too large for a parameter file" };
  const text = decodeText(bytes);
  if (text === undefined) return { problem: "is not UTF-8 text" };
  // Whether a property that the models do not have blocks the run is the run's own setting: here its change is shown.
  const parameters = readParameterFile(text, {
    path,
    family: familyByName(path) === undefined ? family : undefined,
    unknownProperties: "warning",
  });
  const errors = parameters.issues.filter(({ severity }) => severity === "error").length;
  return errors > 0 ? { problem: `has ${count(errors, "error")}` } : { parameters };
}

function problemOf(read: Read | undefined, where: string): string | undefined {
  return read !== undefined && "problem" in read ? `The file ${read.problem} ${where}.` : undefined;
}

function parametersOf(read: Read | undefined): ParameterFile | undefined {
  return read !== undefined && "parameters" in read ? read.parameters : undefined;
}

/** What is named now and was not before, each once. */
function referencesAdded(before: ParameterFile | undefined, after: ParameterFile): readonly Reference[] {
  const keyOf = ({ kind, engine, id }: Reference) => JSON.stringify([kind, engine, id.toLowerCase()]);
  const seen = new Set(before === undefined ? [] : listReferences(before).map(keyOf));
  return listReferences(after).filter((reference) => {
    const key = keyOf(reference);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
