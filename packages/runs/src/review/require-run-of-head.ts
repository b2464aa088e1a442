import { count, familyOfSweep, pathOfSource } from "@analytics-engines/core/basics";
import { textDigest } from "../files/open-file.ts";
import { committedText, MAX_FILE_BYTES, objectsOf } from "../files/parameter-files.ts";
import type { ManifestFile } from "../folder/manifest/manifest.ts";
import { findCommit, readContents, readParents, readTree } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import type { MergedRun } from "../plan/merge-shards.ts";
import { digestCommittedSweep } from "../sweep/check-files.ts";
import { UserError } from "../user-error.ts";

/** The most files that an error names. */
const MAX_NAMED = 5;

/**
 * Refuses a run that does not show the head of a change: each parameter file of the run must have the text that the head has. A workflow of a
 * pull request checks out the merge of the head with its base, so the texts of that commit count too.
 *
 * @throws UserError that names the files which differ
 */
export async function requireRunOfHead(git: Git, head: string, { manifest }: MergedRun): Promise<void> {
  const differences = await findDifferences(git, head, manifest.files);
  if (differences.length === 0) return;
  const commit = await findMergeOf(git, head, manifest.provenance?.commit);
  if (commit !== undefined && (await findDifferences(git, commit, manifest.files)).length === 0) return;
  const more = differences.length - MAX_NAMED;
  throw new UserError([
    `The run is not of the head ${head.slice(0, 12)}, so it shows nothing about this change:`,
    ...differences.slice(0, MAX_NAMED),
    ...(more > 0 ? [`and ${count(more, "file")} more.`] : []),
    "Run the parameter files of the head, and review that run.",
  ]);
}

/** The stated commit of a run, if it merges the head with something else. */
async function findMergeOf(git: Git, head: string, stated: string | undefined): Promise<string | undefined> {
  const commit = stated === undefined ? undefined : await findCommit(git, stated);
  if (commit === undefined) return undefined;
  const parents = await readParents(git, commit);
  return parents.length > 1 && parents.includes(head) ? commit : undefined;
}

/** A sentence for each parameter file and sweep of a run whose text in a commit is another. */
async function findDifferences(git: Git, commit: string, files: readonly ManifestFile[]): Promise<readonly string[]> {
  const tree = await readTree(git, commit);
  const bySource = Map.groupBy(files, ({ path }) => pathOfSource(path));
  const contents = await readContents(
    git,
    objectsOf([...bySource.keys()].flatMap((path) => tree.get(path) ?? [])),
    MAX_FILE_BYTES,
  );
  const differences: string[] = [];
  for (const [path, computed] of bySource) {
    const committed = tree.get(path);
    if (committed === undefined) {
      differences.push(`${path} is not in it.`);
      continue;
    }
    const read = committedText(committed, contents);
    if ("problem" in read) {
      differences.push(`${path} ${read.problem} in it.`);
      continue;
    }
    const isSweep = familyOfSweep(path) !== undefined;
    const digest = isSweep ? await digestCommittedSweep(git, path, read.text, tree) : textDigest(read.text);
    if (computed.some((file) => file.sha256.toLowerCase() !== digest))
      differences.push(`${path} has other parameters in it than in the run.`);
  }
  return differences;
}
