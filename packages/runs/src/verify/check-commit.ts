import type { Manifest } from "../folder/manifest/manifest.ts";

/**
 * Checks that the manifest of a run states a commit.
 *
 * @param commit its id in lower case, or the beginning of it
 * @returns what is wrong and what to do, in sentences; `undefined` where the manifest states that commit for all parameter files
 */
export function commitProblem({ provenance }: Manifest, commit: string): string | undefined {
  const { commit: stated, uncommitted } = provenance ?? {};
  if (stated === undefined)
    return `The manifest states no commit, so the run cannot be checked against ${commit}. Run the files again in a clone of their git repository.`;
  if (!stated.startsWith(commit))
    return `The manifest states the commit ${stated}, not ${commit}. Name that commit, or get the run folder of ${commit}.`;
  if (uncommitted === true)
    return `The manifest states the commit ${stated}, and that a parameter file differed from it. Commit the parameter files, and run them again.`;
  return undefined;
}
