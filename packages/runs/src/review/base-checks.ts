import { pathMatcher } from "@analytics-engines/core/parameters";
import { type ChecksOfFile, parseChecks } from "../checks/checks-files.ts";
import { decodeText, MAX_FILE_BYTES } from "../files/parameter-files.ts";
import { isChecksFile, partitionPatterns } from "../files/select-files.ts";
import type { Git } from "../git/git.ts";
import { readContents } from "../git/objects.ts";
import { type CommittedFile, listTree } from "../git/tree.ts";
import { UserError } from "../user-error.ts";
import type { Commits } from "./find-commits.ts";

/** The checks files of the base, by which a review judges, and the paths of those that the head changes. */
export interface BaseChecks {
  readonly files: readonly ChecksOfFile[];
  readonly changedFiles: readonly string[];
}

/**
 * Reads the checks files as they are committed on the base, so that no change can loosen what it is judged by.
 * @param patterns globs; `!` excludes
 * @throws UserError where neither commit has such a file, or one of the base cannot be read
 */
export async function readBaseChecks(
  git: Git,
  { base, head }: Pick<Commits, "base" | "head">,
  patterns: readonly string[],
): Promise<BaseChecks> {
  const { inclusions, exclusions } = partitionPatterns(patterns);
  const [included, excluded] = [inclusions.map(pathMatcher), exclusions.map(pathMatcher)];
  const select = async (commit: string) =>
    (await listTree(git, commit)).filter(
      ({ path, isFile }) =>
        isFile &&
        isChecksFile(path) &&
        included.some((matches) => matches(path)) &&
        !excluded.some((matches) => matches(path)),
    );
  const [before, after] = [await select(base), await select(head)];
  if (before.length + after.length === 0)
    throw new UserError(`Input checks: neither base nor head has a checks file that matches ${patterns.join(" ")}.`);
  const ids = (files: readonly CommittedFile[]) => new Map(files.map(({ path, id }) => [path, id]));
  const [was, is] = [ids(before), ids(after)];
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  const contents = await readContents(git, was.values(), MAX_FILE_BYTES);
  const texts = before.map(({ path, id }) => {
    const bytes = contents.get(id);
    const text = bytes && decodeText(bytes);
    if (text === undefined)
      throw new UserError(`${path} on the base is not UTF-8 text of at most 16 MiB. Correct it there first.`);
    return { path, text };
  });
  return { files: parseChecks(texts), changedFiles: paths.filter((path) => was.get(path) !== is.get(path)) };
}
