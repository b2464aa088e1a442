import type { ReadOptions } from "@analytics-engines/core/parameters";
import type { SweepFile } from "@analytics-engines/core/parameters/sweeps";
import { decodeText, MAX_FILE_BYTES, sizeProblem } from "../files/parameter-files.ts";
import type { Git } from "../git/git.ts";
import { type Contents, readContents } from "../git/objects.ts";
import type { TreeFile } from "../git/tree.ts";
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
  return checkSweepTexts(
    file,
    text,
    new Map(names.map((name) => [name, committedText(tree.get(name), contents)])),
    reading,
  );
}

/** The objects with the contents of files. */
export function objectsOf(files: readonly TreeFile[]): string[] {
  return files.filter(({ isFile }) => isFile).map(({ id }) => id);
}

/** The text of a committed file, or why there is none: the rest of a sentence that begins with its name. */
export function committedText(file: TreeFile | undefined, contents: Contents): SweepFile {
  if (file === undefined) return { problem: "is missing" };
  if (!file.isFile) return { problem: "is a link: name the file that it leads to instead" };
  const content = contents.get(file.id);
  if (content === undefined) return { problem: sizeProblem(MAX_FILE_BYTES) };
  const text = decodeText(content);
  return text === undefined ? { problem: "is not UTF-8 text: save it as UTF-8" } : { text };
}
