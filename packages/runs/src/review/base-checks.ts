import { codeQuote, type Sentence, shorten } from "@analytics-engines/core/basics";
import { describeCheckChanges, readChecks } from "@analytics-engines/core/files";
import { pathMatcher } from "@analytics-engines/core/parameters";
import { type ChecksOfFile, parseChecks } from "../checks/checks-files.ts";
import { decodeText, MAX_FILE_BYTES } from "../files/parameter-files.ts";
import { isChecksFile, partitionPatterns } from "../files/select-files.ts";
import type { Git } from "../git/git.ts";
import { readContents } from "../git/objects.ts";
import { type CommittedFile, listTree } from "../git/tree.ts";
import { UserError } from "../user-error.ts";
import type { Commits } from "./find-commits.ts";

/** The checks files of the base, by which a review judges, and what the head changes in them. */
export interface BaseChecks {
  readonly files: readonly ChecksOfFile[];
  /** A sentence for each file that the head changes, and below it one for each rule. */
  readonly changes: readonly Sentence[];
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
  const contents = await readContents(
    git,
    [...before, ...after].map(({ id }) => id),
    MAX_FILE_BYTES,
  );
  const textsOf = (files: readonly CommittedFile[]) =>
    new Map(files.map(({ path, id }) => [path, decodeText(contents.get(id) ?? noText)]));
  const [was, is] = [textsOf(before), textsOf(after)];
  const files = parseChecks(
    Array.from(was, ([path, text]) => {
      if (text === undefined)
        throw new UserError(`${path} on the base is not UTF-8 text of at most 16 MiB. Correct it there first.`);
      return { path, text };
    }),
  );
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  const changedPaths = paths.filter((path) => !was.has(path) || !is.has(path) || was.get(path) !== is.get(path));
  return { files, changes: changedPaths.map((path) => describeFile(path, was, is)) };
}

/** Stands for the bytes of a file that is too large: no UTF-8. */
const noText = Buffer.from([0xff]);

type Texts = ReadonlyMap<string, string | undefined>;

function describeFile(path: string, was: Texts, is: Texts): Sentence {
  const kind = !was.has(path) ? "added" : is.has(path) ? "changed" : "removed";
  const text = `${codeQuote(shorten(path, 200))} ${kind}`;
  const [before, after] = [was, is].map((texts) => (texts.has(path) ? readChecks(texts.get(path) ?? "") : undefined));
  if (after?.issues.some(({ severity }) => severity === "error"))
    return { text, below: [{ text: "The file has errors in the head, so its rules are not known." }] };
  return { text, below: describeCheckChanges(before?.checks ?? [], after?.checks ?? []) };
}
