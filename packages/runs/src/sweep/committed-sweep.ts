import type { ReadOptions } from "@analytics-engines/core/parameters";
import { committedText, MAX_FILE_BYTES, objectsOf } from "../files/parameter-files.ts";
import { readContents, type TreeFile } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import type { CheckedFiles } from "./check-sweep.ts";

/**
 * Checks a sweep of a commit with the files that it names.
 * @param tree all files of the commit by path
 */
export async function checkCommittedSweep(
  git: Git,
  file: string,
  text: string,
  reading: ReadOptions,
  tree: ReadonlyMap<string, TreeFile>,
): Promise<CheckedFiles> {
  // Most repositories have no sweep, and need no reader of CSV.
  const { checkSweepTexts, listSweepFiles } = await import("./check-sweep.ts");
  const names = listSweepFiles(text, file);
  const contents = await readContents(git, objectsOf(names.flatMap((name) => tree.get(name) ?? [])), MAX_FILE_BYTES);
  const files = new Map(names.map((name) => [name, committedText(tree.get(name), contents)]));
  return checkSweepTexts(file, text, files, reading);
}
