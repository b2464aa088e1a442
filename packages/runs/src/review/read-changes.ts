import {
  canonicalText,
  count,
  type FamilyId,
  familyByName,
  familyOfSweep,
  matchesGlob,
} from "@analytics-engines/core/basics";
import {
  compareParameters,
  compareSweeps,
  listSweepFiles,
  rowsOfJob,
  type SweepJob,
} from "@analytics-engines/core/files";
import { countIssues, type ParameterFile, readParameterFile } from "@analytics-engines/core/parameters";
import type { ChangedUnits, UnitRename } from "../checks/escapes.ts";
import { decodeText } from "../files/open-file.ts";
import { committedText, MAX_FILE_BYTES, objectsOf, resultIds } from "../files/parameter-files.ts";
import type { Selection } from "../files/select-files.ts";
import {
  type Contents,
  readContents,
  readTree,
  readTreeChanges,
  type Tree,
  type TreeChange,
  type TreeFile,
} from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { checkCommittedSweep, selectCommittedFiles } from "../sweep/check-files.ts";
import type { Commits } from "./base.ts";
import { type ParameterReview, type ReadChange, referencesAdded } from "./parameter-review.ts";
import type { UnitName } from "./unit-review.ts";

/**
 * Reads the changes of parameter files and sweeps between two commits from git's objects: nothing of the head is checked out.
 *
 * @param computedFamilies the families of the files that a run computed, by path, for files without a family in their name
 * @param selection further files, with their families by glob
 */
export async function readParameterChanges(
  git: Git,
  { mergeBase, head }: Commits,
  computedFamilies: ReadonlyMap<string, FamilyId>,
  selection: Selection = {},
): Promise<readonly ReadChange[]> {
  const treeChanges = await readTreeChanges(git, mergeBase, head);
  const trees = [await readTree(git, mergeBase), await readTree(git, head)] as const;
  const families = new Map(computedFamilies);
  for (const path of selection.families === undefined ? [] : await selectChanged(git, trees, treeChanges, selection)) {
    const family = familyByGlob(path, selection);
    if (family !== undefined && !families.has(path)) families.set(path, family);
  }
  const isParameterFile = (path: string | undefined) =>
    path !== undefined && familyOfSweep(path) === undefined && (families.has(path) || familyByName(path) !== undefined);
  const changes = treeChanges.filter(({ path, from }) => isParameterFile(path) || isParameterFile(from));
  const ids = changes.flatMap(({ before, after }) => [before, after].flatMap((file) => (file?.isFile ? file.id : [])));
  const contents = await readContents(git, ids, MAX_FILE_BYTES);
  const files = pairMovedFiles(contents, changes, families).map((change) => readChange(contents, change, families));
  const sweeps = await readSweepChanges(git, trees, treeChanges);
  return [...files, ...sweeps].sort((first, second) => (first.path < second.path ? -1 : 1));
}

/** The changed files that a run of one of both commits would take for parameter files: a glob of families can also match the template of a sweep. */
async function selectChanged(
  git: Git,
  trees: readonly [before: Tree, after: Tree],
  changes: readonly TreeChange[],
  selection: Selection,
): Promise<readonly string[]> {
  const selected = new Set<string>();
  for (const tree of trees) for (const path of await selectCommittedFiles(git, tree, selection)) selected.add(path);
  return changes.map(({ path }) => path).filter((path) => selected.has(path));
}

function familyByGlob(path: string, { families = {} }: Selection): FamilyId | undefined {
  return Object.entries(families).find(([glob]) => matchesGlob(path, glob))?.[1];
}

/**
 * Finds files that were moved and reformatted in one change, which git reports as removed and added. Such a file is renamed where exactly one
 * removed and one added file have its parameters.
 */
