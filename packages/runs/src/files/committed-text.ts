import path from "node:path";
import { type Contents, listTree, readContents, type TreeFile } from "../git/commits.ts";
import type { Git } from "../git/git.ts";
import { decodeText, MAX_FILE_BYTES, sizeProblem } from "./parameter-files.ts";

/** The text of a committed file, or why there is none: the rest of a sentence that begins with its name. */
type CommittedText = { readonly text: string } | { readonly problem: string };

/** Reads the text of a file as a commit has it; `undefined` if the commit has no such file. */
export async function readCommittedText(
  git: Git,
  commit: string,
  file: string,
  maxBytes: number,
): Promise<CommittedText | undefined> {
  const name = path.posix.normalize(file);
  const entry = (await listTree(git, commit, name)).find((each) => each.path === name);
  return entry && committedText(entry, await readContents(git, objectsOf([entry]), maxBytes), maxBytes);
}

/** The objects with the contents of files. */
export function objectsOf(files: readonly TreeFile[]): string[] {
  return files.filter(({ isFile }) => isFile).map(({ id }) => id);
}

/** The text of a committed file, or why there is none: the rest of a sentence that begins with its name. */
export function committedText(
  file: TreeFile | undefined,
  contents: Contents,
  maxBytes = MAX_FILE_BYTES,
): CommittedText {
  if (file === undefined) return { problem: "is missing" };
  if (!file.isFile) return { problem: "is a link: name the file that it leads to instead" };
  const content = contents.get(file.id);
  if (content === undefined) return { problem: sizeProblem(maxBytes) };
  const text = decodeText(content);
  return text === undefined ? { problem: "is not UTF-8 text: save it as UTF-8" } : { text };
}
