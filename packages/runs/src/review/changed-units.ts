import type { FamilyId } from "@analytics-engines/core/basics";
import { familyByName, familyOfSweep, matchesGlob, readParameterFile } from "@analytics-engines/core/parameters";
import type { ChangedUnits, UnitRename } from "../checks/escapes.ts";
import { committedText, MAX_FILE_BYTES, objectsOf, resultIds } from "../files/parameter-files.ts";
import { type Selection, selectFiles } from "../files/select-files.ts";
import { listTree, readContents } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { checkCommittedSweep } from "../sweep/check-files.ts";
import type { Commits } from "./committed-run.ts";
import type { UnitName } from "./match-units.ts";
import type { ParameterReview } from "./parameter-review.ts";

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
    changes?.units.flatMap((each) => (each.kind === "renamed" ? [[each.before, each.after]] : [])),
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
  const tree = new Map((await listTree(git, commit)).map((file) => [file.path, file]));
  const paths = new Set([...selectFiles([...tree.keys()], selection).files, ...families.keys()]);
  const files = [...paths].filter(isWanted).flatMap((path) => tree.get(path) ?? []);
  const contents = await readContents(git, objectsOf(files), MAX_FILE_BYTES);
  const globs = Object.entries(selection.families ?? {});
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
    const family = families.get(path) ?? globs.find(([glob]) => matchesGlob(path, glob))?.[1];
    const parameters = readParameterFile(read.text, {
      path,
      family: familyByName(path) === undefined ? family : undefined,
      unknownProperties: "warning",
    });
    if (parameters.request === undefined) continue;
    for (const unit of resultIds(parameters)) units.push({ file: path, id: unit, path, unit });
  }
  return units;
}