function pairMovedFiles(
  contents: Contents,
  changes: readonly TreeChange[],
  families: ReadonlyMap<string, FamilyId>,
): readonly TreeChange[] {
  const byParameters = (kind: TreeChange["kind"]) =>
    Map.groupBy(
      changes.filter((change) => change.kind === kind),
      (change) => parametersKey(contents, change, families),
    );
  const removedByParameters = byParameters("removed");
  const replacements = new Map<TreeChange, TreeChange | undefined>();
  for (const [key, [after, otherAfter]] of removedByParameters.size === 0 ? [] : byParameters("added")) {
    const [before, otherBefore] = removedByParameters.get(key) ?? [];
    if (key === undefined || !before?.before || !after?.after || otherBefore || otherAfter) continue;
    replacements.set(before, undefined);
    replacements.set(after, {
      kind: "renamed",
      path: after.path,
      from: before.path,
      before: before.before,
      after: after.after,
    });
  }
  return changes.flatMap((change) => (replacements.has(change) ? (replacements.get(change) ?? []) : change));
}

/** A key that files of the same family and parameters share, however they are written; `undefined` for a file that cannot be read. */
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

  if (problem !== undefined) return { ...change, ...nothing, problem };
  const [old, now] = [parametersOf(was), parametersOf(is)];
  const newReferences = now === undefined ? [] : referencesAdded(old === undefined ? [] : [old], [now]);
  if (old === undefined || now === undefined)
    return { ...change, changes: undefined, units: (now ?? old)?.units ?? [], problem: undefined, newReferences };
  return { ...change, changes: compareParameters(old, now), units: [], problem: undefined, newReferences };
}

type Read = { readonly parameters: ParameterFile } | { readonly problem: string };

function readFile(contents: Contents, { id, isFile }: TreeFile, path: string, family: FamilyId | undefined): Read {
  if (!isFile) return { problem: "is a link" };
  const bytes = contents.get(id);
  if (bytes === undefined) return { problem: "is too large for a parameter file" };
  const text = decodeText(bytes);
  if (text === undefined) return { problem: "is not UTF-8 text" };
  const parameters = readParameters(text, path, family);
  const { errors } = countIssues([parameters]);
  return errors > 0 ? { problem: `has ${count(errors, "error")}` } : { parameters };
}

/** @param family that of a file without a family in its name */
function readParameters(text: string, path: string, family: FamilyId | undefined): ParameterFile {
  const unnamedFamily = familyByName(path) === undefined ? family : undefined;
  // Whether an unknown property stops the run is a setting of the run. The review shows its change.
  return readParameterFile(text, { path, family: unnamedFamily, unknownProperties: "warning" });
}

function problemOf(read: Read | undefined, where: string): string | undefined {
  return read !== undefined && "problem" in read ? `The file ${read.problem} ${where}.` : undefined;
}

function parametersOf(read: Read | undefined): ParameterFile | undefined {
  return read !== undefined && "parameters" in read ? read.parameters : undefined;
}

/** Reads the changes of sweeps between two commits, also of those whose template or rows alone changed. */
async function readSweepChanges(
  git: Git,
  [before, after]: readonly [before: Tree, after: Tree],
  changes: readonly TreeChange[],
): Promise<readonly ReadChange[]> {
  const changedPaths = new Set(changes.flatMap(({ path, from = path }) => [path, from]));
  const ownChanges = new Map(changes.map((change) => [change.path, change]));
  const removedPaths = changes.flatMap(({ kind, path }) => (kind === "removed" ? path : []));
  const result: ReadChange[] = [];
  for (const path of [...after.keys(), ...removedPaths].filter((name) => familyOfSweep(name) !== undefined).sort()) {
    const ownChange = ownChanges.get(path);
    const namedFiles = await listFiles(git, path, after.get(path) ?? before.get(path));
    const sources = namedFiles.filter((name) => changedPaths.has(name));
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
  const { errors } = countIssues(files);
  return errors > 0 ? { problem: `has ${count(errors, "error")}` } : { jobs: files[0].sweep?.jobs ?? [] };
}

async function readText(git: Git, file: TreeFile | undefined) {
  return committedText(file, await readContents(git, objectsOf(file === undefined ? [] : [file]), MAX_FILE_BYTES));
}

async function compareVersions(was: SweepVersion, is: SweepVersion) {
  const isInvalid = is !== undefined && "problem" in is;
  const nothing = { isInvalid, changes: undefined, units: [], newReferences: [] };
  if (was !== undefined && "problem" in was) return { ...nothing, problem: `The sweep ${was.problem} on the base.` };
  if (isInvalid) return { ...nothing, problem: `The sweep ${is.problem} in the head.` };
  const newReferences = is === undefined ? [] : referencesAdded(was?.jobs ?? [], is.jobs);
  const common = { ...nothing, problem: undefined, newReferences };
  if (was !== undefined && is !== undefined) return { ...common, changes: compareSweeps(was.jobs, is.jobs) };
  return { ...common, units: ((was ?? is)?.jobs ?? []).flatMap(rowsOfJob) };
}

/** A unit of a commit by the name that a manifest gives it. */
interface CommittedUnit extends UnitName {
  /** The parameter file or the sweep. */
  readonly file: string;
  /** The id of the unit; of a sweep, that of the row. */
  readonly id: string;
}

/** What tells the parameter files of a commit. */
interface FileKinds {
  /** The families of the files that runs computed, by path. */
  readonly families: ReadonlyMap<string, FamilyId>;
  readonly selection: Selection;
}

/** Reads the units of the parameter files that a change touches; those of other files only when somebody asks. */
export async function readChangedUnits(
  git: Git,
  { mergeBase, head }: Pick<Commits, "mergeBase" | "head">,
  parameters: readonly ParameterReview[],
  kinds: FileKinds,
): Promise<ChangedUnits> {
  const pathsBefore = new Set(parameters.filter(({ kind }) => kind !== "added").map(({ path, from }) => from ?? path));
  const pathsAfter = new Set(parameters.filter(({ kind }) => kind !== "removed").map(({ path }) => path));
  const before = await readUnits(git, mergeBase, kinds, (path) => pathsBefore.has(path));
  const after = await readUnits(git, head, kinds, (path) => pathsAfter.has(path));
  let others: Promise<readonly UnitName[]> | undefined;
  return {
    parameters,
    before,
    after,
    renames: parameters.flatMap((file) => renamesOf(file, before, after)),
    async hasOther(matches) {
      others ??= readUnits(git, head, kinds, (path) => !pathsAfter.has(path));
      return (await others).some(({ path, unit }) => matches(path, unit));
    },
  };
}

function renamesOf(
  { path, from = path, changes }: ParameterReview,
  before: readonly CommittedUnit[],
  after: readonly CommittedUnit[],
): readonly UnitRename[] {
  const newIds = new Map(
    changes?.units.flatMap((unitChange) =>
      unitChange.kind === "renamed" ? [[unitChange.before, unitChange.after]] : [],
    ),
  );
  const laterUnits = new Map(after.filter(({ file }) => file === path).map((unit) => [unit.id, unit]));
  return before
    .filter(({ file }) => file === from)
    .flatMap((unit) => {
      const later = laterUnits.get(newIds.get(unit.id) ?? unit.id);
      return later === undefined ? [] : { before: unit, after: later };
    });
}

/** The units of the parameter files and sweeps of a commit whose paths are selected; none of a file that cannot be run. */
async function readUnits(
  git: Git,
  commit: string,
  { families, selection }: FileKinds,
  isWanted: (path: string) => boolean,
): Promise<readonly CommittedUnit[]> {
  const tree = await readTree(git, commit);
  const paths = new Set([...(await selectCommittedFiles(git, tree, selection)), ...families.keys()]);
  const files = [...paths].filter(isWanted).flatMap((path) => tree.get(path) ?? []);
  const contents = await readContents(git, objectsOf(files), MAX_FILE_BYTES);
  const units: CommittedUnit[] = [];
  for (const file of files) {
    const { path } = file;
    const read = committedText(file, contents);
    if ("problem" in read) continue;
    if (familyOfSweep(path) !== undefined) {
      const [{ sweep }] = await checkCommittedSweep(git, path, read.text, { unknownProperties: "warning" }, tree);
      for (const job of sweep?.jobs ?? [])
        for (const [at, unit] of resultIds(job).entries())
          units.push({ file: path, id: job.rowOf(at).id, path: job.path, unit });
      continue;
    }
    const family = families.get(path) ?? familyByGlob(path, selection);
    const parameters = readParameters(read.text, path, family);
    if (parameters.request === undefined) continue;
    for (const unit of resultIds(parameters)) units.push({ file: path, id: unit, path, unit });
  }
  return units;
}
